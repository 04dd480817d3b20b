import FeatureContract

/// A feature's id, and the names in its code that are derived from it.
struct FeatureName {
    /// The feature's id: `my-notes`
    let id: String

    /// Checks that the text can be the id of a feature in this language.
    init(_ text: String, language: FeatureLanguage) throws(UsageError) {
        guard Identifier.isFeature(text), !Self.words(text).contains("") else {
            let hint = Self.nearest(to: text).map { "; try '\($0)'" } ?? ""
            throw UsageError(
                "'\(text)' is not a feature id: words of lower-case letters and digits with a '-' between two, beginning "
                    + "with a letter, at most 64\(hint)", command: "new")
        }
        guard text != Manifest.systemID else {
            throw UsageError("'\(text)' is the host's own feature; try 'my-\(text)'", command: "new")
        }
        id = text
        if language == .swift, Self.takenModules.contains(type) {
            throw UsageError(
                "'\(text)' cannot be a feature in Swift: its module would be '\(type)', and so is one that it is built "
                    + "with; try 'my-\(text)'", command: "new")
        }
    }

    /// The name as a type, and as a module of Swift: `MyNotes`
    var type: String { Self.words(id).map(Self.capitalized).joined() }
    /// The name for display: `My notes`
    var title: String { Self.capitalized(Self.words(id).joined(separator: " ")) }
    /// The name as a crate of Rust: `my_notes`
    var snake: String { Self.words(id).joined(separator: "_") }

    private static func words(_ id: String) -> [String] {
        id.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    }

    private static func capitalized(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }

    /// Returns the id that `MyNotes`, `my_notes` or `my notes` probably means; nil if there is nothing to guess from.
    private static func nearest(to text: String) -> String? {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        var id = ""
        var last: Character = "-"
        for character in text {
            let isWord = character.isLetter || character.isNumber
            if !isWord || character.isUppercase && (last.isLowercase || last.isNumber), !id.isEmpty, id.last != "-" {
                id += "-"
            }
            // An id begins with a letter, so digits before the first one are dropped.
            if character.isLetter || character.isNumber && !id.isEmpty { id += character.lowercased() }
            last = character
        }
        id = String(id.prefix(64))
        while id.last == "-" { id.removeLast() }
        return id.isEmpty ? nil : id
    }

    /// The names that a feature's Swift module cannot have: words of the language; modules compiled with the feature;
    /// and targets of Switchyard's package, since SwiftPM allows each target name once.
    private static let takenModules: Set<String> = [
        "Any", "Self",
        "Dispatch", "Foundation", "Glibc", "Observation", "Swift", "Synchronization", "Testing",
        "Benchmark", "Character", "CharacterExport", "CurlCalls", "EmptyProgram", "FeatureCheck", "FeatureContract",
        "FeatureCore", "FeatureKit", "FeatureMacros", "FeatureTesting", "FuzzBodies", "Fuzzer", "HTTPBroker", "Home",
        "HomeExport", "Host", "HostCommands", "HostCore", "HostSystem", "HostTestSupport", "HostTools", "InProcess",
        "ProgramTestSupport", "ScreenExport", "ScreenViews", "StaticSeed", "SwiftUINames", "Terminal",
        "TerminalFixture", "TestSupport",
    ]
}
