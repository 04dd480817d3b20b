import HostCore
import HostSystem
import JSONText

extension Command {
    fileprivate static let bindingsLanguage = Option(
        "--language", value: .word(FeatureLanguage.allCases.map(\.rawValue)),
        help: "The language of the source: swift where it is not said.")

    static let bindings = Command(
        name: "bindings", summary: "Print a source with the destinations of a feature, typed, for tests and wirings.",
        operands: .one(.file),
        discussion: """
            FILE is a library, or a manifest whose name ends in .json. The source has each destination of the feature
            with the types of its arguments, and makes of it the text that a host reads, as in

              print(CharacterDestination.detail(identifier: 42).text)      character/detail?identifier=42

            and the texts of a wiring file as constants: routes with their arguments in braces, and the names of
            checkpoints and values. It needs the standard library of its language and nothing else. A name that is a
            keyword of the language gets an underscore at its end.

            Exits 66 where the file cannot be read or is no feature.
            """,
        options: [bindingsLanguage, .allowInsecure], printsData: false, looksAtApp: false
    ) { arguments in
        let path = arguments.operands[0]
        let words = FeatureLanguage.allCases.map(\.rawValue)
        let word = arguments.last(bindingsLanguage) ?? FeatureLanguage.swift.rawValue
        guard let language = FeatureLanguage(rawValue: word) else {
            let hint = Spelling.nearest(to: word, in: words).map { "; did you mean '\($0)'?" }
            throw UsageError(
                "'\(word)' is not a language that there are bindings for: expected \(words.joined(separator: ", "))"
                    + (hint ?? ""), command: "bindings")
        }
        guard let file = FeatureFile.declaredOrNoted(in: path, try HostOptions(arguments)) else { return .noInput }
        Console.print(FeatureBindings(manifest: file.manifest).text(in: language))
        return .ok
    }
}
