import FeatureContract
import HostSystem
import JSONText

/// An event of a recorded run. What is between a call and its reply has happened during that call, and what is behind an
/// input up to the next one in consequence of it.
package enum RecordedEvent: Hashable, Sendable {
    /// The features and the wiring from here on: the first event, and one in each reload that is taken.
    case app(RecordedApp)
    case input(CoordinatorInput)
    /// The screen that an input `show` has led to.
    case shown(ShownScreen.Digest)
    case call(WorkerCall, feature: String)
    case reply(WorkerReply, feature: String)
    case request(WorkerRequest, feature: String, HostAnswer)
    case notice(WorkerNotice, feature: String)
    /// The end of a feature with all its screens.
    case end(feature: String, reason: String?)
}

/// The features and the wiring of a recorded app.
package struct RecordedApp: Hashable, Sendable {
    package struct Feature: Hashable, Sendable {
        /// The path of its file.
        package let path: String
        package let version: String
        /// The manifest as the library gave it.
        package let manifest: [UInt8]
    }

    /// The program that has made the recording, with its version: `switchyard 0.1.0`.
    package let host: String
    package let features: [Feature]
    /// The files that are not used.
    package let refusals: [Refusal]
    /// The wiring file's path; nil for a host without one.
    package let wiringPath: String?
    package let wiring: Wiring.Content

    package struct Refusal: Hashable, Sendable {
        package let path: String
        package let featureID: String?
        package let reason: String
    }
}

// MARK: The binary form

/// Writes events as they are in a file. A screen is written as its difference from the last one of its feature.
struct RecordedEventWriter {
    /// The secrets that are in no event.
    var redaction = Redaction()
    private var screens: [String: RenderedScreen] = [:]

    /// - Parameters:
    ///   - time: The time since the beginning of the recording, in microseconds.
    ///   - hasSecret: Whether a secret was replaced in the event already.
    mutating func bytes(of event: RecordedEvent, at time: UInt64, hasSecret: Bool) -> [UInt8] {
        let redaction = self.redaction.isEmpty ? nil : self.redaction
        var writer = BinaryWriter(redaction: redaction)
        writer.append(event.kind | (hasSecret || replaces(in: event) ? Self.secretBit : 0))
        writer.append(time)
        switch event {
        case .app(let app): app.write(binary: &writer)
        case .input(let input): writer.append(input)
        case .shown(let digest):
            writer.append(digest.state)
            writer.append(optional: digest.checksum) { $0.append($1) }
        case .call(let call, let feature):
            writer.append(feature)
            call.write(binary: &writer)
        case .reply(let reply, let feature):
            writer.append(feature)
            reply.write(binary: &writer, against: screens[feature] ?? RenderedScreen())
            if case .screen(let screen) = reply { screens[feature] = screen }
        case .request(let request, let feature, let answer):
            writer.append(feature)
            writer.append(BinaryWriter.bytes(redaction: redaction) { request.write(binary: &$0) })
            answer.write(binary: &writer)
        case .notice(let notice, let feature):
            writer.append(feature)
            notice.write(binary: &writer)
        case .end(let feature, let reason):
            writer.append(feature)
            writer.append(optional: reason) { $0.append($1) }
        }
        return writer.bytes
    }

    /// Whether a secret is in a call, an answer or a request. The difference that is written of a screen does not say so.
    private func replaces(in event: RecordedEvent) -> Bool {
        guard !redaction.isEmpty else { return false }
        func isIn(_ write: (inout BinaryWriter) -> Void) -> Bool {
            BinaryWriter.bytes(redaction: redaction, write) != BinaryWriter.bytes(write)
        }
        return switch event {
        case .call(let call, _): isIn(call.write)
        case .reply(let reply, _): isIn { reply.write(binary: &$0, against: RenderedScreen()) }
        case .request(let request, _, _): isIn(request.write)
        case .app, .input, .shown, .notice, .end: false
        }
    }

    /// The bit of an event's kind that says that a secret was replaced in it.
    static let secretBit: UInt8 = 0x80
}

/// Reads the events of a file, which may be any bytes.
struct RecordedEventReader {
    private var screens: [String: RenderedScreen] = [:]

    mutating func entry(_ bytes: ArraySlice<UInt8>) throws(BinaryError) -> Recording.Entry {
        var reader = BinaryReader(bytes)
        let kind = try reader.uint8()
        let time = try reader.uint64()
        let event = try event(kind & ~RecordedEventWriter.secretBit, &reader)
        return Recording.Entry(time: time, event: event, hasSecret: kind & RecordedEventWriter.secretBit != 0)
    }

    private mutating func event(_ kind: UInt8, _ reader: inout BinaryReader) throws(BinaryError) -> RecordedEvent {
        let event: RecordedEvent
        switch kind {
        case 0: event = .app(try RecordedApp(binary: &reader))
        case 1: event = .input(try reader.input())
        case 2:
            event = .shown(
                ShownScreen.Digest(
                    state: try reader.text(),
                    checksum: try reader.optional { (reader) throws(BinaryError) in try reader.uint64() }))
        case 3:
            let feature = try reader.text()
            return .call(try WorkerCall(reader.rest()), feature: feature)
        case 4:
            let feature = try reader.text()
            var last = screens[feature] ?? RenderedScreen()
            let reply = try WorkerReply(reader.rest(), against: &last)
            screens[feature] = last
            return .reply(reply, feature: feature)
        case 5:
            let feature = try reader.text()
            let request = try WorkerRequest(reader.data())
            return .request(request, feature: feature, try HostAnswer(reader.rest()))
        case 6:
            let feature = try reader.text()
            return .notice(try WorkerNotice(reader.rest()), feature: feature)
        case 7:
            event = .end(
                feature: try reader.text(),
                reason: try reader.optional { (reader) throws(BinaryError) in try reader.text() })
        default: throw BinaryError("the unknown event \(kind)")
        }
        try reader.requireEnd()
        return event
    }
}

extension RecordedEvent {
    fileprivate var kind: UInt8 {
        switch self {
        case .app: 0
        case .input: 1
        case .shown: 2
        case .call: 3
        case .reply: 4
        case .request: 5
        case .notice: 6
        case .end: 7
        }
    }
}

extension RecordedApp {
    init(binary reader: inout BinaryReader) throws(BinaryError) {
        let limit = BinaryReader.maximumElements
        host = try reader.text()
        features = try reader.list(limit: limit) { (reader) throws(BinaryError) in
            Feature(path: try reader.text(), version: try reader.text(), manifest: try reader.data())
        }
        refusals = try reader.list(limit: limit) { (reader) throws(BinaryError) in
            Refusal(
                path: try reader.text(),
                featureID: try reader.optional { (reader) throws(BinaryError) in try reader.text() },
                reason: try reader.text())
        }
        wiringPath = try reader.optional { (reader) throws(BinaryError) in try reader.text() }
        wiring = try Wiring.Content(binary: &reader)
    }

    func write(binary writer: inout BinaryWriter) {
        writer.append(host)
        writer.append(list: features) { writer, feature in
            writer.append(feature.path)
            writer.append(feature.version)
            writer.append(feature.manifest)
        }
        writer.append(list: refusals) { writer, refusal in
            writer.append(refusal.path)
            writer.append(optional: refusal.featureID) { $0.append($1) }
            writer.append(refusal.reason)
        }
        writer.append(optional: wiringPath) { $0.append($1) }
        wiring.write(binary: &writer)
    }
}

extension BinaryWriter {
    fileprivate mutating func append(_ input: CoordinatorInput) {
        switch input {
        case .start(let restored):
            append(UInt8(0))
            append(optional: restored) { $0.append($1) }
        case .open(let link):
            append(UInt8(1))
            append(link)
        case .go(let destination, let method):
            append(UInt8(2))
            append(destination)
            append(method)
        case .goToText(let text, let method):
            append(UInt8(3))
            append(text)
            append(method)
        case .perform(let request, let asked):
            append(UInt8(4))
            append(request)
            append(optional: asked) { $0.append($1) }
        case .performText(let operation):
            append(UInt8(5))
            // The texts take the places of the features' ids.
            append(operation.mapTargets { Destination(feature: $0, route: "", arguments: []) })
        case .use(let node, let value):
            append(UInt8(6))
            append(contentOf: node)
            append(node.screen)
            append(value)
        case .force(let isForcing):
            append(UInt8(7))
            append(isForcing)
        case .show: append(UInt8(8))
        case .renderHidden(let id):
            append(UInt8(9))
            append(id)
        case .work: append(UInt8(10))
        case .timer(let number):
            append(UInt8(11))
            append(Int64(number))
        case .reload(let isForced):
            append(UInt8(12))
            append(isForced)
        case .checkLocks(let feature):
            append(UInt8(13))
            append(feature)
        case .adopt(let started, let unchanged):
            append(UInt8(14))
            append(list: started) { $0.append($1) }
            append(list: unchanged) { $0.append($1) }
        case .reloaded: append(UInt8(15))
        case .shutDown: append(UInt8(16))
        case .showBeside(let isShown):
            append(UInt8(17))
            append(isShown)
        }
    }
}

extension BinaryReader {
    fileprivate mutating func input() throws(BinaryError) -> CoordinatorInput {
        func text(_ reader: inout BinaryReader) throws(BinaryError) -> String { try reader.text() }
        switch try uint8() {
        case 0: return .start(restored: try optional(text))
        case 1: return .open(try self.text())
        case 2: return .go(try destination(), try method())
        case 3: return .goToText(try self.text(), try method())
        case 4: return .perform(try navigationRequest(), asked: try optional(text))
        case 5: return .performText(try navigationRequest().mapTargets(\.feature))
        case 6:
            var node = try node()
            node.screen = try uint64()
            return .use(node, try value())
        case 7: return .force(try bool())
        case 8: return .show
        case 9: return .renderHidden(try uint64())
        case 10: return .work
        case 11: return .timer(Int(try int64()))
        case 12: return .reload(isForced: try bool())
        case 13: return .checkLocks(try self.text())
        case 14:
            return .adopt(
                started: try list(limit: Self.maximumElements, text),
                unchanged: try list(limit: Self.maximumElements, text))
        case 15: return .reloaded
        case 16: return .shutDown
        case 17: return .showBeside(try bool())
        case let kind: throw BinaryError("the unknown input \(kind)")
        }
    }
}
