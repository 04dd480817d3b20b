import FeatureContract

/// A feature's id, and the names that its code goes by.
struct FeatureName {
    /// `my-notes`
    let id: String

    /// Checks that a feature in that language can go by the name.
    init(_ text: String, language: FeatureLanguage) throws(FeatureNameError) {
        guard Identifier.isFeature(text), !Self.words(text).contains("") else {
            throw .notID(text, nearest: Self.nearest(to: text))
        }
        guard text != Manifest.systemID else { throw .hostsOwn(text) }
        id = text
        if language == .swift, Self.takenModules.contains(type) { throw .taken(text, module: type) }
    }

    /// As a type, and as a module of Swift: `MyNotes`
    var type: String { Self.words(id).map(Self.capitalized).joined() }
    /// For people: `My notes`
    var title: String { Self.capitalized(Self.words(id).joined(separator: " ")) }
    /// As a crate of Rust: `my_notes`
    var snake: String { Self.words(id).joined(separator: "_") }

    private static func words(_ id: String) -> [String] {
        id.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    }

    private static func capitalized(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }

    /// The id that somebody means who writes `MyNotes`, `my_notes` or `my notes`; nil where it is anybody's guess.
    private static func nearest(to text: String) -> String? {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        var id = ""
        var last: Character = "-"
        for character in text {
            let isWord = character.isLetter || character.isNumber
            if !isWord || character.isUppercase && (last.isLowercase || last.isNumber), !id.isEmpty, id.last != "-" {
                id += "-"
            }
            // It begins with a letter.
            if character.isLetter || character.isNumber && !id.isEmpty { id += character.lowercased() }
            last = character
        }
        id = String(id.prefix(64))
        while id.last == "-" { id.removeLast() }
        return id.isEmpty ? nil : id
    }

    /// The modules that a feature's own cannot be called as: words of the language; those that its code is compiled
    /// with; and the targets of Switchyard's package, of whose names the package manager takes no other.
    private static let takenModules: Set<String> = [
        "Any", "Self",
        "Dispatch", "Foundation", "Glibc", "Observation", "Swift", "Synchronization", "Testing",
        "Character", "CharacterExport", "FeatureCheck", "FeatureContract", "FeatureKit", "FeatureTesting", "FuzzBodies",
        "Fuzzer", "Home", "HomeExport", "Host", "HostCore", "Terminal", "TerminalFixture", "TestSupport",
    ]
}

/// Why a feature cannot go by a name.
enum FeatureNameError: Error {
    case notID(String, nearest: String?)
    case hostsOwn(String)
    case taken(String, module: String)
}

extension FeatureNameError: CustomStringConvertible {
    var description: String {
        switch self {
        case .notID(let text, let nearest):
            "'\(text)' is not a feature id: words of lower-case letters and digits with a '-' between two, beginning "
                + "with a letter, at most 64" + (nearest.map { "; try '\($0)'" } ?? "")
        case .hostsOwn(let text): "'\(text)' is the host's own feature; try 'my-\(text)'"
        case .taken(let text, let module):
            "'\(text)' cannot be a feature in Swift: its module would be '\(module)', and so is one that it is built "
                + "with; try 'my-\(text)'"
        }
    }
}
