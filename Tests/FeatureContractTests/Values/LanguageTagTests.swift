import FeatureContract
import Testing

@Suite("A language tag")
struct LanguageTagTests {
    @Test(
        "the name of a locale gives its tag, and its modifier the script if it is one",
        arguments: [
            ("de", "de"), ("de_AT", "de-AT"), ("de_AT.UTF-8", "de-AT"), ("de@euro", "de"),
            ("de_DE.ISO-8859-15@euro", "de-DE"),
            ("zh_TW.UTF-8", "zh-TW"), ("zh_Hant_TW", "zh-Hant-TW"), ("sr_RS@latin", "sr-Latn-RS"),
            ("sr@cyrillic", "sr-Cyrl"),
            ("ca_ES@valencia", "ca-ES"), ("DE_at", "de-AT"), ("zh-HANT", "zh-Hant"), ("es_419", "es-419"), ("C", nil),
            ("C.UTF-8", nil), ("POSIX", nil), ("", nil), ("de__AT", nil), ("../x", nil), ("\u{FC}_DE", nil),
        ] as [(String, String?)])
    func names(name: String, tag: String?) {
        #expect(LanguageTag(localeName: name)?.description == tag)
    }

    @Test(
        "the tags under which a text may lie begin with the language itself, and end with the language alone",
        arguments: [
            ("de", ["de"]), ("de-AT", ["de-AT", "de"]), ("zh-TW", ["zh-TW", "zh-Hant", "zh"]),
            ("zh-HK", ["zh-HK", "zh-Hant", "zh"]), ("zh-CN", ["zh-CN", "zh-Hans", "zh"]), ("zh", ["zh-Hans", "zh"]),
            ("zh-Hant-TW", ["zh-Hant-TW", "zh-Hant", "zh-TW", "zh"]), ("zh-Hant", ["zh-Hant", "zh"]),
            ("sr-Latn-RS", ["sr-Latn-RS", "sr-Latn", "sr-RS", "sr"]),
            ("ca-ES-valencia", ["ca-ES-valencia", "ca-ES", "ca"]),
        ])
    func fallbacks(tag: String, fallbacks: [String]) {
        #expect(LanguageTag(tag)?.fallbacks == fallbacks)
    }
}
