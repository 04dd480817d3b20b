import FeatureKit
import FeatureTesting
import Testing

@testable import Contacts

/// What a person sees of Contacts, and where a press leads.
@Suite struct ContactViewTests {
    private let harness: FeatureHarness<ContactsFeature>

    init() throws {
        harness = try FeatureHarness()
    }

    @Test("a contact shows what is known of it, and begins a conversation")
    func detail() throws {
        let screen = try harness.open(.detail(id: 3))
        #expect(
            screen.text == """
                Carol
                =====

                Status  In a meeting
                Telephone  555-0103
                [Start chat]

                """)
        try screen.press("Start chat")
        #expect(harness.navigatedDestinations as? [ContactsOutgoingNavigation] == [.conversation(recipient: 3)])
    }

    @Test("an id that nobody has is told", arguments: [ContactsIncomingNavigation.detail(id: 9), .card(id: 9)])
    func unknown(navigation: ContactsIncomingNavigation) throws {
        #expect(try harness.open(navigation).text.contains("nknown contact"))
    }

    @Test("the list and the choice show everybody", arguments: [ContactsIncomingNavigation.list, .pick])
    func everybody(navigation: ContactsIncomingNavigation) throws {
        #expect(try harness.open(navigation).text.hasSuffix("\n[Alice]\n[Bob]\n[Carol]\n[Mallory]\n"))
    }

    @Test("a press in the list leads to the contact, in the choice it returns the contact")
    func press() throws {
        try harness.openMain().press("Bob")
        try harness.open(.pick).press("Bob")
        #expect(
            harness.requests == [
                .navigate(AnyNavigation(ContactsIncomingNavigation.detail(id: 2)), method: nil),
                .returnToCheckpoint("picked", value: 2.navigationRawValue),
            ])
        #expect(harness.problems.isEmpty)
    }

    @Test("the card is one line without a title, which is the embedding screen's")
    func card() throws {
        #expect(try harness.open(.card(id: 1)).text == "Alice  Available\n")
    }
}
