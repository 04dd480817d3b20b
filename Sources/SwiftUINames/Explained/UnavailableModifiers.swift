// The modifiers of SwiftUI that have no meaning here: the compiler says what to write. One extension for each message.

import FeatureCore

@available(*, unavailable, message: "the host chooses the ends of an axis: bars begin at 0, lines at the lowest value")
extension View {
    public func chartXScale<Domain>(domain: Domain) -> Self { self }
    public func chartYScale<Domain>(domain: Domain) -> Self { self }
}

@available(*, unavailable, message: "name the axis in the marks: .value(\"Steps\", day.steps)")
extension View {
    public func chartXAxisLabel(_ label: LocalizedStringKey) -> Self { self }
    public func chartYAxisLabel(_ label: LocalizedStringKey) -> Self { self }
}

@available(*, unavailable, message: "nothing moves here: leave the animation out")
extension View {
    public func keyframeAnimator<Value, Tracks>(
        initialValue: Value, repeating: Bool = true, content: (EmptyView, Value) -> EmptyView,
        keyframes: (Value) -> Tracks
    ) -> Self { self }
}

@available(*, unavailable, message: "nothing is dragged or pinched here: use a Button, or leave the gesture out")
extension View {
    public func gesture<Movement>(_ gesture: Movement) -> Self { self }
    public func simultaneousGesture<Movement>(_ gesture: Movement) -> Self { self }
    public func highPriorityGesture<Movement>(_ gesture: Movement) -> Self { self }
}

@available(*, unavailable, message: "nothing is held down here: use .contextMenu with a Button")
extension View {
    public func onLongPressGesture(
        minimumDuration: Double = 0.5, maximumDistance: Double = 10, perform action: @escaping () -> Void,
        onPressingChanged: ((Bool) -> Void)? = nil
    ) -> Self { self }
}

@available(*, unavailable, message: "the user's language is the host's: take it from context.locale")
extension View {
    public func environment<Value>(_ keyPath: KeyPath<EnvironmentValues, Never>, _ value: Value) -> Self { self }
}

@available(*, unavailable, message: "the host decides what is in sight: leave it out")
extension View {
    public func onScrollGeometryChange<Part>(
        for type: Part.Type, of part: (DragGesture.Value) -> Part, action: (Part, Part) -> Void
    ) -> Self { self }
}

@available(*, unavailable, message: "the host decides what is in sight: use .onAppear")
extension View {
    public func onScrollVisibilityChange(threshold: Double = 0.5, _ action: (Bool) -> Void) -> Self { self }
}

@available(*, unavailable, message: "Combine is not here: iterate over values in .task, or use .onChange(of:)")
extension View {
    @_disfavoredOverload
    public func onReceive<Publisher, Output>(
        _ publisher: Publisher, perform action: @escaping (Output) -> Void
    ) -> Self { self }
    @_disfavoredOverload
    public func onReceive<Publisher>(_ publisher: Publisher, perform action: @escaping (Any) -> Void) -> Self { self }
}

@available(*, unavailable, message: "keep the data in an @Observable class, and write it to context.dataDirectory")
extension View {
    public func modelContainer<Models>(for models: Models) -> Self { self }
}

@available(*, unavailable, message: "a link leads to the feature's deepLinkHandler, before any view is made")
extension View {
    public func onContinueUserActivity(_ type: String, perform action: @escaping (Any) -> Void) -> Self { self }
    public func onOpenURL<Address>(perform action: @escaping (Address) -> Void) -> Self { self }
}

@available(*, unavailable, message: "write a Button that asks for the new name in an alert")
extension View {
    public func renameAction(_ action: @escaping () -> Void) -> Self { self }
}

@available(*, unavailable, message: "let the user pick a file by context.pickFile(_:)")
extension View {
    public func fileImporter<Kinds, Result>(
        isPresented: Binding<Bool>, allowedContentTypes: Kinds, onCompletion: @escaping (Result) -> Void
    ) -> Self { self }
}

@available(*, unavailable, message: "let the user pick a file by context.pickFile(_:savingAs:)")
extension View {
    public func fileExporter<Document, Kind, Result>(
        isPresented: Binding<Bool>, document: Document, contentType: Kind, defaultFilename: String? = nil,
        onCompletion: @escaping (Result) -> Void
    ) -> Self { self }
}

@available(*, unavailable, message: "nothing is dragged here: use a Button, or .onDelete and .contextMenu for rows")
extension View {
    public func draggable<Payload>(_ payload: Payload) -> Self { self }
    public func onDrag<Provider>(_ data: @escaping () -> Provider) -> Self { self }
    public func onDrop<Types, Provider>(
        of types: Types, isTargeted: Binding<Bool>?, perform action: @escaping (Provider) -> Bool
    ) -> Self { self }
    public func dropDestination<Payload>(
        for type: Payload.Type, action: @escaping ([Payload], GeometryProxy.Size) -> Bool,
        isTargeted: @escaping (Bool) -> Void = { _ in }
    ) -> Self { self }
}

@available(*, unavailable, message: "the host has the keys: use a Button, which it reaches by its label")
extension View {
    public func onKeyPress(_ key: KeyEquivalent, action: @escaping () -> KeyPressResult) -> Self { self }
}

@available(*, unavailable, message: "pass the value down by @Binding, or by .environment(_:)")
extension View {
    public func onPreferenceChange<Key, Value>(
        _ key: Key.Type, perform action: @escaping (Value) -> Void
    ) -> Self { self }
    public func preference<Key, Value>(key: Key.Type, value: Value) -> Self { self }
}
