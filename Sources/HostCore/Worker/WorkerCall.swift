import FeatureContract
import HostSystem

// The protocol between a host and a worker: the calls of the ABI, one frame each, and little more.
//
//     host                                      worker
//     ----                                      ------
//     call: load                           ->   dlopen, feature_entry, the manifest
//                                          <-   reached: the stage of loading, to say where a crash was
//                                          <-   reply: the manifest
//     call: activate, resolve, render, …   ->
//                                          <-   request: navigate, back, … made by the feature in the call
//     answer: done, or the failure         ->
//                                          <-   reply: the screen, a failure, …
//                                          <-   notice: invalidate, log
//
// A frame is a count of bytes in 32 bits, little-endian, then its kind in one byte, a number in 32 bits and its content
// in the binary form. Calls are numbered from 1, and a reply has the number of its call; all other frames have the
// number 0. At most one call and one request run at a time. Requests and notices also come while no call runs, from the
// feature's own work. The host answers requests that it receives while a call is on its way; the worker handles the
// call when the feature's code has returned.

/// The kind of a frame.
package enum FrameKind: UInt8 {
    case call, reply, request, answer, notice

    /// The maximum content in bytes. The sender keeps to it, and the receiver rejects more.
    package var maximumSize: Int {
        switch self {
        case .call, .reply: FrameBuffer.maximumSize
        case .request: WorkerRequest.maximumSize
        // A reason or a log line, which is cut to its limit, and the other values in the frame.
        case .answer, .notice: 2 * ABILimit.reasonSize
        }
    }
}

/// The stage of loading a library that a worker has reached, to say where a crash was.
package enum LoadingStage: UInt8, CaseIterable, Sendable {
    case constructors, entry, manifest

    /// The name of the stage in messages.
    package var name: String {
        switch self {
        case .constructors: "its constructors"
        case .entry: "feature_entry"
        case .manifest: "manifest"
        }
    }
}

/// A call of a host to a worker.
package enum WorkerCall: Hashable, Sendable {
    /// Loads a private copy, or the file itself for a scan: then only the version that the host has inspected.
    case load(path: String, version: FileIdentity?, WorkerLimits)
    case activate(ActivationContext)
    case makeMainScreen(ScreenID)
    case resolve(Destination, ScreenID)
    case resolveURL(String)
    case receive(Message)
    case deactivate
    case render(ScreenID)
    case perform(ScreenID, action: UInt64, Value)
    case appear(ScreenID)
    case disappear(ScreenID)
    case returned(ScreenID, checkpoint: String, Value)
    case screenReceive(ScreenID, Message)
    case destroy(ScreenID)
    case save(ScreenID)
    case restore(ScreenID, ScreenState)
    /// Answers a request to connect, by its number. Without a failure, the descriptor comes with the frame.
    case connected(request: UInt64, CallFailure?)
    /// Answers a request for a file, by its number. With a name, the descriptor comes with the frame; without a name and
    /// a failure, the user has picked none.
    case picked(request: UInt64, name: String?, CallFailure?)
    /// No call of the ABI: the reply comes once work that the feature has just started has run up to its first
    /// suspension.
    case turn
    /// No call of the ABI, and only for a zygote: forks a worker of this name. The worker's ends of its socket and
    /// of its output pipe come with the frame.
    case fork(name: String)

    /// The name of the function of the ABI, for messages.
    package var name: String {
        switch self {
        case .load: "load"
        case .activate: "activate"
        case .makeMainScreen: "make_main_screen"
        case .resolve: "resolve"
        case .resolveURL: "resolve_url"
        case .receive, .screenReceive: "receive"
        case .deactivate: "deactivate"
        case .render: "render"
        case .perform: "perform"
        case .appear: "appear"
        case .disappear: "disappear"
        case .returned: "returned"
        case .destroy: "destroy"
        case .save: "save"
        case .restore: "restore"
        case .connected: "the callback of connect"
        case .picked: "the callback of a file"
        case .turn: "work of its own"
        case .fork: "fork"
        }
    }

    /// Whether a task that the feature starts in the call has its turn before the step of the user ends. A screen that is
    /// left is not waited for.
    var mayStartTask: Bool {
        switch self {
        case .turn, .disappear, .destroy, .save, .deactivate: false
        default: true
        }
    }

    /// The content of the call's frame.
    package var bytes: [UInt8] { BinaryWriter.bytes { write(binary: &$0) } }

    package func write(binary writer: inout BinaryWriter) {
        switch self {
        case .load(let path, let version, let limits):
            writer.append(UInt8(0))
            writer.append(path)
            writer.append(optional: version) { writer, version in version.write(binary: &writer) }
            writer.append(optional: limits.memory) { $0.append(UInt64($1)) }
            writer.append(optional: limits.openFiles) { $0.append(UInt64($1)) }
            limits.confinement.write(binary: &writer)
        case .activate(let context):
            writer.append(UInt8(1))
            writer.append(context.dataDirectory)
            writer.append(context.settings)
            writer.append(context.locale)
            writer.append(context.libraryDirectory)
        case .makeMainScreen(let id):
            writer.append(UInt8(2))
            writer.append(id)
        case .resolve(let destination, let id):
            writer.append(UInt8(3))
            writer.append(destination)
            writer.append(id)
        case .resolveURL(let url):
            writer.append(UInt8(4))
            writer.append(url)
        case .receive(let message):
            writer.append(UInt8(5))
            writer.append(message)
        case .deactivate: writer.append(UInt8(6))
        case .render(let id):
            writer.append(UInt8(7))
            writer.append(id)
        case .perform(let id, let action, let value):
            writer.append(UInt8(8))
            writer.append(id)
            writer.append(action)
            writer.append(value)
        case .appear(let id):
            writer.append(UInt8(9))
            writer.append(id)
        case .disappear(let id):
            writer.append(UInt8(10))
            writer.append(id)
        case .returned(let id, let checkpoint, let value):
            writer.append(UInt8(11))
            writer.append(id)
            writer.append(checkpoint)
            writer.append(value)
        case .screenReceive(let id, let message):
            writer.append(UInt8(12))
            writer.append(id)
            writer.append(message)
        case .destroy(let id):
            writer.append(UInt8(13))
            writer.append(id)
        case .turn: writer.append(UInt8(14))
        case .fork(let name):
            writer.append(UInt8(15))
            writer.append(name)
        case .save(let id):
            writer.append(UInt8(16))
            writer.append(id)
        case .restore(let id, let state):
            writer.append(UInt8(17))
            writer.append(id)
            writer.append(state)
        case .connected(let request, let failure):
            writer.append(UInt8(18))
            writer.append(request)
            writer.append(optional: failure) { $0.append($1) }
        case .picked(let request, let name, let failure):
            writer.append(UInt8(19))
            writer.append(request)
            writer.append(optional: name) { $0.append($1) }
            writer.append(optional: failure) { $0.append($1) }
        }
    }

    package init(_ bytes: [UInt8]) throws(BinaryError) {
        var reader = BinaryReader(bytes)
        switch try reader.uint8() {
        case 0:
            let path = try reader.text()
            let version = try reader.optional(FileIdentity.init(binary:))
            let memory = try reader.optional { (reader) throws(BinaryError) in try reader.uint64() }
            let openFiles = try reader.optional { (reader) throws(BinaryError) in try reader.uint64() }
            self = .load(
                path: path, version: version,
                WorkerLimits(
                    memory: memory.map { Int(clamping: $0) }, openFiles: openFiles.map { Int(clamping: $0) },
                    confinement: try Confinement(binary: &reader)))
        case 1:
            self = .activate(
                ActivationContext(
                    dataDirectory: try reader.text(), settings: try reader.text(), locale: try reader.text(),
                    libraryDirectory: try reader.text()))
        case 2: self = .makeMainScreen(try reader.uint64())
        case 3: self = .resolve(try reader.destination(), try reader.uint64())
        case 4: self = .resolveURL(try reader.text())
        case 5: self = .receive(try reader.message())
        case 6: self = .deactivate
        case 7: self = .render(try reader.uint64())
        case 8: self = .perform(try reader.uint64(), action: try reader.uint64(), try reader.value())
        case 9: self = .appear(try reader.uint64())
        case 10: self = .disappear(try reader.uint64())
        case 11: self = .returned(try reader.uint64(), checkpoint: try reader.text(), try reader.value())
        case 12: self = .screenReceive(try reader.uint64(), try reader.message())
        case 13: self = .destroy(try reader.uint64())
        case 14: self = .turn
        case 15: self = .fork(name: try reader.text())
        case 16: self = .save(try reader.uint64())
        case 17: self = .restore(try reader.uint64(), try reader.state())
        case 18:
            self = .connected(
                request: try reader.uint64(),
                try reader.optional { (reader) throws(BinaryError) in try reader.failure() })
        case 19:
            self = .picked(
                request: try reader.uint64(),
                name: try reader.optional { (reader) throws(BinaryError) in try reader.text() },
                try reader.optional { (reader) throws(BinaryError) in try reader.failure() })
        case let kind: throw BinaryError("the unknown call \(kind)")
        }
        try reader.requireEnd()
    }
}

/// The resources that a worker may use, and what it may reach. Nil stands for the host's own limit.
package struct WorkerLimits: Hashable, Sendable {
    /// The memory for data, in bytes: setrlimit(2), `RLIMIT_DATA`.
    package var memory: Int?
    /// The number of open files: `RLIMIT_NOFILE`.
    package var openFiles: Int?
    package var confinement: Confinement

    package init(memory: Int? = nil, openFiles: Int? = nil, confinement: Confinement = .off) {
        self.memory = memory
        self.openFiles = openFiles
        self.confinement = confinement
    }

    /// The limits of a feature for which the wiring sets none, without confinement.
    package static let usual = WorkerLimits(memory: 1 << 30, openFiles: 256)
}
