import Dispatch
import Glibc
import HostSystem
import JSONText
import Synchronization
import TestSupport

/// A `switchyard run --plain` that stays until it is told to quit, beside the commands of a test.
final class LineRun {
    private final class Ending: Sendable {
        private let result = Mutex<Result<Subprocess.Outcome, any Error>?>(nil)

        var outcome: Result<Subprocess.Outcome, any Error>? { result.withLock(\.self) }

        func take(_ outcome: Result<Subprocess.Outcome, any Error>) { result.withLock { $0 = outcome } }
    }

    private let host: Sandbox
    private let input: Int32
    private let ending = Ending()

    /// Starts the run, and waits until it takes links.
    init(_ host: Sandbox, _ arguments: String...) throws {
        self.host = host
        let path = host.directory("lines")
        unlink(path)
        guard mkfifo(path, 0o600) == 0 else { throw Subprocess.Failure.systemCall("mkfifo", code: errno) }
        // Open for both directions, so that the run sees no end of its input.
        input = open(path, O_RDWR | O_CLOEXEC)
        var started = Subprocess(
            try Products.switchyard, ["run", "--plain", "--session", ""] + arguments,
            environment: host.environment, directory: host.work)
        started.input = path
        // It waits for the test, which may wait for many others.
        started.deadline = .seconds(1800)
        let process = started
        DispatchQueue(label: "a run").async { [ending] in ending.take(Result { try process.run() }) }
        wait { host.socket != nil || ending.outcome != nil }
    }

    deinit {
        close(input)
    }

    func type(_ line: String) {
        let line = line + "\n"
        _ = write(input, line, line.utf8.count)
    }

    /// Tells the run to quit, where it has not ended, and waits for its end.
    func quit() throws -> Subprocess.Outcome {
        type("quit")
        wait { ending.outcome != nil }
        guard let outcome = ending.outcome else { throw CancellationError() }
        return try outcome.get()
    }
}

extension Sandbox {
    /// Makes the directory that `XDG_RUNTIME_DIR` names from now on.
    func makeRuntimeDirectory(_ name: String = "runtime") throws {
        let path = try directory.makeDirectory(name)
        guard chmod(path, 0o700) == 0 else { throw TemporaryDirectory.Failure("chmod", path) }
        set("XDG_RUNTIME_DIR", path)
    }

    /// The path of the socket at which a run takes links; nil if there is none.
    var socket: String? {
        guard let folder = environment["XDG_RUNTIME_DIR"].map({ "\($0)/switchyard" }) else { return nil }
        let name = (try? File.names(in: folder))?.first { $0.hasSuffix(".sock") }
        return name.map { "\(folder)/\($0)" }
    }

    /// Connects to the run that takes links, as a program does that knows nothing of its messages.
    func connect() throws -> LocalConnection {
        try SocketDirectory(in: environment["XDG_RUNTIME_DIR"], isMade: false).connect(
            Path.name(socket ?? ""), until: .now.advanced(by: .seconds(300)))
    }
}

extension LocalConnection {
    /// Reads up to the end of the connection.
    func readAll() -> String {
        var bytes: [UInt8] = []
        while wait(for: POLLIN, until: .now.advanced(by: .seconds(300))) {
            guard let more = read() else { continue }
            if more.isEmpty { break }
            bytes += more
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes all bytes, as far as the other end reads them.
    func writeAll(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty, wait(for: POLLOUT, until: .now.advanced(by: .seconds(300))), let count = write(rest) {
            rest = rest.dropFirst(count)
        }
    }
}
