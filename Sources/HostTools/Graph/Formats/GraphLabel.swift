import HostCore

extension Graph.Node {
    /// The name with its arguments as in `switchyard routes`: `detail?identifier={int}`. Optional arguments have a `?`
    /// after their type.
    package var shape: String {
        let arguments = arguments.map { "\($0.name)={\($0.type)\($0.isRequired ? "" : "?")}" }
        let name = kind == .main ? feature ?? "" : name.isEmpty ? feature ?? "" : name
        return name + (arguments.isEmpty ? "" : "?" + arguments.joined(separator: "&"))
            + (type.map { " (\($0))" } ?? "")
    }
}

extension Graph.Node.Kind {
    /// The word of `switchyard routes` for the kind.
    package var word: String {
        switch self {
        case .incoming: "in"
        case .outgoing: "out"
        default: rawValue
        }
    }
}
