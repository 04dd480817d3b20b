import FeatureContract
import HostSystem
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("The user's languages")
struct LanguagesTests {
    @Test(
        "LANGUAGE comes before the locale of messages, and counts only beside a locale other than C",
        arguments: [
            (["LANG": "de_DE.UTF-8"], ["de-DE"]), (["LANG": "de_DE", "LC_MESSAGES": "fr_FR"], ["fr-FR"]),
            (["LANG": "de_DE", "LC_ALL": "it"], ["it"]),
            (["LANG": "en_US.UTF-8", "LANGUAGE": "de:en"], ["de", "en", "en-US"]),
            (["LANG": "de_AT", "LANGUAGE": "de_AT:de"], ["de-AT", "de", "de-AT"]), (["LANGUAGE": "de"], []),
            (["LANG": "C", "LANGUAGE": "de"], []), (["LANG": "C.UTF-8", "LANGUAGE": "de::?"], ["de"]),
            (["LANG": "C.UTF-8"], []), (["LANG": "de", "LC_ALL": "", "LANGUAGE": ""], ["de"]), ([:], []),
        ])
    func languages(variables: [String: String], tags: [String]) {
        #expect(HostEnvironment(variables).languages.map(\.description) == tags)
    }

    @Test(
        "a feature is given the first language that it has texts in, or English, else the first of all",
        arguments: [
            (["nn", "nb", "da"], "nb"), (["nn", "da"], "nn"), (["fr", "en", "nb"], "en"), (["nb-NO"], "nb-NO"),
            (["fr", "nb-NO"], "nb-NO"), ([], nil),
        ] as [([String], String?)])
    func chosen(languages: [String], tag: String?) throws {
        let directory = try TestSupport.TemporaryDirectory()
        try File.write("{}", to: directory("notes.nb.strings.json"))
        try File.write("{}", to: directory("other.nn.strings.json"))
        let tags = languages.compactMap { LanguageTag($0) }
        #expect(FeatureTexts.language(of: "notes", in: directory.path, tags)?.description == tag)
    }
}
