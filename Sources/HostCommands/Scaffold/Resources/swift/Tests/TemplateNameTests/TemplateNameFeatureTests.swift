import FeatureTesting
import Testing

@testable import TemplateName

/// The feature as a host and a person see it.
@Suite struct TemplateNameFeatureTests {
    private let harness: FeatureHarness<TemplateNameFeature>

    init() throws {
        harness = try FeatureHarness(TemplateNameFeature.self)
    }

    @Test("every incoming destination that exists has a screen")
    func destinations() throws {
        #expect(try harness.open(.list).title == "Template name")
        #expect(try harness.open(.detail(identifier: 1)).title == "Look around")
        #expect(throws: HarnessError.self) { try harness.open(.detail(identifier: 99)) }
    }

    @Test(
        "a link leads to its screen",
        arguments: [
            ("template-scheme://template-name/list", "Template name"),
            ("template-scheme://template-name/detail?id=2", "Change something"),
        ])
    func links(link: String, title: String) throws {
        #expect(try harness.open(link: link).title == title)
    }

    @Test("what is done on an item's screen is marked in the list")
    func done() throws {
        let list = try harness.openMain()
        try harness.open(.detail(identifier: 1)).press("Done")
        #expect(list.text.contains("> Look around (done)\n> Change something\n"))
    }
}
