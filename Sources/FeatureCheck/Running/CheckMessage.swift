import FeatureContract
import HostCore
import HostSystem

/// The job of a test's process, which comes in its only frame.
struct CheckJob: Hashable, Sendable {
    let library: String
    /// The directory of the library's file if the process may read it; else nil.
    let libraryDirectory: String?
    let test: String
    let seed: UInt64
    /// A directory for this test alone.
    let dataDirectory: String
    /// The number that the process sends at the end of the test, so that a feature cannot easily fake that message.
    let secret: UInt64

    init(
        library: String, libraryDirectory: String?, test: String, seed: UInt64, dataDirectory: String, secret: UInt64
    ) {
        self.library = library
        self.libraryDirectory = libraryDirectory
        self.test = test
        self.seed = seed
        self.dataDirectory = dataDirectory
        self.secret = secret
    }

    var bytes: [UInt8] {
        var writer = BinaryWriter()
        writer.append(library)
        writer.append(optional: libraryDirectory) { $0.append($1) }
        writer.append(test)
        writer.append(seed)
        writer.append(dataDirectory)
        writer.append(secret)
        return writer.bytes
    }

    init(_ bytes: [UInt8]) throws(BinaryError) {
        var reader = BinaryReader(bytes)
        library = try reader.text()
        libraryDirectory = try reader.optional { (reader) throws(BinaryError) in try reader.text() }
        test = try reader.text()
        seed = try reader.uint64()
        dataDirectory = try reader.text()
        secret = try reader.uint64()
        try reader.requireEnd()
    }
}

/// A message from a test's process, one per frame, sent at once. It counts even if the process crashes later.
enum CheckMessage: Hashable, Sendable {
    /// The call that begins now, to locate a crash.
    case reached(String)
    /// No call is running: the test does its own work, and the deadline of calls does not apply.
    case resting
    /// A rule is broken, or deserves a warning.
    case broken(Rule, CheckStatus, String)
    case found(CheckStatus, String)
    /// A remark that is shown even for a passed test, such as a measured time.
    case note(String)
    case mayRunPrograms
    /// The test is done; carries the secret of its job.
    case done(UInt64)

    /// The longest text, in bytes; the rest is cut.
    private static let maximumText = ABILimit.reasonSize
    private static func cut(_ text: String) -> String { text.cut(toBytes: maximumText) }

    var bytes: [UInt8] {
        var writer = BinaryWriter()
        switch self {
        case .reached(let place):
            writer.append(UInt8(0))
            writer.append(Self.cut(place))
        case .broken(let rule, let status, let reason):
            writer.append(UInt8(1))
            writer.append(rule.rawValue)
            writer.append(status.rawValue)
            writer.append(Self.cut(reason))
        case .found(let status, let reason):
            writer.append(UInt8(2))
            writer.append(status.rawValue)
            writer.append(Self.cut(reason))
        case .note(let text):
            writer.append(UInt8(3))
            writer.append(Self.cut(text))
        case .done(let secret):
            writer.append(UInt8(4))
            writer.append(secret)
        case .resting: writer.append(UInt8(5))
        case .mayRunPrograms: writer.append(UInt8(6))
        }
        return writer.bytes
    }

    init(_ bytes: [UInt8]) throws(BinaryError) {
        var reader = BinaryReader(bytes)
        switch try reader.uint8() {
        case 0: self = .reached(try reader.text(limit: Self.maximumText))
        case 1:
            guard let rule = Rule(rawValue: try reader.text()) else { throw BinaryError("an unknown rule") }
            guard let status = CheckStatus(rawValue: try reader.text()) else { throw BinaryError("an unknown status") }
            self = .broken(rule, status, try reader.text(limit: Self.maximumText))
        case 2:
            guard let status = CheckStatus(rawValue: try reader.text()) else { throw BinaryError("an unknown status") }
            self = .found(status, try reader.text(limit: Self.maximumText))
        case 3: self = .note(try reader.text(limit: Self.maximumText))
        case 4: self = .done(try reader.uint64())
        case 5: self = .resting
        case 6: self = .mayRunPrograms
        case let kind: throw BinaryError("the unknown message \(kind)")
        }
        try reader.requireEnd()
    }
}
