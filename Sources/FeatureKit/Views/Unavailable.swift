// Names of SwiftUI that have no meaning here, so that the compiler says what to write instead.

@available(*, unavailable, message: "nothing is drawn here: say it by Text, Gauge or a Table")
public struct Canvas: View {
    public init<Context, Size>(renderer: @escaping (inout Context, Size) -> Void) {}
    public var body: EmptyView { EmptyView() }
}

@available(*, unavailable, message: "a screen is rendered when its state changes: change a @State in .task")
public struct TimelineView<Content: View>: View {
    public init<Schedule, Context>(_ schedule: Schedule, @ViewBuilder content: @escaping (Context) -> Content) {}
    public var body: EmptyView { EmptyView() }
}

@available(*, unavailable, message: "a screen has no size here: write one of the views")
public struct ViewThatFits<Content: View>: View {
    public init(in axes: Axis.Set = .vertical, @ViewBuilder content: () -> Content) {}
    public var body: EmptyView { EmptyView() }
}

@available(*, unavailable, message: "let the user pick a file by context.pickFile(_:)")
public struct PhotosPicker: View {
    public init<Item>(_ titleKey: LocalizedStringKey, selection: Binding<Item>, matching: PhotosPickerFilter? = nil) {}
    public init<Item>(
        selection: Binding<Item>, matching: PhotosPickerFilter? = nil, @ViewBuilder label: () -> some View
    ) {}
    public var body: EmptyView { EmptyView() }
}

@available(*, unavailable, message: "let the user pick a file by context.pickFile(_:)")
public enum PhotosPickerFilter {
    case images, videos, livePhotos
}

@available(*, unavailable, message: "a feature is no app: the host shows its screens (Feature, and 'switchyard new')")
public protocol App {}

@available(*, unavailable, message: "a feature is no app: the host shows its screens (Feature, and 'switchyard new')")
public protocol Scene {}

@available(*, unavailable, message: "a feature is no app: the host shows its screens (Feature, and 'switchyard new')")
public struct WindowGroup {
    public init(@ViewBuilder content: () -> some View) {}
}

@available(*, unavailable, message: "a view here is data: describe it by views of FeatureKit")
public protocol UIViewRepresentable {}
@available(*, unavailable, message: "a view here is data: describe it by views of FeatureKit")
public protocol UIViewControllerRepresentable {}
@available(*, unavailable, message: "there is no UIKit here: leave it out, or open a URL by @Environment(\\.openURL)")
public struct UIApplication {
    public static var shared: UIApplication { UIApplication() }
    public func open<Address>(_ url: Address) {}
    public func sendAction<Action>(_ action: Action, to: Never?, from: Never?, for: Never?) {}
}
@available(*, unavailable, message: "there is no UIKit here: show the text, and the user copies it")
public struct UIPasteboard {
    public static var general: UIPasteboard {
        get { UIPasteboard() }
        set {}
    }
    public var string: String?
}
@available(*, unavailable, message: "there is no UIKit here, and a screen has no size: leave it out")
public struct UIScreen {
    public static var main: UIScreen { UIScreen() }
    public var bounds: GeometryProxy.Frame { GeometryProxy().frame(in: .global) }
    public var scale: Double { 1 }
}
@available(*, unavailable, message: "there is no UIKit here: leave it out")
public struct UIDevice {
    public static var current: UIDevice { UIDevice() }
    public var name: String { "" }
    public var model: String { "" }
    public var systemVersion: String { "" }
}
@available(*, unavailable, message: "there is no UIKit here, and the host has the bars: leave it out")
public struct UINavigationBar {
    public static func appearance() -> UINavigationBar { UINavigationBar() }
    public var tintColor: Color?
    public var backgroundColor: Color?
}
@available(*, unavailable, message: "there is no UIKit here, and the host has the bars: leave it out")
public typealias UITabBar = UINavigationBar
@available(*, unavailable, message: "there is no UIKit here, and the host decides how lists look: leave it out")
public typealias UITableView = UINavigationBar
@available(*, unavailable, message: "there is no UIKit here: use Image(systemName:)")
public struct UIImage {
    public init?(named name: String) {}
    public init?<Bytes>(data: Bytes) {}
}
@available(
    *, unavailable, message: "Combine is not here: keep the value in an @Observable class, and use .onChange(of:)"
)
public final class PassthroughSubject<Output, Failure: Error> {
    public init() {}
    public func send(_ value: Output) {}
}
@available(
    *, unavailable, message: "Combine is not here: keep the value in an @Observable class, and use .onChange(of:)"
)
public final class CurrentValueSubject<Output, Failure: Error> {
    public init(_ value: Output) {}
    public func send(_ value: Output) {}
}
@available(*, unavailable, message: "Combine is not here: keep a Task, and cancel it by .cancel()")
public struct AnyCancellable: Hashable {
    public init(_ cancel: @escaping () -> Void) {}
    public static func == (left: Self, right: Self) -> Bool { true }
    public func hash(into hasher: inout Hasher) {}
    public func cancel() {}
}
@available(*, unavailable, message: "a view is made of FeatureKit's views: build it of Stepper or DatePicker")
public struct MultiDatePicker: View {
    public init<Dates>(_ titleKey: LocalizedStringKey, selection: Binding<Set<Dates>>) {}
    public var body: EmptyView { EmptyView() }
}
@available(*, unavailable, message: "keep the data in an @Observable class, and write it to context.dataDirectory")
@propertyWrapper
public struct Query<Value> {
    public init() {}
    // The compiler refuses every use of the wrapper, so that this body never runs.
    public var wrappedValue: Value { fatalError() }
}

@available(*, unavailable, message: "keep the data in an @Observable class, and write it to context.dataDirectory")
@propertyWrapper
public struct FetchRequest<Value> {
    public init() {}
    // The compiler refuses every use of the wrapper, so that this body never runs.
    public var wrappedValue: Value { fatalError() }
}

@available(*, unavailable, message: "pass the value down by @Binding, or by .environment(_:)")
public protocol PreferenceKey {
    associatedtype Value
    static var defaultValue: Value { get }
    static func reduce(value: inout Value, nextValue: () -> Value)
}

extension View {
    @available(*, unavailable, message: "Combine is not here: iterate over values in .task, or use .onChange(of:)")
    public func onReceive<Publisher, Output>(_ publisher: Publisher, perform action: @escaping (Output) -> Void) -> Self
    {
        self
    }

    @available(*, unavailable, message: "a link leads to the feature's deepLinkHandler, before any view is made")
    public func onOpenURL<Address>(perform action: @escaping (Address) -> Void) -> Self { self }

    @available(*, unavailable, message: "let the user pick a file by context.pickFile(_:)")
    public func fileImporter<Kinds, Result>(
        isPresented: Binding<Bool>, allowedContentTypes: Kinds, onCompletion: @escaping (Result) -> Void
    ) -> Self { self }

    @available(*, unavailable, message: "let the user pick a file by context.pickFile(_:savingAs:)")
    public func fileExporter<Document, Kind, Result>(
        isPresented: Binding<Bool>, document: Document, contentType: Kind, defaultFilename: String? = nil,
        onCompletion: @escaping (Result) -> Void
    ) -> Self { self }

    @available(*, unavailable, message: "nothing is dragged here: use a Button, or .onDelete and .contextMenu for rows")
    public func draggable<Payload>(_ payload: Payload) -> Self { self }

    @available(*, unavailable, message: "nothing is dragged here: use a Button, or .onDelete and .contextMenu for rows")
    public func onDrag<Provider>(_ data: @escaping () -> Provider) -> Self { self }

    @available(*, unavailable, message: "nothing is dragged here: use a Button, or .onDelete and .contextMenu for rows")
    public func onDrop<Types, Provider>(
        of types: Types, isTargeted: Binding<Bool>?, perform action: @escaping (Provider) -> Bool
    ) -> Self { self }

    @available(*, unavailable, message: "the host has the keys: use a Button, which it reaches by its label")
    public func onKeyPress(_ key: KeyEquivalent, action: @escaping () -> KeyPressResult) -> Self { self }

    @available(*, unavailable, message: "nothing is dragged here: use a Button, or .onDelete and .contextMenu for rows")
    public func dropDestination<Payload, Point>(
        for type: Payload.Type, action: @escaping ([Payload], Point) -> Bool
    ) -> Self { self }

    @available(*, unavailable, message: "pass the value down by @Binding, or by .environment(_:)")
    public func onPreferenceChange<Key, Value>(_ key: Key.Type, perform action: @escaping (Value) -> Void) -> Self {
        self
    }

    @available(*, unavailable, message: "pass the value down by @Binding, or by .environment(_:)")
    public func preference<Key, Value>(key: Key.Type, value: Value) -> Self { self }
}

/// Whether a key is used up.
public enum KeyPressResult: Hashable, Sendable {
    /// Whether it is.
    case handled, ignored
}
