import Dispatch
import Glibc
import HostCore
import HostSystem

/// Takes the links of `switchyard open` while the app is open.
///
/// Everything happens on the main queue, and no call waits for another program. A client has one request at a time: what
/// it sends meanwhile stays in the kernel.
@MainActor
final class LinkServer {
    /// A connection, with what is read and not yet handled, and what is not yet written.
    private final class Client {
        let connection: LocalConnection
        var frames = LineFrames(limit: LinkMessage.maximumLength)
        var output: ArraySlice<UInt8> = []
        /// Whether the links of a request wait, or are being opened.
        var isBusy = false
        /// Whether the connection is closed once the output is written.
        var isEnding = false
        var isClosed = false
        /// The time since which the client owes a request, or the reading of an answer.
        var since = ContinuousClock.now

        init(_ connection: LocalConnection) {
            self.connection = connection
        }
    }

    /// The largest number of connections. Others wait in the kernel.
    private static let maximumClients = 128
    /// The time that a client has for a request, and for reading an answer.
    private static let patience = Duration.seconds(5)

    private let live: LiveApp
    private var listener: LocalListener?
    private var clients: [Client] = []
    private var watch: DescriptorWatch?
    /// Whether no connection can be accepted for a while, as where too many files are open.
    private var isPaused = false
    /// Whether ``mind()`` is called each second.
    private var isMinded = false
    /// The problems that are reported already, each of which may occur without end.
    private var reported: Set<String> = []

    /// Begins to take links. Reports on `live` why that is not possible.
    ///
    /// - Parameter isVerbose: Whether to report a missing `XDG_RUNTIME_DIR` too. Most systems without one have no program
    ///   that hands over links.
    static func start(_ live: LiveApp, isVerbose: Bool) -> LinkServer? {
        let application = live.application
        do {
            let directory = try SocketDirectory(
                in: application.options.environment["XDG_RUNTIME_DIR"], isMade: true)
            return LinkServer(try directory.listen(LinkMessage.socketName(of: application.id)), live)
        } catch {
            switch error {
            case .noRuntimeDirectory where !isVerbose: break
            case .inUse: live.note("another run of this app is open, and takes the links of 'switchyard open'")
            default: live.note("this run takes no links of 'switchyard open': \(error)")
            }
            return nil
        }
    }

    private init(_ listener: LocalListener, _ live: LiveApp) {
        self.listener = listener
        self.live = live
        watch = DescriptorWatch { [weak self] in self?.serve() }
        arm()
    }

    /// Takes no more links. Clients that wait for an answer see the end of the connection.
    func stop() {
        watch?.disarm()
        watch = nil
        clients = []
        listener = nil
    }

    // MARK: Connections

    private func serve() {
        guard listener != nil else { return }
        accept()
        for client in clients { advance(client) }
        clients.removeAll(where: \.isClosed)
        if !isMinded, !clients.isEmpty {
            isMinded = true
            Task { [weak self] in
                repeat { try? await Task.sleep(for: .seconds(1)) } while self?.mind() == true
            }
        }
        arm()
    }

    private func accept() {
        while clients.count < Self.maximumClients, !isPaused {
            do {
                guard let connection = try listener?.accept() else { return }
                clients.append(Client(connection))
            } catch {
                report("a link is not taken: \(error)")
                if case .foreignPeer = error { continue }
                // The connection still waits, so that trying again at once would go on without end.
                isPaused = true
                DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(1)) {
                    MainActor.assumeIsolated { [weak self] in
                        self?.isPaused = false
                        self?.serve()
                    }
                }
            }
        }
    }

    private func report(_ problem: String) {
        if reported.insert(problem).inserted { live.note(problem, .problem) }
    }

    private func arm() {
        guard let listener, let watch else { return }
        var descriptors: [pollfd] = []
        if clients.count < Self.maximumClients, !isPaused {
            descriptors.append(pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0))
        }
        // A busy client is left out: poll(2) would report its end again and again.
        for client in clients where !client.isBusy || !client.output.isEmpty {
            let event = client.output.isEmpty ? POLLIN : POLLOUT
            descriptors.append(pollfd(fd: client.connection.descriptor, events: Int16(event), revents: 0))
        }
        watch.arm(descriptors)
    }

    /// Sends a sign of life to the clients that wait, and ends those that have kept the host waiting. Called each second
    /// while there are clients.
    ///
    /// - Returns: Whether there are any.
    private func mind() -> Bool {
        // A message that arrived while this process was stopped is in time, so it is read first.
        serve()
        for client in clients {
            if client.isBusy {
                if client.output.isEmpty { answer(.waiting, client) }
            } else if client.since.duration(to: .now) >= Self.patience {
                // A client that does not read has no use for a reason.
                client.isClosed = !client.output.isEmpty
                let time = "\(Self.patience.components.seconds) s"
                answer(.failure("no whole message has come within \(time)"), client, isLast: true)
            }
        }
        serve()
        isMinded = !clients.isEmpty
        return isMinded
    }

    // MARK: Messages

    /// Writes, reads and handles what a client allows for.
    private func advance(_ client: Client) {
        while !client.isClosed {
            if !client.output.isEmpty {
                guard let count = client.connection.write(client.output) else {
                    client.isClosed = true
                    return
                }
                client.output = client.output.dropFirst(count)
                if !client.output.isEmpty { return }
            }
            if client.isEnding { client.isClosed = true }
            if client.isBusy || client.isClosed { return }
            do {
                if let line = try client.frames.next() {
                    take(line, of: client)
                    continue
                }
            } catch {
                answer(.failure("\(error)"), client, isLast: true)
                continue
            }
            guard let bytes = client.connection.read() else { return }
            // The beginning of a message whose rest never comes is dropped with the connection.
            client.isClosed = bytes.isEmpty
            client.frames.append(bytes)
        }
    }

    private func take(_ line: [UInt8], of client: Client) {
        let request: LinkRequest
        do {
            request = try LinkRequest(line: line)
        } catch {
            return answer(.failure("\(error)"), client, isLast: true)
        }
        client.isBusy = true
        Task {
            var results: [LinkResult] = []
            for link in request.links where listener != nil { results.append(await live.open(link: link)) }
            client.isBusy = false
            client.since = .now
            answer(.results(results), client)
            serve()
        }
    }

    private func answer(_ answer: LinkAnswer, _ client: Client, isLast: Bool = false) {
        client.output += answer.line
        client.isEnding = client.isEnding || isLast
    }
}
