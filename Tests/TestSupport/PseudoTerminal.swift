import Glibc

/// A pseudo terminal for a program: the kernel's side is real, and the screen is a ``TerminalModel``.
///
/// The program has it as its controlling terminal, and as standard input, output and error.
package final class PseudoTerminal {
    package enum Failure: Error, CustomStringConvertible {
        case systemCall(String, code: Int32)
        case deadline(String, screen: String)

        package var description: String {
            switch self {
            case .systemCall(let call, let code): "\(call): \(String(cString: strerror(code)))"
            case .deadline(let what, let screen): "waited for \(what) in vain; the screen:\n\(screen)"
            }
        }
    }

    /// The settings of termios(3) that programs change.
    package struct Settings: Hashable, Sendable {
        package let input: UInt32
        package let output: UInt32
        package let local: UInt32

        /// Whether the kernel hands out whole lines and echoes what is typed, as a shell expects.
        package var isLineByLine: Bool { local & UInt32(ICANON) != 0 && local & UInt32(ECHO) != 0 }
    }

    package private(set) var model: TerminalModel
    /// All bytes that the program has sent.
    package private(set) var received: [UInt8] = []
    /// The process of the program; 0 before it is started, and once it has ended.
    package private(set) var process: pid_t = 0
    private var master: Int32
    /// The program's side, kept open so that the output of a program that has ended can still be read.
    private var slave: Int32
    private let path: String

    package init(columns: Int = 80, rows: Int = 24) throws {
        model = TerminalModel(columns: columns, rows: rows)
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard master >= 0 else { throw Failure.systemCall("open /dev/ptmx", code: errno) }
        var name = [CChar](repeating: 0, count: 64)
        // Glibc's module leaves out unlockpt and ptsname_r.
        guard let unlock = dlsym(nil, "unlockpt").map({ unsafeBitCast($0, to: Unlock.self) }),
            let nameOf = dlsym(nil, "ptsname_r").map({ unsafeBitCast($0, to: Name.self) }), unlock(master) == 0,
            nameOf(master, &name, name.count) == 0
        else {
            close(master)
            throw Failure.systemCall("ptsname", code: errno)
        }
        path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard slave >= 0, fcntl(master, F_SETFL, O_NONBLOCK) == 0 else {
            throw Failure.systemCall("open \(path)", code: errno)
        }
        setSize(columns, rows)
    }

    private typealias Unlock = @convention(c) (Int32) -> Int32
    private typealias Name = @convention(c) (Int32, UnsafeMutablePointer<CChar>, Int) -> Int32

    deinit {
        if process > 0 {
            // The program's whole session is on this terminal: processes that it has started are killed with it.
            kill(-process, SIGKILL)
            kill(process, SIGKILL)
            _ = waitpid(process, nil, 0)
        }
        hangUp()
    }

    /// Starts a program. Of this process's environment it gets only the settings of a sanitizer.
    package func start(_ executable: String, _ arguments: [String] = [], environment: [String: String] = [:]) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The first terminal that the leader of a session opens is its controlling terminal.
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, path, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        let newSession: Int32 = 0x80  // POSIX_SPAWN_SETSID
        posix_spawnattr_setflags(
            &attributes, Int16(newSession | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)))
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let settings = Sanitizer.settings.merging(["TERM": "xterm-256color"]) { $1 }
            .merging(environment) { _, given in given }
        var argumentList = ([executable] + arguments).map { strdup($0) } + [nil]
        var environmentList = settings.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in argumentList + environmentList { free(text) } }
        let code = posix_spawn(&process, executable, &actions, &attributes, &argumentList, &environmentList)
        guard code == 0 else {
            process = 0
            throw Failure.systemCall("posix_spawn \(executable)", code: code)
        }
    }

    // MARK: Input

    /// Types a text.
    package func send(_ text: String) { send(Array(text.utf8)) }

    package func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        wait {
            let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
            if count > 0 { rest = rest.dropFirst(count) }
            return rest.isEmpty
        }
    }

    /// Makes the window larger or smaller; the kernel sends SIGWINCH.
    package func resize(columns: Int, rows: Int) {
        model.resize(columns: columns, rows: rows)
        setSize(columns, rows)
    }

    private func setSize(_ columns: Int, _ rows: Int) {
        var size = winsize()
        (size.ws_col, size.ws_row) = (UInt16(columns), UInt16(rows))
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    /// Sends a signal to the program.
    package func signal(_ number: Int32) { kill(process, number) }

    /// Closes the window.
    package func hangUp() {
        for descriptor in [master, slave] where descriptor >= 0 { close(descriptor) }
        (master, slave) = (-1, -1)
    }

    // MARK: Output

    /// The current settings of the kernel's side.
    package var settings: Settings {
        var settings = termios()
        tcgetattr(slave, &settings)
        return Settings(input: settings.c_iflag, output: settings.c_oflag, local: settings.c_lflag)
    }

    /// Reads the program's output until the screen is as wanted, for five minutes at most.
    package func wait(for what: String, until isSo: (TerminalModel) -> Bool) throws {
        wait { isSo(model) }
        guard isSo(model) else { throw Failure.deadline(what, screen: model.text) }
    }

    /// Reads the program's output until the program has ended.
    package func waitForEnd() throws -> Subprocess.Outcome.End {
        var status: Int32 = 0
        var hasEnded = false
        wait {
            hasEnded = waitpid(process, &status, WNOHANG) == process
            return hasEnded
        }
        let signal = status & 0x7f
        guard hasEnded else { throw Failure.deadline("the end of the program", screen: model.text) }
        process = 0
        receive()
        return signal == 0 ? .exit(status >> 8 & 0xff) : .signal(signal)
    }

    private func wait(until isSo: () -> Bool) {
        for _ in 0..<turns {
            receive()
            if isSo() { return }
            var descriptor = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
            _ = poll(&descriptor, 1, 10)
            // Nothing more comes, and poll(2) no longer waits.
            if descriptor.revents & Int16(POLLHUP) != 0 { usleep(10_000) }
        }
    }

    private func receive() {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = read(master, &buffer, buffer.count), count > 0 {
            received += buffer.prefix(count)
            model.receive(buffer.prefix(count))
        }
    }
}
