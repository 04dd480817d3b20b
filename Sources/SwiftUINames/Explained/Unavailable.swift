// Names of SwiftUI that have no meaning here, so that the compiler says what to write instead. It says so only of code
// that is right but for the name: what a closure takes is a type of ours, and not one that is to be inferred.

import FeatureCore

@available(*, unavailable, message: "nothing is drawn here: say it by Text, Gauge or a Table")
public struct Canvas: PrimitiveView {
    public init(
        opaque: Bool = false, rendersAsynchronously: Bool = false,
        renderer: @escaping (inout GraphicsContext, GeometryProxy.Size) -> Void
    ) {}
}

/// What a `Canvas` would draw in.
public struct GraphicsContext {
    public struct Shading {
        public static func color(_ color: Color) -> Self { Self() }
    }

    public var opacity = 1.0
    public func fill(_ path: Path, with shading: Shading) {}
    public func stroke(_ path: Path, with shading: Shading, lineWidth: Double = 1) {}
    public func draw<Part, Point>(_ part: Part, at point: Point) {}
}

@available(*, unavailable, message: "a screen is rendered when its state changes: change a @State in .task")
public struct TimelineView<Content: View>: PrimitiveView {
    public init(_ schedule: TimelineSchedule, @ViewBuilder content: @escaping (TimelineContext) -> Content) {}
}

/// The moments at which a `TimelineView` would be shown.
public struct TimelineSchedule: Sendable {
    public struct Start: Sendable {
        public static let now = Self()
    }

    public static let animation = Self(), everyMinute = Self()
    public static func animation(minimumInterval: Double? = nil, paused: Bool = false) -> Self { animation }
    public static func periodic(from start: Start, by interval: Double) -> Self { animation }
    @_disfavoredOverload
    public static func periodic<Moment>(from start: Moment, by interval: Double) -> Self { animation }
    public static func explicit<Moments: Sequence>(_ moments: Moments) -> Self { animation }
}

/// The moment at which a `TimelineView` would be shown.
public struct TimelineContext: Sendable {
    public struct Moment: Codable, Hashable, Sendable {
        public var timeIntervalSinceNow: Double { 0 }
        public var timeIntervalSince1970: Double { 0 }
        public var timeIntervalSinceReferenceDate: Double { 0 }
        public func timeIntervalSince<Other>(_ other: Other) -> Double { 0 }
        public func formatted() -> String { "" }
    }

    public var date: Moment { Moment() }
}

@available(*, unavailable, message: "a screen has no size here: write one of the views")
public struct ViewThatFits<Content: View>: PrimitiveView {
    public init(in axes: Axis.Set = .vertical, @ViewBuilder content: () -> Content) {}
}

@available(*, unavailable, message: "let the user pick a file by context.pickFile(_:)")
public struct PhotosPicker: PrimitiveView {
    public init<Item>(_ titleKey: LocalizedStringKey, selection: Binding<Item>, matching: PhotosPickerFilter? = nil) {}
    public init<Item>(
        selection: Binding<Item>, matching: PhotosPickerFilter? = nil, @ViewBuilder label: () -> some View
    ) {}
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
public struct MultiDatePicker: PrimitiveView {
    public init(_ titleKey: LocalizedStringKey, selection: Binding<Set<Int>>) {}
    @_disfavoredOverload
    public init<Day>(_ titleKey: LocalizedStringKey, selection: Binding<Set<Day>>) {}
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

@available(*, unavailable, message: "write a Button that asks for the new name in an alert")
public struct RenameButton: PrimitiveView {
    public init() {}
}

@available(*, unavailable, message: "no map is drawn here: say the place by Text, or open a map by a Link")
public struct Map: PrimitiveView {
    public init() {}
    public init(position: Binding<MapCameraPosition>, @ViewBuilder content: () -> some View = { EmptyView() }) {}
    @_disfavoredOverload
    public init(@ViewBuilder content: () -> some View) {}
}

/// A place on a `Map`.
public struct Marker: PrimitiveView {
    public init<Place>(_ titleKey: LocalizedStringKey, coordinate: Place) {}
}

@available(*, unavailable, message: "no page is shown here: open it by a Link")
public struct WebView: PrimitiveView {
    public init<Address>(url: Address) {}
}

@available(*, unavailable, message: "the user pastes into a TextField: leave it out")
public struct PasteButton: PrimitiveView {
    public init<Payload>(payloadType: Payload.Type, onPaste: @escaping ([Payload]) -> Void) {}
}

@available(*, unavailable, message: "the host decides where views stand: write HStack, VStack or Grid")
public struct AnyLayout {
    public init<Form>(_ layout: Form) {}
    public func callAsFunction<Content: View>(@ViewBuilder _ content: () -> Content) -> Content { content() }
}

@available(*, unavailable, message: "the host decides where views stand: write HStack")
public struct HStackLayout {
    public init(spacing: Double? = nil) {}
}

@available(*, unavailable, message: "the host decides where views stand: write VStack")
public struct VStackLayout {
    public init(spacing: Double? = nil) {}
}

@available(*, unavailable, message: "the host decides where views stand: write HStack, VStack or Grid")
public protocol Layout {
    typealias Subviews = [LayoutSubview]
}

/// A view that a `Layout` would place.
public struct LayoutSubview {}

/// The room that a `Layout` would have.
public struct ProposedViewSize {}

@available(*, unavailable, message: "nothing moves here: leave the transition out")
public protocol Transition {}

@available(*, unavailable, message: "a Table has a row for each element of its list: Table(list) { … }")
public struct TableRow: PrimitiveView {
    public init<Element>(_ element: Element) {}
}

@available(*, unavailable, message: "the host has the menus: keep the value in an @Observable class")
@propertyWrapper
public struct FocusedValue<Value> {
    public init(_ keyPath: KeyPath<FocusedValues, Value?>) {}
    // The compiler refuses every use of the wrapper, so that this body never runs.
    public var wrappedValue: Value? { fatalError() }
}

/// The values of the views that have the focus.
public struct FocusedValues {}

extension Text {
    @available(*, unavailable, message: "a screen is rendered when its state changes: change a @State in .task")
    public init<Moment>(
        timerInterval: ClosedRange<Moment>, pauseTime: Moment? = nil, countsDown: Bool = true, showsHours: Bool = true
    ) { self.init("") }
}

extension Toggle {
    @available(*, unavailable, message: "write a Toggle for each of the values")
    public init<Sources: Sequence>(
        _ titleKey: LocalizedStringKey, sources: Sources, isOn: KeyPath<Sources.Element, Binding<Bool>>
    ) { self.init(titleKey, isOn: .constant(false)) }
}

// The names of hmlongco's Navigator that have another one here.

@available(*, unavailable, message: "write NavigationStack: the host manages what is pushed")
public struct ManagedNavigationStack<Content: View>: PrimitiveView {
    public init(@ViewBuilder content: () -> Content) {}
    public init(scene: String, @ViewBuilder content: () -> Content) {}
    public init(name: String?, @ViewBuilder content: () -> Content) {}
    @_disfavoredOverload
    public init(@ViewBuilder content: (any NavigatorContract) -> Content) {}
}

@available(*, unavailable, message: "write 'any NavigatorContract', which a screen is made with, or leave the type out")
public typealias Navigator = any NavigatorContract

@available(*, unavailable, message: "write Navigation with samples, and make the views in Feature.resolve")
public protocol NavigationDestination: Navigation {}
