import Glibc
import Synchronization

/// Runs a program to its end by posix_spawn(3). Of this process it gets only what is given here, and the settings of a
/// sanitizer.
package struct Subprocess: Sendable {
    package var executable: String
    package var arguments: [String]
    package var environment: [String: String]
    /// The working directory; nil for that of this process.
    package var directory: String?
    /// The file that it reads as standard input.
    package var input = "/dev/null"
    /// The flags with which that file is opened, as for open(2).
    package var inputFlags = O_RDONLY
    /// Whether a write to standard output waits while the pipe is full, rather than failing with EAGAIN.
    package var isOutputBlocking = true
    /// The time without any work after which the program counts as hung: it is killed, and the run fails. What waits for
    /// a processor on a busy machine is not hung, unless it has worked for ``mostWork``.
    package var deadline: Duration = .seconds(300)
    private static let mostWork: UInt64 = 1800
    /// The time after which the program is killed, as a part of the test; nil for never.
    package var killedAfter: Duration?
    /// The path of a file: the program is killed once the file exists. Nil for never.
    package var killedOnceThereIs: String?
    /// The text that this file must have besides.
    package var killedOnceItHas = ""
    /// The descriptors beyond the standard ones that the program inherits. Reading from them gives nothing.
    package var inherited: ClosedRange<Int32>?

    package init(
        _ executable: String, _ arguments: [String], environment: [String: String] = [:], directory: String? = nil
    ) {
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
        self.directory = directory
    }

    /// A program's end and its output.
    package struct Outcome: Sendable {
        package enum End: Hashable, Sendable {
            case exit(Int32)
            case signal(Int32)
        }

        package let end: End
        /// Standard output, as UTF-8.
        package let output: String
        /// Standard error, as UTF-8.
        package let diagnostics: String
        /// Whether both were valid UTF-8.
        package let isUTF8: Bool
        /// Whether the program, or a process that it started and that has its output, ran until it was killed.
        package let isKilled: Bool
    }

    package enum Failure: Error, CustomStringConvertible {
        case systemCall(String, code: Int32)
        case deadline(command: String, Duration, output: String, diagnostics: String)

        package var description: String {
            switch self {
            case .systemCall(let call, let code): "\(call): \(String(cString: strerror(code)))"
            case .deadline(let command, let deadline, let output, let diagnostics):
                "'\(command)' was still running after \(deadline)\n\(output)\n\(diagnostics)"
            }
        }
    }

    private var hasWhatKills: Bool {
        guard let killedOnceThereIs, access(killedOnceThereIs, F_OK) == 0 else { return false }
        guard !killedOnceItHas.isEmpty else { return true }
        let bytes = (try? File.read(killedOnceThereIs)) ?? []
        return String(decoding: bytes, as: UTF8.self).contains(killedOnceItHas)
    }

    package func run() throws -> Outcome {
        var output = try Pipe()
        var diagnostics = try Pipe()
        let (writingOutput, writingDiagnostics) = (output.writing, diagnostics.writing)
        guard isOutputBlocking || fcntl(writingOutput, F_SETFL, O_NONBLOCK) == 0 else {
            throw Failure.systemCall("fcntl", code: errno)
        }
        let process = try Pipe.opening.withLock { _ in
            try spawn(output: writingOutput, diagnostics: writingDiagnostics)
        }
        output.closeWriting()
        diagnostics.closeWriting()
        let start = ContinuousClock.now
        var end = start.advanced(by: deadline)
        var work: UInt64 = 0
        var killing = killedAfter.map { start.advanced(by: $0) }
        var isKilled = false
        while output.isOpen || diagnostics.isOpen {
            let now = ContinuousClock.now
            if !isKilled, hasWhatKills { killing = now }
            let remaining = min(
                now.duration(to: min(killing ?? end, end)),
                killedOnceThereIs == nil ? .seconds(3600) : .milliseconds(20))
            if let moment = killing, moment <= now {
                kill(-process, SIGKILL)
                killing = nil
                isKilled = true
                continue
            }
            if remaining <= .zero, case let now = Processes.work(ofGroup: process), now > work,
                now < Self.mostWork * 100
            {
                work = now
                end = .now.advanced(by: deadline)
                continue
            }
            guard remaining > .zero else {
                kill(-process, SIGKILL)
                _ = try wait(for: process)
                throw Failure.deadline(
                    command: ([executable] + arguments).joined(separator: " "), deadline, output: output.text,
                    diagnostics: diagnostics.text)
            }
            var descriptors = [output.polled, diagnostics.polled]
            let milliseconds =
                remaining.components.seconds * 1000 + remaining.components.attoseconds / 1_000_000_000_000_000 + 1
            guard poll(&descriptors, nfds_t(descriptors.count), Int32(min(milliseconds, 1 << 30))) > 0 else { continue }
            if descriptors[0].revents != 0 { output.read() }
            if descriptors[1].revents != 0 { diagnostics.read() }
        }
        return Outcome(
            end: try wait(for: process), output: output.text, diagnostics: diagnostics.text,
            isUTF8: output.isUTF8 && diagnostics.isUTF8, isKilled: isKilled)
    }

    private func spawn(output: Int32, diagnostics: Int32) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, inputFlags, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, diagnostics, STDERR_FILENO)
        for number in inherited.map(Array.init) ?? [] {
            posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDONLY, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The program gets a group of its own, so that its children end with it at the deadline. Its signals are set as
        // at a terminal: a thread of Dispatch has most of them blocked.
        let flags = Int32(POSIX_SPAWN_SETPGROUP) | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
        posix_spawnattr_setflags(&attributes, Int16(flags))
        posix_spawnattr_setpgroup(&attributes, 0)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        // posix_spawn_file_actions_addchdir_np is not in Glibc's module, so a shell changes the directory.
        let command = [executable] + arguments
        let words = directory.map { ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", $0] + command } ?? command
        let argumentList = CStrings(words)
        let settings = Sanitizer.settings.merging(environment) { _, given in given }
        let environmentList = CStrings(settings.map { "\($0.key)=\($0.value)" })
        var process: pid_t = 0
        let code = posix_spawn(
            &process, words[0], &actions, &attributes, argumentList.pointers, environmentList.pointers)
        guard code == 0 else { throw Failure.systemCall("posix_spawn \(executable)", code: code) }
        return process
    }

    private func wait(for process: pid_t) throws -> Outcome.End {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw Failure.systemCall("waitpid", code: errno) }
        }
        // WIFSIGNALED, WTERMSIG and WEXITSTATUS of waitpid(2).
        let signal = status & 0x7f
        return signal == 0 ? .exit(status >> 8 & 0xff) : .signal(signal)
    }
}

extension Subprocess {
    /// Returns those of the variables that this process has, for a program that needs them.
    package static func variables(_ names: String...) -> [String: String] {
        var variables: [String: String] = [:]
        for name in names {
            if let value = getenv(name) { variables[name] = String(cString: value) }
        }
        return variables
    }
}

/// Returns the path of a program of that name in a directory of `PATH`; nil if there is none.
package func installedProgram(_ name: String) -> String? {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    return path.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
}

/// Whether a program of that name is installed and prints its version. A proxy without a program to run does not, such
/// as rustup's cargo before a toolchain is chosen.
package func isUsableProgram(_ name: String) -> Bool {
    guard let path = installedProgram(name) else { return false }
    let environment = Subprocess.variables("PATH", "HOME", "CARGO_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN")
    return (try? Subprocess(path, ["--version"], environment: environment).run().end) == .exit(0)
}

/// A pipe that this process reads from.
private struct Pipe: ~Copyable {
    private var reading: Int32
    private(set) var writing: Int32
    private var bytes: [UInt8] = []

    /// A lock that is held while pipes are made and while programs are started.
    static let opening = Mutex(())

    init() throws {
        var ends: [Int32] = [-1, -1]
        // No program may start before both ends are marked: it would inherit them and keep them open. pipe2, which
        // marks them at once, is not in Glibc's module.
        let isOpen = Self.opening.withLock { _ in
            pipe(&ends) == 0 && ends.allSatisfy { fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }
        }
        guard isOpen else { throw Subprocess.Failure.systemCall("pipe", code: errno) }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        if reading >= 0 { close(reading) }
        if writing >= 0 { close(writing) }
    }

    var isOpen: Bool { reading >= 0 }
    var text: String { String(decoding: bytes, as: UTF8.self) }
    var isUTF8: Bool { String(validating: bytes, as: UTF8.self) != nil }
    /// poll(2) ignores a negative descriptor.
    var polled: pollfd { pollfd(fd: reading, events: Int16(POLLIN), revents: 0) }

    mutating func closeWriting() {
        close(writing)
        writing = -1
    }

    mutating func read() {
        var block = [UInt8](repeating: 0, count: 1 << 16)
        let count = Glibc.read(reading, &block, block.count)
        if count < 0 && errno == EINTR { return }
        guard count > 0 else {
            close(reading)
            reading = -1
            return
        }
        bytes += block.prefix(count)
    }
}

/// A null-terminated list of C strings.
private final class CStrings {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ texts: [String]) {
        pointers = texts.map { strdup($0) } + [nil]
    }

    deinit {
        for pointer in pointers { free(pointer) }
    }
}
