import FeatureKit
import FeatureTesting
import Testing

@testable import Account

/// Account as the user sees it.
@Suite struct AccountFeatureTests {
    @Test(
        "a link leads to its screen",
        arguments: [("shop://account/orders", "My orders"), ("shop://account/orders/2", "Order 2")])
    func links(link: String, title: String) throws {
        let harness = try FeatureHarness(AccountFeature.self)
        #expect(try harness.open(link: link).title == title)
    }
}
