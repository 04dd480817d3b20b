import FeatureContract
import Glibc
import HostSystem

/// A worker process that loads no library, but forks other workers. A forked worker is ready in a small part of the
/// time that a start takes, and is as isolated as a started one.
///
/// A forked worker is a child of the host like any other, and not of this process: the host kills it, learns of its
/// exit, and does not notice if this process has exited meanwhile. No library and no second thread ever runs here, so a
/// forked worker inherits nothing of another feature.
enum ForkServer {
    /// Whether this process was started as a fork server. Its arguments then include ``ProcessTitle/room``, where the
    /// names of its workers go.
    static var isAsked: Bool { CommandLine.arguments.last == ProcessTitle.room }

    /// Forks a worker whenever the host asks for one, until the host closes the connection. Returns in each worker.
    /// Returns at once where forking is impossible, as under a sanitizer, whose runtime has a thread of its own.
    static func serve() {
        guard !WorkerMain.hasSanitizer, let thread = LinuxProcess.threadNumber else { return }
        prepare()
        var incoming = FrameBuffer()
        do {
            while true {
                let (bytes, descriptors) = try DescriptorMessage.receive(from: WorkerMain.socket, maximum: 2)
                if bytes.isEmpty { WorkerMain.leave() }
                bytes.withUnsafeBytes { incoming.append($0) }
                guard let frame = try incoming.next(), frame.kind == .call,
                    case .fork(let name) = try WorkerCall(frame.content), descriptors.count == 2
                else { throw BinaryError("a message out of turn") }
                if LinuxProcess.forkSibling(thread) == 0 {
                    return become(name, socket: descriptors[0], output: descriptors[1])
                }
                // If the fork failed, the host notices that its connections have no other end any more.
                for descriptor in descriptors { close(descriptor) }
            }
        } catch {
            WorkerMain.leave(.garbage)
        }
    }

    /// Does the first work of each worker once and for all. Swift's runtime looks types and conformances up by name and
    /// caches them, which takes longer than reading a manifest.
    private static func prepare() {
        _ = try? Manifest(parsing: Array(manifest.utf8))
        // The title without the reserved argument. This also locates the title's memory, so that the workers need not.
        ProcessTitle.set(Array(CommandLine.arguments.dropFirst().prefix(WorkerMain.argumentCount)))
    }

    /// A manifest that uses most of the possible keys.
    static let manifest = """
        {
            "manifest": 1, "id": "none", "name": "None", "version": "1.0.0", "summary": "Nothing.",
            "incoming": [
                { "name": "list" },
                {
                    "name": "item", "parents": ["list"],
                    "arguments": [
                        { "name": "identifier", "type": "int" },
                        { "name": "text", "type": "string", "optional": true }
                    ]
                }
            ],
            "outgoing": [{ "name": "next" }],
            "links": [
                { "scheme": "none", "host": "none", "pattern": "/items/{identifier}?text={text}", "route": "item" }
            ]
        }
        """

    /// Turns a process that was just forked into a worker, as ``WorkerProcess/start(executable:command:name:)`` and
    /// ``WorkerMain/prepare()`` do with a started one.
    private static func become(_ name: String, socket: Int32, output: Int32) {
        setsid()
        for (descriptor, number) in [
            (output, STDOUT_FILENO), (output, STDERR_FILENO), (socket, WorkerMain.socket),
        ] { dup2(descriptor, number) }
        for descriptor in [socket, output] { close(descriptor) }
        WorkerMain.keepToHost()
        ProcessTitle.set(WorkerMain.arguments(command: WorkerMain.command, name: name, host: getppid()))
        // Sent only now that this process has a session of its own, so that it survives when the fork server is killed.
        let reply = FrameBuffer.frame(.reply, WorkerReply.forked(getpid()).bytes)
        _ = reply.withUnsafeBytes { send(WorkerMain.socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }
}
