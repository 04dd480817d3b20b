import FeatureKit
import Testing

/// The settings of a feature, which the operator sets.
@Suite struct FeatureSettingsTests {
    private let settings: FeatureSettings

    init() throws {
        settings = try #require(
            FeatureSettings(
                """
                {
                  // As in the wiring file.
                  "text": "a", "flag": true, "count": 7, "ratio": 0.5, "names": ["a", "b"], "mixed": ["a", 1],
                  "inner": { "text": "b", "deeper": { "count": 1 } },
                }
                """))
    }

    @Test("a setting is read by its name and its type")
    func values() {
        #expect(settings.string("text") == "a")
        #expect(settings.bool("flag") == true)
        #expect(settings.integer("count") == 7)
        #expect(settings.double("ratio") == 0.5)
        #expect(settings.double("count") == 7)
        #expect(settings.strings("names") == ["a", "b"])
        #expect(settings.names == ["text", "flag", "count", "ratio", "names", "mixed", "inner"])
    }

    @Test("a setting of another type, or an absent one, is nil")
    func others() {
        #expect(settings.string("count") == nil)
        #expect(settings.integer("ratio") == nil)
        #expect(settings.bool("text") == nil)
        #expect(settings.double("text") == nil)
        #expect(settings.strings("mixed") == nil)
        #expect(settings.strings("text") == nil)
        #expect(settings.string("unset") == nil)
    }

    @Test("a section has its own names, and an absent section has none")
    func sections() {
        #expect(settings.section("inner").string("text") == "b")
        #expect(settings.section("inner").section("deeper").integer("count") == 1)
        #expect(settings.section("text") == FeatureSettings())
        #expect(settings.section("unset").names.isEmpty)
    }

    @Test("a text that is not an object gives no settings", arguments: ["", "[]", "7", "{", #"{"a":1}{"#])
    func none(text: String) {
        #expect(FeatureSettings(text) == nil)
    }
}
