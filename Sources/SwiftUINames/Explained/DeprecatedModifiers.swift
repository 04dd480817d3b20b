// The modifiers of SwiftUI that are written for an effect, which does not happen here: they compile, with a warning that
// says what to write. One extension for each warning.

import FeatureCore

@available(*, deprecated, message: "nothing moves here: leave it out")
extension View {
    public func matchedTransitionSource(id: some Hashable, in namespace: Namespace.ID) -> Self { self }
    public func visualEffect(_ effect: (EmptyView, GeometryProxy) -> some View) -> Self { self }
    public func geometryGroup() -> Self { self }
}

@available(*, deprecated, message: "no device of a host trembles: show the outcome in a Text")
extension View {
    public func sensoryFeedback(_ feedback: SensoryFeedback, trigger: some Equatable) -> Self { self }
}

@available(*, deprecated, message: "nothing moves here, and no phase is shown: write the view as it is at rest")
extension View {
    public func phaseAnimator<Phase: Equatable>(
        _ phases: some Sequence<Phase>, @ViewBuilder content: (EmptyView, Phase) -> some View,
        animation: (Phase) -> Animation? = { _ in nil }
    ) -> Self { self }
    public func phaseAnimator<Phase: Equatable>(
        _ phases: some Sequence<Phase>, trigger: some Equatable, @ViewBuilder content: (EmptyView, Phase) -> some View,
        animation: (Phase) -> Animation? = { _ in nil }
    ) -> Self { self }
}

@available(*, deprecated, message: "there is no glass here: leave it out")
extension View {
    public func glassEffect(_ glass: Glass = .regular) -> Self { self }
    public func glassEffect(_ glass: Glass = .regular, in shape: some Shape) -> Self { self }
    public func glassEffectID(_ id: some Hashable, in namespace: Namespace.ID) -> Self { self }
}

@available(*, deprecated, message: "a pointer over a view means nothing here: show what it would show")
extension View {
    public func hoverEffect(_ effect: ControlStyle = .automatic) -> Self { self }
    public func hoverEffectDisabled(_ isDisabled: Bool = true) -> Self { self }
    public func onHover(perform action: @escaping (Bool) -> Void) -> Self { self }
}

@available(*, deprecated, message: "nothing is turned here: leave it out")
extension View {
    public func rotation3DEffect(
        _ angle: Angle, axis: (x: Double, y: Double, z: Double), anchor: UnitPoint = .center, perspective: Double = 1
    ) -> Self { self }
}

@available(*, deprecated, message: "the text is shown as it is: show a ProgressView while it loads")
extension View {
    public func redacted(reason: RedactionReasons) -> Self { self }
}

@available(*, deprecated, message: "the text is shown as it is: use a SecureField, or leave a secret out")
extension View {
    public func privacySensitive(_ sensitive: Bool = true) -> Self { self }
}

@available(*, deprecated, message: "a control cannot be found without its label, which stays: leave it out")
extension View {
    public func labelsHidden() -> Self { self }
    public func labelsVisibility(_ visibility: Visibility) -> Self { self }
}

@available(*, deprecated, message: "going back is a key of the host's: .navigationLocked(_:reason:) keeps a screen")
extension View {
    public func navigationBarBackButtonHidden(_ hidden: Bool = true) -> Self { self }
}

@available(*, deprecated, message: "the host decides where the focus is: leave it out")
extension View {
    public func prefersDefaultFocus(_ prefers: Bool = true, in namespace: Namespace.ID) -> Self { self }
    public func accessibilityFocused(_ condition: Binding<Bool>) -> Self { self }
    public func accessibilityFocused<Value: Hashable>(_ binding: Binding<Value>, equals value: Value) -> Self { self }
}

@available(*, deprecated, message: "the user can still use the view here: use .disabled(_:)")
extension View {
    public func allowsHitTesting(_ enabled: Bool) -> Self { self }
}

@available(*, deprecated, message: "no pointer shows it here: say it in the label, or in a Text")
extension View {
    public func help(_ textKey: LocalizedStringKey) -> Self { self }
}

@available(*, deprecated, message: "the row keeps its button: put such rows into a ForEach without .onDelete(perform:)")
extension View {
    public func deleteDisabled(_ isDisabled: Bool) -> Self { self }
}

@available(*, deprecated, message: "the row keeps its buttons: put such rows into a ForEach without .onMove(perform:)")
extension View {
    public func moveDisabled(_ isDisabled: Bool) -> Self { self }
}

@available(*, deprecated, message: "the row can be selected: use .disabled(_:)")
extension View {
    public func selectionDisabled(_ isDisabled: Bool = true) -> Self { self }
}

@available(*, deprecated, message: "a control is read out by its label alone: say it in .accessibilityLabel(_:)")
extension View {
    public func accessibilityHint(_ hintKey: LocalizedStringKey) -> Self { self }
    @_disfavoredOverload
    public func accessibilityHint(_ hint: some StringProtocol) -> Self { self }
    public func accessibilityValue(_ valueKey: LocalizedStringKey) -> Self { self }
    @_disfavoredOverload
    public func accessibilityValue(_ value: some StringProtocol) -> Self { self }
    public func accessibilityInputLabels(_ labelKeys: [LocalizedStringKey]) -> Self { self }
}

@available(*, deprecated, message: "nothing calls the action here: write a Button, or a .contextMenu for a row")
extension View {
    public func accessibilityAction(named nameKey: LocalizedStringKey, _ action: @escaping () -> Void) -> Self { self }
}

@available(*, deprecated, message: "nothing calls the action here: write a Stepper or a Slider")
extension View {
    public func accessibilityAdjustableAction(
        _ action: @escaping (AccessibilityAdjustmentDirection) -> Void
    ) -> Self { self }
}

@available(*, deprecated, message: "the host decides what is in sight: write a ScrollViewReader and its scrollTo")
extension View {
    public func scrollPosition(id: Binding<(some Hashable)?>, anchor: UnitPoint? = nil) -> Self { self }
    public func scrollPosition(_ position: Binding<ScrollPosition>, anchor: UnitPoint? = nil) -> Self { self }
}

@available(*, deprecated, message: "a press is one press here: leave it out")
extension View {
    public func buttonRepeatBehavior(_ behavior: ButtonRepeatBehavior) -> Self { self }
}
