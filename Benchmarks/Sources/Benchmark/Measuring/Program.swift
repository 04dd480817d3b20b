import Glibc

/// A program with its arguments, which can be run any number of times.
struct Program {
    let path: String
    var arguments: [String] = []
    var environment: [String: String] = [:]

    /// Runs the program without its output, and returns the nanoseconds from before its start to after its end.
    func time() throws -> Double {
        let began = Self.now
        let process = try start(output: Self.nowhere)
        let status = Self.wait(for: process)
        let ended = Self.now
        guard status == 0 else { throw MeasuringError("\(self) ended with the status \(status)") }
        return Double(ended - began)
    }

    /// Runs the program, and returns its output.
    func output() throws -> String {
        let pipe = try Pipe()
        defer { close(pipe.read) }
        let process: pid_t
        do {
            defer { close(pipe.write) }
            process = try start(output: pipe.write)
        }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(pipe.read, &piece, piece.count)
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        let status = Self.wait(for: process)
        guard status == 0 else { throw MeasuringError("\(self) ended with the status \(status)") }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - input: Its standard input; empty by default.
    ///   - error: Its standard error; discarded by default.
    func start(input: Int32 = nowhere, output: Int32, error: Int32 = nowhere) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, descriptor) in [input, output, error].enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
        }
        return try start(&actions, nil)
    }

    /// Starts the program at a terminal of its own, which has this path.
    func start(terminal: String) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, terminal, O_RDWR, 0)
        for number in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, number)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The first terminal that a new session opens is its own.
        posix_spawnattr_setflags(&attributes, 0x80)  // POSIX_SPAWN_SETSID
        return try start(&actions, &attributes)
    }

    private func start(
        _ actions: inout posix_spawn_file_actions_t, _ attributes: UnsafePointer<posix_spawnattr_t>?
    ) throws -> pid_t {
        var process: pid_t = 0
        let code = Self.withCStrings([path] + arguments) { arguments in
            Self.withCStrings(environment.map { "\($0)=\($1)" }) { environment in
                posix_spawn(&process, path, &actions, attributes, arguments, environment)
            }
        }
        guard code == 0 else { throw MeasuringError("\(self) was not started: \(String(cString: strerror(code)))") }
        return process
    }

    /// Returns the exit code, or 128 plus the signal's number, as a shell does.
    static func wait(for process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        let signal = status & 0x7f
        return signal == 0 ? status >> 8 & 0xff : 128 + signal
    }

    static let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)

    static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    private static func withCStrings<Result>(
        _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        let copies = texts.map { strdup($0) } + [nil]
        defer { for copy in copies { free(copy) } }
        return copies.withUnsafeBufferPointer { body($0.baseAddress.unsafelyUnwrapped) }
    }
}

extension Program: CustomStringConvertible {
    var description: String { "'" + ([path] + arguments).joined(separator: " ") + "'" }
}

/// The reason why a row could not be measured.
struct MeasuringError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
