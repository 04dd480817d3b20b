import FeatureContract
import HostCore
import HostSystem

/// The job of a test's process, which comes in its only frame.
@BinaryCoded
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
}

extension CheckJob: FrameContent {}

/// A message from a test's process, one per frame, sent at once. It counts even if the process crashes later.
@BinaryCoded
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
}

extension CheckMessage: FrameContent {
    /// The longest text, in bytes; the rest is cut.
    static let maximumText = ABILimit.reasonSize

    var bytes: [UInt8] { BinaryWriter.bytes { $0.append(coded: self, textLimit: Self.maximumText) } }
}
