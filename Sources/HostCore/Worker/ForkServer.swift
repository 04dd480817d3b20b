import FeatureContract
import Glibc

/// A worker that loads no library: it forks others, each of which is there in a small part of the time that a start
/// takes, and is from then on as alone as if it had been started.
///
/// What is forked is a child of the host like any other worker, and not of this process: the host ends it, is told of
/// its end, and does not notice if this process is gone meanwhile. A library never runs here, and no thread does but
/// the first, so that what is forked begins with nothing that belongs to somebody else.
enum ForkServer {
    /// Whether this process has been started to be one: it has room for the names of others.
    static var isAsked: Bool { CommandLine.arguments.count > 1 + WorkerMain.argumentCount }

    /// Forks a worker whenever the host asks for one, until it lets go. Returns in each of them; and at once where
    /// there can be none, as under a sanitizer, whose runtime has a thread of its own.
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
                // Where nothing could be forked, the host sees that nobody has these any more.
                for descriptor in descriptors { close(descriptor) }
            }
        } catch {
            WorkerMain.leave(.garbage)
        }
    }

    /// Does once what each of them would do first: the runtime finds types and conformances by their names, which takes
    /// longer than reading a manifest, and keeps what it has found.
    private static func prepare() {
        _ = try? Manifest(parsing: Array(manifest.utf8))
        // Without the room, which is found here, so that what is forked need not look for it.
        ProcessTitle.set(Array(CommandLine.arguments.dropFirst().prefix(WorkerMain.argumentCount)))
    }

    /// A manifest in which most of what there can be is.
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

    /// Makes a process that has just been forked what ``WorkerProcess/start(executable:command:name:)`` and
    /// ``WorkerMain/prepare()`` make of one that is started.
    private static func become(_ name: String, socket: Int32, output: Int32) {
        setsid()
        for (descriptor, number) in [
            (output, STDOUT_FILENO), (output, STDERR_FILENO), (socket, WorkerMain.socket),
        ] { dup2(descriptor, number) }
        for descriptor in [socket, output] { close(descriptor) }
        WorkerMain.keepToHost()
        ProcessTitle.set(WorkerMain.arguments(command: WorkerMain.command, name: name, host: getppid()))
        // In a session of its own by now: what ends the one that has forked it is not its end.
        let reply = FrameBuffer.frame(.reply, WorkerReply.forked(getpid()).bytes)
        _ = reply.withUnsafeBytes { send(WorkerMain.socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }
}
