import HostCore
import HostSystem

/// The content of a recording's file: an identifying line, then a ``ChecksummedRecord`` for each event.
///
/// Any bytes are possible input. Events are read up to the first incomplete or damaged one, which a killed host may
/// have left.
package struct Recording: Sendable {
    /// The first line of the file, with the number of the format.
    package static let header = "\(beginning)\(format)\n"
    package static let format = 4
    static let beginning = "switchyard recording "
    package static let maximumSize = 1 << 30
    /// The largest event, in bytes: a screen has its own limits.
    private static let maximumPayload = FrameBuffer.maximumSize + (1 << 20)

    package struct Entry: Sendable {
        /// The time since the beginning of the recording, in microseconds.
        package let time: UInt64
        package let event: RecordedEvent
        /// Whether `*` stands in it for the characters of a secret.
        package let hasSecret: Bool
    }

    package let events: [Entry]
    /// The missing end of the file; nil if all of it was read.
    package let cut: Cut?
    /// The reason why another user may have written the file; nil if none may.
    package private(set) var insecurity: InsecureFile?

    /// An incomplete or damaged end of a file.
    package struct Cut: Hashable, Sendable {
        /// The offset in the file at which reading stopped, in bytes.
        package let offset: Int
        package let size: Int
        package let events: Int
    }

    init(events: [Entry]) { (self.events, cut) = (events, nil) }

    package init(reading bytes: [UInt8]) throws(RecordingError) {
        let header = Array(Self.header.utf8)
        guard bytes.starts(with: header) else {
            guard bytes.starts(with: Array(Self.beginning.utf8)) else { throw .notARecording }
            let line = bytes.prefix(64).prefix { $0 != UInt8(ascii: "\n") }
            throw .otherFormat(String(decoding: line.dropFirst(Self.beginning.utf8.count), as: UTF8.self))
        }
        var events: [Entry] = []
        var reader = RecordedEventReader()
        var offset = header.count
        while let payload = ChecksummedRecord.payload(in: bytes, at: offset, limit: Self.maximumPayload),
            let entry = try? reader.entry(bytes[payload])
        {
            events.append(entry)
            offset = payload.upperBound
        }
        guard case .app? = events.first?.event else { throw .nothingWhole }
        self.events = events
        cut = offset == bytes.count ? nil : Cut(offset: offset, size: bytes.count, events: events.count)
    }

    /// Reads the file at `path`.
    ///
    /// - Parameter allowingInsecure: Whether to read a file that another user may have written: it determines the
    ///   wiring.
    package static func read(_ path: String, allowingInsecure: Bool = false) throws(RecordingError) -> Recording {
        let content: InputFile.Content
        do {
            content = try InputFile.content(named: path, limit: maximumSize)
        } catch {
            throw .notReadable(error)
        }
        if let problem = content.insecurity, !allowingInsecure { throw .insecure(problem) }
        var recording = try Recording(reading: content.bytes)
        recording.insecurity = content.insecurity
        return recording
    }
}

/// The reason why a recording cannot be replayed.
package enum RecordingError: Error, Hashable, Sendable {
    case notReadable(SystemError)
    case insecure(InsecureFile)
    case notARecording
    case otherFormat(String)
    /// The first event, the app's features and wiring, is incomplete or damaged.
    case nothingWhole
    /// The recorded app cannot be used, for this reason.
    case badApp(String)

    package func message(path: String) -> String {
        switch self {
        case .notReadable(let error): "the recording '\(path)' cannot be read: \(error)"
        case .insecure(let problem): "the recording '\(path)' is not replayed: \(problem)"
        case .notARecording:
            "'\(path)' is no recording: expected a file that 'run --record' or 'navigate --record' has written"
        case .otherFormat(let format):
            "the recording '\(path)' is of the format '\(DisplayText.safe(format))', and this host reads the format \(Recording.format); "
                + "replay it with the version of the host that made it"
        case .nothingWhole:
            "the recording '\(path)' has no whole event: it was cut off or damaged at its beginning; record the run again"
        case .badApp(let reason): "the recording '\(path)' is damaged: \(reason)"
        }
    }
}
