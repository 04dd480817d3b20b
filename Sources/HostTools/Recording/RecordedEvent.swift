import FeatureContract
import HostCore
import HostSystem
import JSONText

/// An event of a recorded run. Events between a call and its reply happened during that call; those between two inputs
/// are consequences of the first.
@BinaryCoded
package enum RecordedEvent: Hashable, Sendable {
    /// The features and the wiring from here on: the first event, and one before each input `adopt`.
    case app(RecordedApp)
    case input(CoordinatorInput)
    /// The screen after an input `show`.
    case shown(ShownScreen.Digest)
    case call(FeatureMessage, feature: String)
    case reply(FeatureReply, feature: String)
    case message(HostMessage, feature: String, HostReply)
    case end(feature: String, reason: String?)
}

@BinaryCoded
package struct RecordedApp: Hashable, Sendable {
    @BinaryCoded
    package struct Feature: Hashable, Sendable {
        package let path: String
        package let version: String
        package let manifest: [UInt8]
    }

    /// The program that made the recording, with its version: `switchyard 0.2.0`.
    package let host: String
    package let features: [Feature]
    package let refusals: [Refusal]
    /// The wiring file's path; nil for a host without one.
    package let wiringPath: String?
    package let wiring: Wiring.Content

    @BinaryCoded
    package struct Refusal: Hashable, Sendable {
        package let path: String
        package let featureID: String?
        package let reason: String
    }
}

// MARK: The binary form

/// Writes events in the file's form. A screen is written as its difference from the last one of its feature.
struct RecordedEventWriter {
    /// The secrets to replace in events.
    var redaction = Redaction()
    private var screens: [String: RenderedScreen] = [:]

    /// - Parameters:
    ///   - time: The time since the beginning of the recording, in microseconds.
    ///   - hasSecret: Whether a secret was replaced in the event already.
    mutating func bytes(of event: RecordedEvent, at time: UInt64, hasSecret: Bool) -> [UInt8] {
        var writer = BinaryWriter(redaction: redaction.isEmpty ? nil : redaction)
        writer.append(time)
        writer.append(hasSecret || replaces(in: event))
        if case .reply(let reply, let feature) = event {
            writer.append(true)
            writer.append(feature)
            writer.append(reply, against: screens[feature] ?? RenderedScreen())
            if case .screen(let screen) = reply { screens[feature] = screen }
        } else {
            writer.append(false)
            writer.append(coded: event)
        }
        return writer.bytes
    }

    /// Whether a call, an answer or a request contains a secret. The written difference of a screen does not show that.
    private func replaces(in event: RecordedEvent) -> Bool {
        guard !redaction.isEmpty else { return false }
        switch event {
        case .call, .reply, .message:
            return BinaryWriter.bytes(redaction: redaction) { $0.append(coded: event) }
                != BinaryWriter.bytes { $0.append(coded: event) }
        case .app, .input, .shown, .end: return false
        }
    }
}

/// Reads the events of a file, which may be any bytes.
struct RecordedEventReader {
    private var screens: [String: RenderedScreen] = [:]

    mutating func entry(_ bytes: ArraySlice<UInt8>) throws(BinaryError) -> Recording.Entry {
        var reader = BinaryReader(bytes)
        let (time, hasSecret) = (try reader.uint64(), try reader.bool())
        let event: RecordedEvent
        if try reader.bool() {
            let feature = try reader.text()
            let reply = try reader.reply(against: screens[feature] ?? RenderedScreen())
            if case .screen(let screen) = reply { screens[feature] = screen }
            event = .reply(reply, feature: feature)
        } else {
            event = try reader.decode(RecordedEvent.self)
        }
        try reader.requireEnd()
        return Recording.Entry(time: time, event: event, hasSecret: hasSecret)
    }
}
