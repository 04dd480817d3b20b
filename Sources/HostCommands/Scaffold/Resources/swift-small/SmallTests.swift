import FeatureTesting
import Testing

@testable import TemplateName

/// The feature as a host and a user see it.
@Suite struct TemplateNameFeatureTests {
    @Test("the link leads to the screen, where an item can be marked as done")
    func done() throws {
        let harness = try FeatureHarness(TemplateNameFeature.self)
        let screen = try harness.open(link: "template-scheme://template-name/list")
        #expect(screen.title == "Template name")
        #expect(screen.text.contains("0 of 3 done"))
        try screen.press("Look around")
        #expect(screen.text.contains("1 of 3 done"))
    }
}
