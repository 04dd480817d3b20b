import FeatureContract
import HostCore
import HostSystem
import JSONText

/// An event of a recorded run. What is between a call and its reply has happened during that call, and what is behind an
/// input up to the next one in consequence of it.
@BinaryCoded
package enum RecordedEvent: Hashable, Sendable {
    /// The features and the wiring from here on: the first event, and one before each input `adopt`.
    case app(RecordedApp)
    case input(CoordinatorInput)
    /// The screen that an input `show` has led to.
    case shown(ShownScreen.Digest)
    case call(FeatureMessage, feature: String)
    case reply(FeatureReply, feature: String)
    case message(HostMessage, feature: String, HostReply)
    /// The end of a feature with all its screens.
    case end(feature: String, reason: String?)
}

/// The features and the wiring of a recorded app.
@BinaryCoded
package struct RecordedApp: Hashable, Sendable {
    @BinaryCoded
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

    @BinaryCoded
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

    /// Whether a secret is in a call, an answer or a request. The difference that is written of a screen does not say so.
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
