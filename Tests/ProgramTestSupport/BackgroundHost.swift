import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing

/// A host that runs while a test goes on, and ends with it.
final class BackgroundHost: Sendable {
    private let ending = Mutex<Result<Subprocess.Outcome, any Error>?>(nil)
    private let processFile: String

    /// - Parameters:
    ///   - descriptors: The number of descriptors that it may have open; nil for as many as the tests.
    ///   - output: The file for its standard output; nil for ``Subprocess/Outcome/output``.
    init(_ host: Sandbox, _ arguments: [String], descriptors: Int? = nil, output: String? = nil) throws {
        processFile = host.directory("process-\(UInt32.random(in: 0 ... .max))")
        let limit = descriptors.map { "ulimit -n \($0) && " } ?? ""
        let target = output.map { "> '\($0)'" } ?? ""
        // It ends with the thread that started it, also where the tests are killed: setpriv(1).
        let setting = installedProgram("setpriv").map { [$0, "--pdeathsig", "KILL"] } ?? []
        let script = "\(limit) echo $$ > '\(processFile)' && exec \"$@\" \(target)"
        var started = try Subprocess(
            "/bin/sh", ["-c", script, "sh"] + setting + [Products.switchyard] + arguments,
            environment: host.environment, directory: host.work)
        started.deadline = .seconds(1800)
        let process = started
        DispatchQueue(label: "a host in the background").async { [self] in
            let result = Result { try process.run() }
            ending.withLock { $0 = result }
        }
    }

    var outcome: Result<Subprocess.Outcome, any Error>? { ending.withLock(\.self) }

    /// Sends a signal to the host.
    func signal(_ signal: Int32) throws {
        let text = String(decoding: try File.read(processFile), as: UTF8.self)
        let process = try #require(Int32(text.filter { $0 != "\n" }))
        kill(process, signal)
    }

    /// Waits until the host has ended.
    func outcomeOfEnd() throws -> Subprocess.Outcome {
        wait { outcome != nil }
        return try #require(outcome).get()
    }
}
