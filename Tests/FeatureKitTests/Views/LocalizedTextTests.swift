import FeatureTesting
import TestSupport
import Testing

@testable import FeatureCore

/// Texts in the user's language.
@Suite struct LocalizedTextTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func harness(locale: String?) throws -> FeatureHarness<TextsFeature> {
        try FeatureHarness(locale: locale, libraryDirectory: directory.path)
    }

    private func write(_ language: String, _ text: String) throws {
        try File.write(text, to: "\(directory.path)/texts.\(language).strings.json")
    }

    @Test("literals are looked up by their keys, in views, titles and outside of views; strings are not")
    func lookup() throws {
        try write(
            "de",
            #"""
            {
                "Texts": "Texte", "Title": "Überschrift", "%lld of %@": "%2$@: %1$lld", "100%% of %lld": "%lld %%",
                "Save": "Sichern", "Section": "Abschnitt", "Outside %@": "Außen %@"
            }
            """#)
        let screen = try harness(locale: "de-AT").openMain()
        #expect(screen.title == "Überschrift")
        #expect(
            screen.text == """
                Überschrift
                ===========

                Abschnitt
                  Texte
                  Texts
                  Texts
                  Werke: 3
                  7 %
                  [Sichern]
                  Außen 1
                  Unknown 5

                """)
    }

    @Test("without a file for the user's language the texts are those of the code", arguments: [nil, "fr", "de"])
    func none(locale: String?) throws {
        let screen = try harness(locale: locale).openMain()
        #expect(screen.title == "Title")
        #expect(screen.text.contains("3 of Werke"))
        #expect(screen.text.contains("100% of 7"))
    }

    @Test(
        "a text is that of the region, else of the language, else of the development language",
        arguments: [("de-AT", "Jänner"), ("de-CH", "Januar"), ("de", "Januar"), ("fr", "January"), (nil, "January")])
    func fallback(locale: String?, text: String) throws {
        try write("de-AT", #"{ "Texts": "Jänner" }"#)
        try write("de", #"{ "Texts": "Januar", "Title": "Titel" }"#)
        try write("en", #"{ "Texts": "January" }"#)
        let screen = try harness(locale: locale).openMain()
        #expect(screen.text.contains(text))
        #expect(screen.title == (locale?.hasPrefix("de") == true ? "Titel" : "Title"))
    }

    @Test(
        "a broken file is one line in the log with its place, and its texts are not translated",
        arguments: [
            ("{\n  \"Texts\": }", "line 2, column 12: "),
            ("{ \"Texts\": 7 }", "line 1, column 12: Texts: expected a string, found a number"),
            ("[]", "line 1, column 1: expected an object, found an array"),
        ])
    func broken(text: String, place: String) throws {
        try write("de", text)
        let harness = try harness(locale: "de")
        #expect(try harness.openMain().title == "Title")
        #expect(harness.logLines.map(\.level) == [.error])
        let line = try #require(harness.logLines.first?.message)
        #expect(line.hasPrefix("\(directory.path)/texts.de.strings.json: \(place)"))
    }

    @Test("the feature is given the locale and the library's directory; an unknown one is nil")
    func context() throws {
        var received: FeatureContext?
        let harness = try FeatureHarness(locale: "de-AT", libraryDirectory: directory.path) { context in
            received = context
            return TextsFeature(context: context)
        }
        #expect(received?.locale == "de-AT")
        #expect(received?.libraryDirectory == directory.path)
        harness.end()
        let without = try FeatureHarness { context in
            received = context
            return TextsFeature(context: context)
        }
        #expect(received?.locale == nil)
        #expect(received?.libraryDirectory == nil)
        without.end()
    }

    @Test(
        "the arguments stand in the order of the translation; what names none stays",
        arguments: [
            ("%@ and %lld", "a and b"), ("%2$@ and %1$@", "b and a"), ("%1$@ %1$@", "a a"), ("%%@", "%@"),
            ("%@ %@ %@", "a b %@"), ("%3$@", "%3$@"), ("%0$@", "%0$@"), ("%", "%"), ("%x %@", "%x b"), ("%5d", "%5d"),
            ("%9223372036854775808$@", "%9223372036854775808$@"),
        ])
    func filling(text: String, filled: String) {
        #expect(FeatureStrings.fill(text, with: ["a", "b"]) == filled)
    }
}

private struct TextsFeature: Feature {
    static let id = "texts"
    static let version = "1"

    private let outside: String

    init(context: FeatureContext) {
        outside = String(localized: "Outside \("1")", context: context)
    }

    func makeMainView(navigator: any NavigatorContract) -> AnyView { AnyView(TextsView(outside: outside)) }
}

private struct TextsView: View {
    let outside: String
    private let plain = "Texts"

    var body: some View {
        Section("Section") {
            Text("Texts")
            Text(plain)
            Text(verbatim: "Texts")
            Text("\(3) of \("Werke")")
            Text("100% of \(7)")
            Button("Save") {}
            Text(outside)
            Text("Unknown \(5)")
        }
        .navigationTitle("Title")
    }
}
