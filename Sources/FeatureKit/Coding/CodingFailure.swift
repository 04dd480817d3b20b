/// The reason why a Swift value cannot cross to the host, or what crossed is no value of a Swift type.
package struct CodingFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// The place that a coder is at, as a message names it.
enum CodingPlace: CustomStringConvertible {
    /// The case of a navigation type, which holds its arguments.
    case route
    /// An argument of a destination, by its path; empty for the arguments themselves.
    case argument(String)
    /// A setting of the wiring file, by its path; empty for the settings themselves.
    case setting(String)
    /// A field of a value, by its path; empty for the value itself.
    case field(String)
    /// A part of what a screen has saved, by its path; empty for the whole.
    case saved(String)
    /// A part of JSON from a service or for one, by its path; empty for the whole.
    case json(String)

    /// The place of a key in this one.
    func key(_ key: String) -> CodingPlace {
        func join(_ path: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
        return switch self {
        case .route: .argument("")
        case .argument(let path): .argument(join(path))
        case .setting(let path): .setting(join(path))
        case .field(let path): .field(join(path))
        case .saved(let path): .saved(join(path))
        case .json(let path): .json(join(path))
        }
    }

    /// The place of an item in this one.
    func item(_ index: Int) -> CodingPlace {
        switch self {
        case .route: .route
        case .argument(let path): .argument("\(path)[\(index)]")
        case .setting(let path): .setting("\(path)[\(index)]")
        case .field(let path): .field("\(path)[\(index)]")
        case .saved(let path): .saved("\(path)[\(index)]")
        case .json(let path): .json("\(path)[\(index)]")
        }
    }

    var description: String {
        switch self {
        case .route: "the route"
        case .argument(let path): "the argument '\(path)'"
        case .setting(""): "the object of settings"
        case .setting(let path): "the setting '\(path)'"
        case .field(""): "the value"
        case .field(let path): "the field '\(path)'"
        case .saved(""): "the saved state"
        case .saved(let path): "the saved '\(path)'"
        case .json(""): "the JSON"
        case .json(let path): "'\(path)' of the JSON"
        }
    }
}
