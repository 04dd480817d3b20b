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

extension Finding.Status {
    /// The colour of what has the status; nil for that of everything else.
    var colour: String? {
        switch self {
        case .ok, .unreachable: nil
        case .dangling, .conflicting: "#b3261e"
        case .cyclic: "#7a3ab0"
        case .illTyped, .illFormed, .refused: "#8f5c00"
        }
    }
}
