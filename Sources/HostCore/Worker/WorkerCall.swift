import FeatureContract
import HostSystem

// The protocol between a host and a worker: the calls of the ABI, one frame each, and little more.
//
//     host                                      worker
//     ----                                      ------
//     call: load                           ->   dlopen, switchyard_feature_entry, the manifest
//                                          <-   stage: the stage of loading, to say where a crash was
//                                          <-   reply: the manifest
//     call: activate, resolve, render, …   ->
//     call: what will probably follow it   ->
//                                          <-   request: navigate, back, … made by the feature in the call
//     answer: done, or the failure         ->
//                                          <-   reply: the screen, a failure, …
//                                          <-   notice: invalidate, log
//                                          <-   reply to the next call
//
// A frame is a count of bytes in 32 bits, little-endian, then its kind in one byte, a number in 32 bits and its content
// in the binary form. Calls are numbered from 1, and a reply has the number of its call; all other frames have the
// number 0. At most one call and one request run at a time; further calls wait. Requests and notices also come while no
// call runs, from the feature's own work. The host answers requests that arrive while a call is on its way; the worker
// handles the call when the feature's code has returned.

package enum FrameKind: UInt8 {
    case call, reply, request, answer, notice, stage

    /// The maximum content of a request in bytes, since many may wait. It also applies to replies other than screens.
    package static let maximumRequest = 8 << 20

    /// The maximum content in bytes. The sender observes it, and the receiver rejects more.
    package var maximumSize: Int {
        switch self {
        case .call, .reply: FrameBuffer.maximumSize
        case .request: Self.maximumRequest
        // A reason or log line, cut to its limit, and the other values in the frame.
        case .answer, .notice: 2 * ABILimit.reasonSize
        case .stage: 1
        }
    }
}

/// The content of a frame: a call, a message of a feature or of a test, the host's reply to one, or a test's job.
package protocol FrameContent: BinaryCoded {}

extension FrameContent {
    package var bytes: [UInt8] { BinaryWriter.bytes { $0.append(coded: self) } }

    package init(_ bytes: [UInt8], textLimit: Int = .max) throws(BinaryError) {
        var reader = BinaryReader(bytes)
        self = try reader.decode(Self.self, textLimit: textLimit)
        try reader.requireEnd()
    }
}

extension HostReply: FrameContent {}

extension WorkerCall: FrameContent {}

extension HostMessage: FrameContent {
    package var bytes: [UInt8] {
        BinaryWriter.bytes { $0.append(coded: self, textLimit: waits ? .max : ABILimit.reasonSize) }
    }
}

/// The stage of loading that a worker has reached, to locate a crash.
package enum LoadingStage: UInt8, CaseIterable, Sendable {
    case constructors, entry, manifest

    package var name: String {
        switch self {
        case .constructors: "its constructors"
        case .entry: "switchyard_feature_entry"
        case .manifest: "manifest"
        }
    }
}

/// A call of a host to a worker.
@BinaryCoded
package enum WorkerCall: Hashable, Sendable {
    /// Loads a private copy; or for a scan the file itself, but only in the version that the host has inspected.
    case load(path: String, version: FileIdentity?, WorkerLimits)
    case feature(FeatureMessage)
    /// A call that will probably follow the one before it. The worker makes it ahead of time, or replies
    /// ``WorkerReply/skipped`` if it cannot be the next call any more.
    case ahead(FeatureMessage)
    /// Replies once work just started by the feature has run to its first suspension.
    case turn
    /// For a zygote: forks a worker of this name. The frame carries the worker's ends of its socket and of its output
    /// pipe.
    case fork(name: String)
    /// Becomes the broker of requests. The frame carries the socket at which exchanges are announced.
    case broker(WorkerLimits)

    package var name: String {
        switch self {
        case .load: "load"
        case .feature(let message), .ahead(let message): message.name
        case .turn: "work of its own"
        case .fork: "fork"
        case .broker: "its start"
        }
    }

    /// Whether the host may not be waiting for the reply yet.
    var isAhead: Bool {
        switch self {
        case .ahead, .turn: true
        case .load, .feature, .fork, .broker: false
        }
    }

    /// Whether the call may change the feature.
    var mayChange: Bool {
        switch self {
        case .ahead(.render), .ahead(.save), .turn: false
        default: true
        }
    }

    /// The reply to a call that is too large to send; nil for any other.
    func refusal(_ content: [UInt8]) -> WorkerReply? {
        guard content.count > FrameBuffer.maximumSize else { return nil }
        return .feature(
            .failure(CallFailure(.limit, "\(name) would take \(FrameBuffer.limitText(content.count))")))
    }
}

@BinaryCoded
package enum WorkerReply: Hashable, Sendable {
    /// The manifest's JSON text, as the library passed it.
    case manifest([UInt8])
    case refused(LibraryError)
    case feature(FeatureReply)
    /// The call was not made: ``WorkerCall/ahead(_:)``.
    case skipped
    case forked(Int32)

    /// The content of the reply's frame. A reply that is too large becomes a failure with that reason.
    package var bytes: [UInt8] {
        var last = RenderedScreen()
        return bytes(against: &last)
    }

    /// Returns the content of the reply's frame, with a screen as its difference from the last one.
    ///
    /// - Parameter last: The last screen of the reader; becomes this reply's screen if there is one.
    package func bytes(against last: inout RenderedScreen) -> [UInt8] {
        let bytes = BinaryWriter.bytes { writer in
            if case .feature(let reply) = self {
                writer.append(true)
                writer.append(reply, against: last)
            } else {
                writer.append(false)
                writer.append(coded: self, textLimit: ABILimit.reasonSize)
            }
        }
        let (size, limit) = (bytes.count, maximumSize)
        guard size <= limit else {
            return WorkerReply.feature(
                .failure(CallFailure(.limit, "its answer takes \(FrameBuffer.limitText(size, limit))"))
            ).bytes
        }
        if case .feature(.screen(let screen)) = self { last = screen }
        return bytes
    }

    /// The maximum content of the frame, in bytes. A screen has its own limits, and may take the most.
    private var maximumSize: Int {
        if case .feature(.screen) = self { FrameKind.reply.maximumSize } else { FrameKind.maximumRequest }
    }

    package init(_ bytes: [UInt8]) throws(BinaryError) {
        var last = RenderedScreen()
        try self.init(bytes, against: &last)
    }

    /// - Parameter last: The last screen that was read; becomes this reply's screen if there is one.
    package init(_ bytes: [UInt8], against last: inout RenderedScreen) throws(BinaryError) {
        var reader = BinaryReader(bytes)
        if try reader.bool() {
            self = .feature(try reader.reply(against: last))
        } else {
            self = try reader.decode(WorkerReply.self, textLimit: ABILimit.reasonSize)
        }
        try reader.requireEnd()
        guard bytes.count <= maximumSize else { throw BinaryError("a reply of \(bytes.count) bytes that is no screen") }
        switch self {
        case .feature(.screen(let screen)): last = screen
        case .manifest(let text) where text.count > Manifest.maximumSize:
            throw BinaryError("a manifest of \(text.count) bytes")
        case .refused(let error) where !error.isOfWorker: throw BinaryError("a refusal for a host's reason")
        default: break
        }
    }
}

/// The resource limits and the confinement of a worker. Nil stands for the host's own limit.
@BinaryCoded
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

    /// The limits without settings in the wiring, unconfined.
    package static let usual = WorkerLimits(memory: 1 << 30, openFiles: 256)
}
