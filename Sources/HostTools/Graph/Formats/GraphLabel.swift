import HostCore

extension Graph.Node {
    /// The name with its arguments, `detail?identifier={int}`, as `switchyard routes` writes it. An optional argument
    /// has a `?` behind its type.
    package var shape: String {
        let arguments = arguments.map { "\($0.name)={\($0.type)\($0.isRequired ? "" : "?")}" }
        let name = kind == .main ? feature ?? "" : name.isEmpty ? feature ?? "" : name
        return name + (arguments.isEmpty ? "" : "?" + arguments.joined(separator: "&"))
            + (type.map { " (\($0))" } ?? "")
    }
}

extension Graph.Node.Kind {
    /// The word that `switchyard routes` has for the kind.
    package var word: String {
        switch self {
        case .incoming: "in"
        case .outgoing: "out"
        default: rawValue
        }
    }
}
