package import FeatureContract

/// A view model whose state outlives its screen: after a crash of the feature, a reload with another version of it, and
/// a restart of the app, the view model of the new screen in the same place gets it back.
///
/// ```swift
/// @Observable
/// final class NoteViewModel: Restorable {
///     struct Draft: Codable { var title = ""; var text = "" }
///     var savedState = Draft()
/// }
/// ```
///
/// A screen finds the view models in the properties of its outermost view. Whatever cannot be made again belongs into
/// `savedState`: what the person typed, chose and opened; not what can be loaded again.
///
/// A new field with a default value needs nothing: a saved state without it has the default of the new view model. When
/// the type of the state changes in another way, raise ``savedStateVersion`` and take the older ones too:
///
/// ```swift
/// static let savedStateVersion = 2
///
/// func restore(_ saved: SavedState) throws {
///     switch saved.version {
///     case 1: savedState = Draft(text: try saved.decode(String.self))
///     default: savedState = try saved.decode(Draft.self)
///     }
/// }
/// ```
public protocol Restorable: AnyObject {
    /// The type of the state, any `Codable` one.
    associatedtype State: Codable
    /// What is saved after each action, and set in a new screen before its first render.
    @MainActor var savedState: State { get set }
    /// The version of the state's type; 1 unless it is declared.
    @MainActor static var savedStateVersion: Int { get }
    /// Takes what a screen in the same place has saved, perhaps of another version. The default takes a state of the same
    /// version.
    ///
    /// - Throws: The reason why it cannot be taken. The screen begins anew then, and the person is told.
    @MainActor func restore(_ saved: SavedState) throws
}

// The protocol is not isolated, its members are: so the conformance of a class in a package with MainActor as its default
// isolation is isolated too, and may rest on those of the state's types.
@MainActor
extension Restorable {
    public static var savedStateVersion: Int { 1 }

    public func restore(_ saved: SavedState) throws {
        guard saved.version == Self.savedStateVersion else {
            throw CodingFailure(
                "it is of version \(saved.version), and \(Self.self) takes version \(Self.savedStateVersion)")
        }
        savedState = try saved.decode(State.self, addingTo: savedState)
    }

    fileprivate var saved: Value {
        get throws {
            .record([
                "version": .integer(Int64(Self.savedStateVersion)),
                "state": try ValueEncoder.encode(savedState, at: .saved("")).value,
            ])
        }
    }
}

/// A state that a ``Restorable`` view model has saved.
public struct SavedState: Sendable {
    /// The version of the type by which it was saved.
    public let version: Int
    private let value: Value

    package init(version: Int, _ value: Value) {
        self.version = version
        self.value = value
    }

    /// Reads the state as a value of a type.
    ///
    /// - Throws: The reason why it is no value of the type.
    public func decode<State: Decodable>(_ type: State.Type) throws -> State {
        try ValueDecoder(value, at: .saved("")).decode(type)
    }

    /// Reads the state as a value of a type that may have more fields by now: what was not saved is as in `initial`.
    ///
    /// - Throws: The reason why it is no value of the type, such as a field of another type.
    public func decode<State: Codable>(_ type: State.Type, addingTo initial: State) throws -> State {
        try ValueDecoder.decode(type, from: value, addingTo: initial, at: .saved(""))
    }
}

/// The restorable view models of a screen, by their names.
@MainActor
struct RestorableModels {
    private var models: [(name: String, model: any Restorable)] = []

    var isEmpty: Bool { models.isEmpty }

    /// Finds the view models in the properties of a view, and of the views that it consists of.
    init(in view: any View) {
        collect(from: view, depth: 0)
    }

    private mutating func collect(from value: Any, depth: Int) {
        guard depth < 16 else { return }
        for child in Mirror(reflecting: value).children {
            let held = (child.value as? any ModelHolder)?.model ?? child.value
            if let model = held as? any Restorable {
                let name = String(describing: type(of: model))
                let count = models.count { $0.name == name || $0.name.hasPrefix("\(name) ") }
                models.append((count == 0 ? name : "\(name) \(count + 1)", model))
            } else if child.value is any View {
                collect(from: child.value, depth: depth + 1)
            }
        }
    }

    var saved: [String: Value] {
        get throws {
            var saved: [String: Value] = [:]
            for (name, model) in models { saved[name] = try model.saved }
            return saved
        }
    }

    func restore(_ saved: [String: Value]) throws {
        for (name, model) in models {
            guard case .record(let fields) = saved[name], case .integer(let version) = fields["version"] else {
                continue
            }
            try model.restore(SavedState(version: Int(version), fields["state"] ?? .null))
        }
    }
}

/// A property wrapper that may hold a view model.
@MainActor
package protocol ModelHolder {
    var model: Any { get }
}
