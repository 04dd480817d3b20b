import FeatureContract
import HTTPBroker
import HostSystem
import JSONText
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("The documented limits")
struct LimitsTests {
    /// Each row of the table, with the limit from the code.
    private static let rows: [(what: String, limit: String)] = [
        ("A library, and each library beside it that it needs", "\(LibraryFile.maximumSize >> 30) GiB"),
        ("A manifest", "\(Manifest.maximumSize >> 20) MiB"),
        ("A wiring file", "\(Wiring.maximumSize >> 20) MiB"),
        ("JSON (manifest, wiring, session), nested", "\(JSONOptions.strict.maximumDepth) deep"),
        ("A link", "\(LinkURL.maximumLength) bytes"),
        ("One text from a feature", "\(ABILimit.stringSize >> 20) MiB"),
        (
            "One list from a feature (arguments, messages, checkpoints, items of a value)",
            "\(ABILimit.arrayCount) elements"
        ),
        ("Nodes of a screen", "\(ViewCollector.maximumNodes)"),
        ("Nodes of a screen, nested", "\(ViewCollector.maximumDepth) deep"),
        ("All text and values of a screen", "\(ViewCollector.maximumContent >> 20) MiB"),
        ("A screen with all that is embedded in it", "\(ScreenStore.maximumSeen >> 20) MiB"),
        (
            "All screens, before those that are not seen are rendered anew when they are",
            "\(ScreenStore.maximumKept >> 20) MiB"
        ),
        ("The state that a screen saves", "\(ScreenState.maximumSize >> 20) MiB"),
        (
            "The states in a session",
            "\(NavigationState.maximumSaved >> 20) MiB in all; those of the screens on top come first"
        ),
        (
            "What a feature asks of the host in one call, and what it answers to one but a screen",
            "\(FrameKind.maximumRequest >> 20) MiB"
        ),
        ("Answers that a feature has asked for and does not read", "\(WorkerProcess.maximumUnread); it is ended"),
        (
            "Requests to navigate that wait, or follow from one another",
            "\(RequestQueue.maximumLength)"
        ),
        ("Requests of a feature to connect that are under way", "\(ConnectionBroker.maximumUnderWay)"),
        ("Requests of a feature by HTTP that are under way", "\(HTTPLimit.exchanges)"),
        ("A body of HTTP, in each direction", "\(HTTPLimit.body >> 20) MiB, unless `httpBody` says otherwise"),
        ("Embedded screens in one screen", "\(NavigationCoordinator.maximumEmbedded)"),
        ("Screens embedded in one another", "\(NavigationCoordinator.maximumEmbeddingDepth) deep"),
        (
            "Messages that the receivers of one sending may add",
            "\(Delivery.maximumAdded)"
        ),
        ("The reason of a failure, a line of the log", "\(ABILimit.reasonSize) bytes; the rest is cut"),
        ("All elements of the lists in one message", "\(BinaryReader.maximumElements)"),
        (
            "Lines of the log, of one feature and one level",
            "\(LogLimit.maximumLines) a second; how many more there were is told"
        ),
        ("A message between host and worker", "\(FrameBuffer.maximumSize >> 20) MiB"),
        (
            "What is kept of a crash",
            "\(WorkerExit.maximumFrames) frames, \(WorkerExit.maximumOutput) bytes of what was printed"
        ),
        ("Hops of a redirect", "\(Redirector.maximumHops)"),
        ("A registry", "\(RegistryLog.maximumSize >> 20) MiB"),
    ]

    @Test("each limit in the documentation is the limit in the code")
    func table() throws {
        let page = String(
            decoding: try FileDescriptor(opening: Repository.path("Documentation/Isolation.md"), 0)
                .readAll(limit: 1 << 20), as: UTF8.self)
        let section = try #require(page.ranges(of: "## Limits").first).upperBound
        let documented = page[section...].split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
        #expect(documented.map(String.init) == Self.rows.map { "| \($0.what) | \($0.limit) |" })
    }
}
