// Names of SwiftUI that have no meaning here, so that the compiler says what to write instead.

@available(*, unavailable, message: "the host has the stack: lead on by NavigationLink(_:to:) or a navigator")
public struct NavigationView<Content: View>: View {
    public init(@ViewBuilder content: () -> Content) {}
    public var body: EmptyView { EmptyView() }
}

@available(*, unavailable, message: "the host has the stack: lead on by NavigationLink(_:to:) or a navigator")
public struct NavigationSplitView<Content: View>: View {
    public init(@ViewBuilder sidebar: () -> Content, @ViewBuilder detail: () -> some View) {}
    public var body: EmptyView { EmptyView() }
}

@available(*, unavailable, message: "the wiring file has the tabs: \"tabs\" in switchyard.jsonc")
public struct TabView<Content: View>: View {
    public init(@ViewBuilder content: () -> Content) {}
    public var body: EmptyView { EmptyView() }
}

@available(*, unavailable, message: "a screen has no size here; show the same views for every size")
public struct GeometryReader<Content: View>: View {
    public init(@ViewBuilder content: @escaping (Double) -> Content) {}
    public var body: EmptyView { EmptyView() }
}

@available(*, unavailable, message: "nothing lies on top of another here; list the views one below the other")
public struct ZStack<Content: View>: View {
    public init(@ViewBuilder content: () -> Content) {}
    public var body: EmptyView { EmptyView() }
}

@available(*, unavailable, message: "each row has its button: .onDelete(perform:)")
public struct EditButton: View {
    public init() {}
    public var body: EmptyView { EmptyView() }
}

@available(*, unavailable, message: "declare an @Observable class, and hold it in @State")
@propertyWrapper
public struct StateObject<Model: AnyObject> {
    public init(wrappedValue: @autoclosure @escaping () -> Model) { fatalError() }
    public var wrappedValue: Model { fatalError() }
}

@available(*, unavailable, message: "declare an @Observable class; a plain property, or @Bindable, is enough then")
@propertyWrapper
public struct ObservedObject<Model: AnyObject> {
    public init(wrappedValue: Model) { fatalError() }
    public var wrappedValue: Model { fatalError() }
}

@available(
    *, unavailable,
    message: "declare an @Observable class, set it by .environment(model), and read @Environment(Model.self)"
)
@propertyWrapper
public struct EnvironmentObject<Model: AnyObject> {
    public init() { fatalError() }
    public var wrappedValue: Model { fatalError() }
}

@available(*, unavailable, message: "declare the class @Observable, and leave ObservableObject and @Published out")
public protocol ObservableObject: AnyObject {}

@available(*, unavailable, message: "declare the class @Observable, and leave @Published out")
@propertyWrapper
public struct Published<Value> {
    public init(wrappedValue: Value) { fatalError() }
    public var wrappedValue: Value {
        get { fatalError() }
        set { fatalError() }
    }
}

@available(
    *, unavailable, message: "keep settings in a file in context.dataDirectory, or take them from context.settings"
)
@propertyWrapper
public struct AppStorage<Value> {
    public init(wrappedValue: Value, _ key: String) { fatalError() }
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set { fatalError() }
    }
}

@available(*, unavailable, message: "the host has the focus; leave it out")
@propertyWrapper
public struct FocusState<Value> {
    public init() { fatalError() }
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set { fatalError() }
    }
}

extension View {
    @available(*, unavailable, message: "nothing lies on top of another here; list the views one below the other")
    public func overlay(@ViewBuilder content: () -> some View) -> Self { self }

    @available(*, unavailable, message: "use a Button with this view as its label")
    public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> Self { self }

    @available(*, unavailable, message: "set @Environment(Model.self) by .environment(model)")
    public func environmentObject(_ object: some AnyObject) -> Self { self }

    @available(
        *, unavailable, message: "add the case to the feature's Incoming, and lead there by NavigationLink(_:to:)"
    )
    public func navigationDestination(for type: Any.Type, @ViewBuilder destination: (Any) -> some View) -> Self { self }
}

// SwiftUI brings Foundation along. FeatureKit does not, as its libraries take a feature some milliseconds to load; where
// it is imported, its own types count.

@available(*, unavailable, message: "add 'import Foundation'")
public struct UUID {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct Date {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct IndexSet {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct URL {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct Data {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct Locale {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct Calendar {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct DateComponents {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct DateFormatter {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct NumberFormatter {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct JSONEncoder {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct JSONDecoder {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct UserDefaults {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct FileManager {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct Bundle {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct Timer {
    public init() {}
}
