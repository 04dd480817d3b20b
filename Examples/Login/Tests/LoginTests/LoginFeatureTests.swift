import FeatureKit
import FeatureTesting
import Testing

@testable import Login

/// The login as the user sees it.
@Suite struct LoginFeatureTests {
    private let harness: FeatureHarness<LoginFeature>

    init() throws {
        harness = try FeatureHarness()
    }

    @Test("the right passcode sends that the user has signed in, a wrong one sends nothing")
    func signIn() throws {
        let screen = try harness.open(.login)
        try screen.type("Ada", into: "Name")
        try screen.type("1", into: "Passcode")
        try screen.press("Sign in")
        #expect(screen.text.contains("The passcode is wrong."))
        #expect(harness.requests == [])
        try screen.type("1234", into: "Passcode")
        try screen.press("Sign in")
        #expect(harness.requests == [.send([SignedIn(rawValue: true)])])
    }

    @Test("signing out sends that too")
    func signOut() throws {
        try harness.open(.logout).press("Sign out")
        #expect(harness.requests == [.send([SignedIn(rawValue: false)])])
    }
}
