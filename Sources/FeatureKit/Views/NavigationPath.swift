internal import FeatureContract
internal import Observation

/// The values that ``NavigationLink``s of a screen show, the lowest first, each by the views of
/// ``View/navigationDestination(for:destination:)``.
///
/// ```swift
/// @State private var path = NavigationPath()
///
/// NavigationStack(path: $path) { … }
/// Button("Show the newest") { path.append(notes[0]) }
/// ```
public struct NavigationPath: Equatable {
    var values: [AnyHashable]

    /// No values.
    public init() { values = [] }
    /// Values in their order.
    public init<Item: Hashable>(_ elements: some Sequence<Item>) { values = elements.map { AnyHashable($0) } }

    /// The number of values.
    public var count: Int { values.count }
    /// Whether there are none.
    public var isEmpty: Bool { values.isEmpty }

    /// Shows a value above the others.
    public mutating func append(_ value: some Hashable) { values.append(AnyHashable(value)) }
    /// Goes back by `count` values, at most by all.
    public mutating func removeLast(_ count: Int = 1) { values.removeLast(min(count, values.count)) }
}

/// The values that links of a stack show.
@MainActor
struct ValuePath {
    let values: () -> [AnyHashable]
    let set: ([AnyHashable]) -> Void
}

/// The views of the values of one type.
@MainActor
struct ValueDestination {
    let type: String
    /// The environment of the view that declares it.
    let environment: EnvironmentValues
    let takes: (AnyHashable) -> Bool
    let view: (AnyHashable) -> AnyView?
    let decode: (Value) -> AnyHashable?

    init<Item: Hashable>(
        for type: Item.Type, environment: EnvironmentValues, _ view: @escaping (Item) -> AnyView
    ) {
        self.type = String(describing: type)
        self.environment = environment
        takes = { $0.base is Item }
        self.view = { ($0.base as? Item).map(view) }
        decode = { value in value.saved(as: type).map { AnyHashable($0) } }
    }
}

/// The path of a stack that gives it no binding.
@MainActor
@Observable
private final class OwnPath {
    var values: [AnyHashable] = []
}

/// The value that a place in a path has.
@MainActor
private final class ShownValue {
    var value: AnyHashable
    /// The number of other values that the place has had before, one after the other.
    var earlier: UInt64 = 0

    init(_ value: AnyHashable) { self.value = value }
}

extension ViewRenderer {
    /// Returns the path of the stack that is being rendered.
    private func currentPath() -> ValuePath {
        if let path { return path }
        let own = states.object(at: ViewStates.Place(view: scope, type: ObjectIdentifier(OwnPath.self), property: 0)) {
            OwnPath()
        }
        let path = ValuePath(values: { own.values }, set: { own.values = $0 })
        self.path = path
        return path
    }

    /// Returns what a link to a value does.
    func show(_ value: AnyHashable) -> () -> Void {
        let path = currentPath()
        return { path.set(path.values() + [value]) }
    }

    /// Calls `body` with the views of each value of the path.
    func forEachShownValue(_ body: (Push) -> Void) {
        guard path != nil || !destinations.isEmpty else { return }
        let path = currentPath()
        keepPath(path)
        for (index, value) in path.values().enumerated() {
            guard let destination = destinations.last(where: { $0.takes(value) }) else {
                let type = String(describing: type(of: value.base))
                reportError("a link leads to a \(type): add .navigationDestination(for: \(type).self) to the screen")
                return afterwards { path.set(Array(path.values().prefix(index))) }
            }
            let presented = Presented(
                isPresented: { path.values().count > index }, close: { path.set(Array(path.values().prefix(index))) },
                saved: { nil })
            child(1 << 48 + UInt64(index)) {
                let shown = states.nextObject(of: place) { ShownValue(value) }
                if shown.value != value { (shown.value, shown.earlier) = (value, shown.earlier + 1) }
                child(shown.earlier) {
                    body(
                        Push(place: place, environment: destination.environment, presented: presented) {
                            destination.view(value)?.render(in: self)
                        })
                }
            }
        }
    }

    /// Lets the screen save the values of the path, and brings back those that it showed before it was made anew: as many as
    /// are `Codable`.
    private func keepPath(_ path: ValuePath) {
        let key = "path \(String(place, radix: 16))"
        modals[key] = Presented(isPresented: { false }, close: {}) {
            var saved: [Value] = []
            for value in path.values() {
                guard let item = value.base as? any Codable,
                    let encoded = try? ValueEncoder.encode(item, at: .saved("")).value
                else { break }
                saved.append(.record(["type": .string(String(describing: type(of: value.base))), "value": encoded]))
            }
            return saved.isEmpty ? nil : .list(saved)
        }
        guard case .list(let saved) = restoredModals.removeValue(forKey: key), path.values().isEmpty else { return }
        var values: [AnyHashable] = []
        for item in saved {
            guard case .record(let fields) = item, case .string(let type) = fields["type"], let value = fields["value"],
                let decoded = destinations.last(where: { $0.type == type })?.decode(value)
            else { break }
            values.append(decoded)
        }
        if !values.isEmpty { path.set(values) }
    }
}

/// Views, and above them what their links and bindings push: each a step of the app's navigation, which the user leaves by
/// going back. What it stands on disappears meanwhile, and keeps its states.
///
/// A screen and a sheet are such a stack by themselves. Within a ``TabView``, a stack of each tab keeps the tabs in sight.
///
/// ```swift
/// NavigationStack {
///     List(notes) { … }.navigationTitle("Notes")
/// }
/// ```
public struct NavigationStack<Content: View>: PrimitiveView {
    private let content: Content
    private let path: ValuePath?

    /// The views that the closure lists.
    public init(@ViewBuilder root: () -> Content) {
        content = root()
        path = nil
    }

    /// The views that the closure lists, and above them those of the path's values.
    public init(path: Binding<NavigationPath>, @ViewBuilder root: () -> Content) {
        content = root()
        self.path = ValuePath(
            values: { path.wrappedValue.values }, set: { path.wrappedValue.values = $0 })
    }

    /// The views that the closure lists, and above them those of the path's values.
    public init<Item: Hashable>(path: Binding<[Item]>, @ViewBuilder root: () -> Content) {
        content = root()
        self.path = ValuePath(
            values: { path.wrappedValue.map { AnyHashable($0) } },
            set: { path.wrappedValue = $0.compactMap { $0.base as? Item } })
    }

    public func render(in renderer: ViewRenderer) { renderer.navigationStack(path) { content.render(in: renderer) } }
}
