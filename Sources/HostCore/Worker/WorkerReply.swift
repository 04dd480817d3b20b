import FeatureContract
import HostSystem

/// The reply of a worker to a call.
package enum WorkerReply: Hashable, Sendable {
    /// The call is done and has no result.
    case done
    /// The feature answered `SY_NOT_MINE`, or passed no result where that is allowed.
    case notMine
    case failure(CallFailure)
    /// The manifest's JSON text, as the library passed it.
    case manifest([UInt8])
    /// The library cannot be used.
    case refused(LibraryError)
    case screen(RenderedScreen)
    case destination(Destination)
    case resume(Resume)
    /// A screen was made.
    ///
    /// - Parameter keepsState: Whether the screen may have a state to save.
    case made(keepsState: Bool)
    case state(ScreenState)
    /// The id of the process that was forked.
    case forked(Int32)

    /// The content of the reply's frame. A reply that would be too large becomes a failure that says so.
    package var bytes: [UInt8] {
        var last = RenderedScreen()
        return bytes(against: &last)
    }

    /// Returns the content of the reply's frame, in which a screen is what differs from the last one.
    ///
    /// - Parameter last: The last screen that the reader has got; this reply's screen if it has one.
    package func bytes(against last: inout RenderedScreen) -> [UInt8] {
        let bytes = BinaryWriter.bytes { write(binary: &$0, against: last) }
        let (size, limit) = (bytes.count, maximumSize)
        guard size <= limit else {
            return WorkerReply.failure(CallFailure(.limit, "its answer takes \(FrameBuffer.limitText(size, limit))"))
                .bytes
        }
        if case .screen(let screen) = self { last = screen }
        return bytes
    }

    /// - Parameter last: The last screen that the reader has got.
    package func write(binary writer: inout BinaryWriter, against last: RenderedScreen) {
        switch self {
        case .done: writer.append(UInt8(0))
        case .notMine: writer.append(UInt8(1))
        case .failure(let failure):
            writer.append(UInt8(2))
            writer.append(failure)
        case .manifest(let text):
            writer.append(UInt8(3))
            writer.append(text)
        case .refused(let error):
            writer.append(UInt8(4))
            writer.append(coded: error, textLimit: ABILimit.reasonSize)
        case .screen(let screen):
            writer.append(UInt8(5))
            writer.append(screen, against: last)
        case .destination(let destination):
            writer.append(UInt8(6))
            writer.append(destination)
        case .resume(let resume):
            writer.append(UInt8(7))
            writer.append(resume)
        case .forked(let pid):
            writer.append(UInt8(8))
            writer.append(pid)
        case .made(let keepsState):
            writer.append(UInt8(9))
            writer.append(keepsState)
        case .state(let state):
            writer.append(UInt8(10))
            writer.append(state)
        }
    }

    /// The maximum content of the frame, in bytes. A screen has its own limits, and may take the most.
    private var maximumSize: Int {
        if case .screen = self { FrameKind.reply.maximumSize } else { WorkerRequest.maximumSize }
    }

    package init(_ bytes: [UInt8]) throws(BinaryError) {
        var last = RenderedScreen()
        try self.init(bytes, against: &last)
    }

    /// - Parameter last: The last screen that was read; this reply's screen if it has one.
    package init(_ bytes: [UInt8], against last: inout RenderedScreen) throws(BinaryError) {
        var reader = BinaryReader(bytes)
        switch try reader.uint8() {
        case 0: self = .done
        case 1: self = .notMine
        case 2: self = .failure(try reader.failure())
        case 3:
            let text = try reader.data()
            guard text.count <= Manifest.maximumSize else { throw BinaryError("a manifest of \(text.count) bytes") }
            self = .manifest(text)
        case 4:
            let error = try reader.decode(LibraryError.self, textLimit: ABILimit.reasonSize)
            guard error.isOfWorker else { throw BinaryError("a refusal for a host's reason") }
            self = .refused(error)
        case 5: self = .screen(try reader.screen(against: last))
        case 6: self = .destination(try reader.destination())
        case 7: self = .resume(try reader.resume())
        case 8: self = .forked(try reader.int32())
        case 9: self = .made(keepsState: try reader.bool())
        case 10: self = .state(try reader.state())
        case let kind: throw BinaryError("the unknown reply \(kind)")
        }
        guard bytes.count <= maximumSize else { throw BinaryError("a reply of \(bytes.count) bytes that is no screen") }
        try reader.requireEnd()
        if case .screen(let screen) = self { last = screen }
    }
}

/// A request of a worker to its host. The worker waits for the answer.
package enum WorkerRequest: Hashable, Sendable {
    /// The maximum content of a frame, in bytes, since many requests may wait. It also holds for replies other than
    /// screens.
    package static let maximumSize = 8 << 20

    case navigation(NavigationRequest, ScreenID)
    case canReturn(checkpoint: String, ScreenID)
    /// To connect: ``WorkerCall/connected(request:_:)`` answers it, by its number.
    case connect(Endpoint, request: UInt64)
    /// To let the user pick a file: ``WorkerCall/picked(request:name:_:)`` answers it, by its number.
    case pickFile(FileRequest, request: UInt64)

    package var bytes: [UInt8] { BinaryWriter.bytes { write(binary: &$0) } }

    package func write(binary writer: inout BinaryWriter) {
        switch self {
        case .navigation(let request, let screen):
            writer.append(UInt8(0))
            writer.append(screen)
            writer.append(request)
        case .canReturn(let checkpoint, let screen):
            writer.append(UInt8(1))
            writer.append(screen)
            writer.append(checkpoint)
        case .connect(let endpoint, let number):
            writer.append(UInt8(2))
            writer.append(number)
            writer.append(endpoint)
        case .pickFile(let request, let number):
            writer.append(UInt8(3))
            writer.append(number)
            request.write(binary: &writer)
        }
    }

    package init(_ bytes: [UInt8]) throws(BinaryError) {
        var reader = BinaryReader(bytes)
        let kind = try reader.uint8()
        // The screen, or the number of the request.
        let number = try reader.uint64()
        switch kind {
        case 0: self = .navigation(try reader.navigationRequest(), number)
        case 1: self = .canReturn(checkpoint: try reader.text(), number)
        case 2: self = .connect(try reader.endpoint(), request: number)
        case 3: self = .pickFile(try FileRequest(binary: &reader), request: number)
        default: throw BinaryError("the unknown request \(kind)")
        }
        try reader.requireEnd()
    }
}

/// The answer of a host to a request.
package enum HostAnswer: Hashable, Sendable {
    case done
    case failure(CallFailure)
    case bool(Bool)

    package var bytes: [UInt8] { BinaryWriter.bytes { write(binary: &$0) } }

    package func write(binary writer: inout BinaryWriter) {
        switch self {
        case .done: writer.append(UInt8(0))
        case .failure(let failure):
            writer.append(UInt8(1))
            writer.append(failure)
        case .bool(let bool):
            writer.append(UInt8(2))
            writer.append(bool)
        }
    }

    package init(_ bytes: [UInt8]) throws(BinaryError) {
        var reader = BinaryReader(bytes)
        switch try reader.uint8() {
        case 0: self = .done
        case 1: self = .failure(try reader.failure())
        case 2: self = .bool(try reader.bool())
        case let kind: throw BinaryError("the unknown answer \(kind)")
        }
        try reader.requireEnd()
    }
}

/// A message of a worker to its host that has no answer.
package enum WorkerNotice: Hashable, Sendable {
    /// The stage of loading that the worker has reached.
    case reached(LoadingStage)
    case invalidate(ScreenID)
    case log(LogLine.Level, String)
    /// A defect of the feature, which the worker has found.
    case defect(name: String, String)

    package var bytes: [UInt8] { BinaryWriter.bytes { write(binary: &$0) } }

    package func write(binary writer: inout BinaryWriter) {
        switch self {
        case .reached(let stage):
            writer.append(UInt8(0))
            writer.append(stage.rawValue)
        case .invalidate(let screen):
            writer.append(UInt8(1))
            writer.append(screen)
        case .log(let level, let message):
            writer.append(UInt8(2))
            writer.append(level.rawValue)
            writer.append(message.cut(toBytes: ABILimit.reasonSize))
        case .defect(let name, let message):
            writer.append(UInt8(3))
            writer.append(name.cut(toBytes: ABILimit.reasonSize))
            writer.append(message.cut(toBytes: ABILimit.reasonSize))
        }
    }

    package init(_ bytes: [UInt8]) throws(BinaryError) {
        var reader = BinaryReader(bytes)
        switch try reader.uint8() {
        case 0:
            let stage = try reader.uint8()
            guard let known = LoadingStage(rawValue: stage) else { throw BinaryError("the unknown stage \(stage)") }
            self = .reached(known)
        case 1: self = .invalidate(try reader.uint64())
        case 2:
            let level = try reader.uint32()
            self = .log(LogLine.Level(rawValue: level) ?? .error, try reader.text(limit: ABILimit.reasonSize))
        case 3:
            self = .defect(
                name: try reader.text(limit: ABILimit.reasonSize), try reader.text(limit: ABILimit.reasonSize))
        case let kind: throw BinaryError("the unknown notice \(kind)")
        }
        try reader.requireEnd()
    }
}

extension BinaryWriter {
    package mutating func append(_ request: NavigationRequest) {
        switch request {
        case .navigate(let destination, let method):
            append(UInt8(0))
            append(destination)
            append(method)
        case .back: append(UInt8(1))
        case .pop(let count):
            append(UInt8(2))
            append(Int64(count))
        case .popTo(let destination):
            append(UInt8(3))
            append(destination)
        case .popToRoot: append(UInt8(4))
        case .dismiss: append(UInt8(5))
        case .dismissAll: append(UInt8(6))
        case .replaceStack(let destinations):
            append(UInt8(7))
            append(list: destinations) { $0.append($1) }
        case .reset: append(UInt8(8))
        case .selectTab(let name):
            append(UInt8(9))
            append(name)
        case .returnToCheckpoint(let name, let value):
            append(UInt8(10))
            append(name)
            append(value)
        case .send(let messages):
            append(UInt8(11))
            append(messages)
        case .resume: append(UInt8(12))
        case .swap(let destination):
            append(UInt8(13))
            append(destination)
        }
    }
}

extension BinaryReader {
    package mutating func navigationRequest() throws(BinaryError) -> NavigationRequest {
        switch try uint8() {
        case 0: return .navigate(try destination(), method: try method())
        case 1: return .back
        case 2:
            let count = try int64()
            guard (0...Int64(UInt32.max)).contains(count) else { throw BinaryError("\(count) screens to pop") }
            return .pop(Int(count))
        case 3: return .popTo(try destination())
        case 4: return .popToRoot
        case 5: return .dismiss
        case 6: return .dismissAll
        case 7:
            return .replaceStack(
                try list(limit: ABILimit.arrayCount) { (reader) throws(BinaryError) in try reader.destination() })
        case 8: return .reset
        case 9: return .selectTab(try text())
        case 10: return .returnToCheckpoint(try text(), value: try value())
        case 11: return .send(try messages())
        case 12: return .resume
        case 13: return .swap(try destination())
        case let kind: throw BinaryError("the unknown request \(kind)")
        }
    }
}
