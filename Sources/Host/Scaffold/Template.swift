/// Turns the files of `Resources` into those of a feature.
///
/// They are a feature themselves, whose names stand where the feature's own are to stand: `TemplateName`, `template-name`,
/// `template-scheme`. So they can be read, checked and compiled as what they are.
struct Template {
    /// The names that are replaced, each with what takes its place. No name begins another one.
    private let replacements: [(name: [UInt8], text: String)]

    init(_ replacements: [(name: String, text: String)]) {
        self.replacements = replacements.map { (Array($0.name.utf8), $0.text) }
    }

    /// The content of a resource with every name replaced. What takes a name's place is not looked at again.
    func text(_ resource: [UInt8]) -> String {
        var text: [UInt8] = []
        var rest = resource[...]
        while let first = rest.first {
            if let (name, replacement) = replacements.first(where: { rest.starts(with: $0.name) }) {
                text += replacement.utf8
                rest = rest.dropFirst(name.count)
            } else {
                text.append(first)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// A path in which every name is replaced.
    func path(_ path: String) -> String { text(Array(path.utf8)) }
}
