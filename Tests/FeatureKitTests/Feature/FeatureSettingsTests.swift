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

    @Test("settings are decoded as a struct, whose optionals need not be set")
    func decoding() throws {
        let decoded = try settings.decode(Options.self)
        #expect(
            decoded
                == Options(text: "a", count: 7, ratio: 0.5, names: ["a", "b"], mode: nil, inner: .init(text: "b")))
        let settings = try #require(FeatureSettings(#"{ "text": "", "ratio": 2, "mode": "fast" }"#))
        #expect(
            try settings.decode(Options.self)
                == Options(text: "", count: nil, ratio: 2, names: nil, mode: .fast, inner: nil))
    }

    @Test(
        "a setting that does not fit the struct is named with what was expected and what was found",
        arguments: [
            ("{}", "the setting 'text' is missing"),
            (#"{ "text": 7 }"#, "the setting 'text' is the int 7; expected a string"),
            (#"{ "text": "", "count": 0.5 }"#, "the setting 'count' is the double 0.5; expected an int"),
            (#"{ "text": "", "names": ["a", 1] }"#, "the setting 'names[1]' is the int 1; expected a string"),
            (#"{ "text": "", "mode": "slow" }"#, "the setting 'mode' is the string 'slow'; expected a value of Mode"),
            (#"{ "text": "", "inner": [] }"#, "the setting 'inner' is a list; expected an object"),
            (
                #"{ "text": "", "inner": { "text": true } }"#,
                "the setting 'inner.text' is the bool true; expected a string"
            ),
        ])
    func misfits(text: String, reason: String) throws {
        let settings = try #require(FeatureSettings(text))
        #expect {
            try settings.decode(Options.self)
        } throws: { error in
            "\(error)" == reason
        }
    }

    private struct Options: Codable, Equatable {
        enum Mode: String, Codable { case fast }
        struct Inner: Codable, Equatable { let text: String }

        let text: String
        let count: Int?
        let ratio: Double?
        let names: [String]?
        let mode: Mode?
        let inner: Inner?
    }
}
