import FeatureContract

// The protocol between a host and a worker: the calls of the ABI, one frame each, and nothing more.
//
//     host                                      worker
//     ----                                      ------
//     call: load                           ->   dlopen, feature_entry, the manifest
//                                          <-   reached: what it does now, so that a crash has a place
//                                          <-   reply: the manifest
//     call: activate, resolve, render, …   ->
//                                          <-   request: navigate, back, … as the call asks for them
//     answer: done, or why not             ->
//                                          <-   reply: the screen, a failure, …
//                                          <-   notice: invalidate, log
//
// A frame is a count of bytes in 32 bits, little-endian, then its kind in one byte, a number in 32 bits and its content
// in the binary form. Calls are numbered from 1 on, and a reply has the number of its call; the number of every other
// frame is 0. One call runs at a time, and so does one request. Requests and notices also come when no call runs: a feature's own
// work made them. What is asked while a call is on its way to the worker is answered first; the worker takes the call
// up when the feature's code has returned.

/// What a frame is.
package enum FrameKind: UInt8 {
    case call, reply, request, answer, notice

    /// The largest content, in bytes: one side holds to it, and the other one takes no more.
    package var maximumSize: Int {
        switch self {
        case .call, .reply: FrameBuffer.maximumSize
        case .request: WorkerRequest.maximumSize
        // A reason or a line of text, which is cut, and what stands around it.
        case .answer, .notice: 2 * ABILimit.reasonSize
        }
    }
}

/// Where a worker is while it loads a library, so that a crash has a place.
package enum LoadingStage: UInt8, CaseIterable, Sendable {
    case constructors, entry, manifest

    /// The stage as a message names it.
    package var name: String {
        switch self {
        case .constructors: "its constructors"
        case .entry: "feature_entry"
        case .manifest: "manifest"
        }
    }
}

/// What a host asks of a worker.
package enum WorkerCall: Hashable, Sendable {
    case load(path: String, WorkerLimits)
    case activate(dataDirectory: String, settings: String)
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
    /// No call of the ABI: answered once work that the feature has just started has run up to its first suspension.
    case turn
    /// None either, and for what is to load no library: forks a worker of this name, whose ends of its socket and of
    /// the pipe for its output come with the frame.
    case fork(name: String)

    /// The function of the ABI that is called, for a person.
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
        case .turn: "work of its own"
        case .fork: "fork"
        }
    }

    /// The content of its frame.
    package var bytes: [UInt8] {
        var writer = BinaryWriter()
        switch self {
        case .load(let path, let limits):
            writer.append(UInt8(0))
            writer.append(path)
            writer.append(optional: limits.memory) { $0.append(UInt64($1)) }
            writer.append(optional: limits.openFiles) { $0.append(UInt64($1)) }
        case .activate(let dataDirectory, let settings):
            writer.append(UInt8(1))
            writer.append(dataDirectory)
            writer.append(settings)
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
        }
        return writer.bytes
    }

    package init(_ bytes: [UInt8]) throws(BinaryError) {
        var reader = BinaryReader(bytes)
        switch try reader.uint8() {
        case 0:
            let path = try reader.text()
            let memory = try reader.optional { (reader) throws(BinaryError) in try reader.uint64() }
            let openFiles = try reader.optional { (reader) throws(BinaryError) in try reader.uint64() }
            self = .load(
                path: path,
                WorkerLimits(memory: memory.map { Int(clamping: $0) }, openFiles: openFiles.map { Int(clamping: $0) }))
        case 1: self = .activate(dataDirectory: try reader.text(), settings: try reader.text())
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
        case let kind: throw BinaryError("the unknown call \(kind)")
        }
        try reader.requireEnd()
    }
}

/// What a worker may use; nil: as much as the host itself.
package struct WorkerLimits: Hashable, Sendable {
    /// Bytes of data: setrlimit(2), `RLIMIT_DATA`.
    package var memory: Int?
    /// Open files: `RLIMIT_NOFILE`.
    package var openFiles: Int?

    package init(memory: Int? = nil, openFiles: Int? = nil) {
        self.memory = memory
        self.openFiles = openFiles
    }

    /// What a feature gets for which the wiring says nothing.
    package static let usual = WorkerLimits(memory: 1 << 30, openFiles: 256)
}
