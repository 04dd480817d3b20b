import FeatureKit
import FeatureTesting
import Testing

@testable import Settings

/// What a person sees of Settings.
@Suite struct SettingsViewTests {
    private let harness: FeatureHarness<SettingsFeature>

    init() throws {
        harness = try FeatureHarness()
    }

    @Test("the home leads to both sections")
    func home() throws {
        let screen = try harness.openMain()
        #expect(
            screen.text == """
                Settings
                ========

                Signed in as Dave.
                [Profile]
                [Privacy]

                """)
        try screen.press("Profile")
        try screen.press("Privacy")
        #expect(harness.navigatedDestinations as? [SettingsIncomingNavigation] == [.profile, .privacy])
    }

    @Test("what is changed on one screen shows on the others")
    func shared() throws {
        let home = try harness.openMain()
        try harness.open(.profile).type("Davina", into: "Name")
        #expect(home.text.contains("Signed in as Davina."))
        try harness.open(.privacy).press("Send read receipts")
        #expect(try harness.open(.privacy).text.contains("[ ] Send read receipts"))
        #expect(harness.requests == [.send([ReadReceipts(rawValue: false)])])
    }

    @Test("a section that is sent to the home is gone to")
    func receive() throws {
        let home = try harness.openMain()
        guard case .auto? = try home.send(SettingsIncomingNavigation.privacy) else {
            Issue.record("the home does not take it")
            return
        }
        #expect(harness.navigatedDestinations as? [SettingsIncomingNavigation] == [.privacy])
    }
}
