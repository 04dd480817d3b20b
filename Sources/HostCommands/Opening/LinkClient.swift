import Glibc
import HostCore
import HostSystem

/// The reason why the outcome of a link is not known: no run of the app has reported it.
enum LinkClientError: Error {
    case socket(LocalSocketError)
    /// The run has sent nothing for this time.
    case silence(host: Int32, Duration)
    /// The run has ended, or has closed the connection.
    case ended(host: Int32)
    /// The run has refused the links, or its answer is not understood.
    case refused(host: Int32, reason: String)
}

/// Hands links to the run of an app.
struct LinkClient {
    /// The process of the run.
    var host: Int32 { connection.peer.process }
    private let connection: LocalConnection
    private let patience: Duration
    private var frames = LineFrames(limit: LinkMessage.maximumLength)
    private var deadline = ContinuousClock.now

    /// - Parameters:
    ///   - app: The app's id.
    ///   - patience: The longest silence of the run.
    init(app: String, environment: HostEnvironment, patience: Duration) throws(LinkClientError) {
        do {
            let directory = try SocketDirectory(in: environment["XDG_RUNTIME_DIR"], isMade: false)
            connection = try directory.connect(
                LinkMessage.socketName(of: app), until: .now.advanced(by: patience))
        } catch {
            throw .socket(error)
        }
        self.patience = patience
    }

    /// Hands over links, and waits until all are opened.
    ///
    /// - Parameter report: Receives the outcomes of the next links.
    mutating func open(_ links: [String], report: ([LinkResult]) -> Void) throws(LinkClientError) {
        var rest = links[...]
        while !rest.isEmpty {
            let some = rest.prefix(LinkMessage.maximumLinks)
            try send(LinkRequest(Array(some)).line)
            let results = try results()
            guard results.count == some.count else {
                throw .refused(host: host, reason: "it has answered for \(results.count) links, not \(some.count)")
            }
            report(results)
            rest = rest.dropFirst(some.count)
        }
    }

    private mutating func send(_ bytes: [UInt8]) throws(LinkClientError) {
        var rest = bytes[...]
        deadline = .now.advanced(by: patience)
        while let count = connection.write(rest) {
            rest = rest.dropFirst(count)
            guard !rest.isEmpty else { return }
            if count > 0 { deadline = .now.advanced(by: patience) }
            guard connection.wait(for: POLLOUT, until: deadline) else { throw .silence(host: host, patience) }
        }
        // The run may have said why it has closed the connection.
        _ = try results()
        throw .ended(host: host)
    }

    private mutating func results() throws(LinkClientError) -> [LinkResult] {
        deadline = .now.advanced(by: patience)
        while true {
            switch try answer() {
            case .waiting: deadline = .now.advanced(by: patience)
            case .results(let results): return results
            case .failure(let reason): throw .refused(host: host, reason: reason)
            }
        }
    }

    private mutating func answer() throws(LinkClientError) -> LinkAnswer {
        while true {
            do {
                if let line = try frames.next() { return try LinkAnswer(line: line) }
            } catch {
                throw .refused(host: host, reason: "its answer is not understood: \(error)")
            }
            if let bytes = connection.read() {
                if bytes.isEmpty { throw .ended(host: host) }
                frames.append(bytes)
            } else if !connection.wait(for: POLLIN, until: deadline) {
                throw .silence(host: host, patience)
            }
        }
    }
}
