import FeatureKit
import FeatureTesting
import Testing

@testable import Chats

/// What a person sees of a new message, and what the host sees of it.
@Suite struct ComposeViewTests {
    private let harness: FeatureHarness<ChatsFeature>

    init() throws {
        harness = try FeatureHarness()
    }

    @Test("the recipient that comes back is shown by another feature's card")
    func recipient() throws {
        let screen = try harness.open(.compose(contact: nil))
        #expect(screen.text.contains("No recipient yet.\n"))
        try screen.press("Choose a recipient")
        #expect(harness.navigatedDestinations as? [ChatsOutgoingNavigation] == [.picker])
        #expect(screen.checkpoints == ["recipient"])
        try screen.returnToCheckpoint(ChatsCheckpoints.recipient, value: 2)
        #expect(
            screen.text == """
                New message
                ===========

                > chats/contactCard?contact=2
                [Choose a recipient]
                Message: []
                [Send] (disabled)

                """)
    }

    @Test("the screen is locked from the first letter until the message is sent")
    func lock() throws {
        let screen = try harness.open(.compose(contact: 2))
        #expect(screen.lock == nil)
        try screen.type("Hello", into: "Message")
        #expect(screen.lock == "the message is not sent")
        try screen.type("", into: "Message")
        #expect(screen.lock == nil)
        try screen.type("Hello", into: "Message")
        try screen.press("Send")
        #expect(screen.lock == nil)
        #expect(try harness.open(.conversation(contact: 2)).text.contains("You: Hello\n"))
    }
}
