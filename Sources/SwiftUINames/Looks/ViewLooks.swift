// The modifiers of SwiftUI that change only how a view looks, sounds or is held: each returns the view itself. One extension
// for each reason why.

import FeatureCore

/// The host has one style of each control, and decides how large it is.
extension View {
    public func contentShape(_ shape: some Shape) -> Self { self }
    public func listStyle(_ style: ControlStyle) -> Self { self }
    public func buttonStyle(_ style: ControlStyle) -> Self { self }
    @_disfavoredOverload
    public func buttonStyle(_ style: some ButtonStyle) -> Self { self }
    @_disfavoredOverload
    public func buttonStyle(_ style: some PrimitiveButtonStyle) -> Self { self }
    public func buttonBorderShape(_ shape: ButtonBorderShape) -> Self { self }
    public func textFieldStyle(_ style: ControlStyle) -> Self { self }
    public func textEditorStyle(_ style: ControlStyle) -> Self { self }
    public func pickerStyle(_ style: ControlStyle) -> Self { self }
    public func datePickerStyle(_ style: ControlStyle) -> Self { self }
    public func toggleStyle(_ style: ControlStyle) -> Self { self }
    @_disfavoredOverload
    public func toggleStyle(_ style: some ToggleStyle) -> Self { self }
    public func labelStyle(_ style: ControlStyle) -> Self { self }
    @_disfavoredOverload
    public func labelStyle(_ style: some LabelStyle) -> Self { self }
    public func formStyle(_ style: ControlStyle) -> Self { self }
    public func menuStyle(_ style: ControlStyle) -> Self { self }
    public func menuIndicator(_ visibility: Visibility) -> Self { self }
    public func tableStyle(_ style: ControlStyle) -> Self { self }
    public func groupBoxStyle(_ style: ControlStyle) -> Self { self }
    @_disfavoredOverload
    public func groupBoxStyle(_ style: some GroupBoxStyle) -> Self { self }
    public func gaugeStyle(_ style: ControlStyle) -> Self { self }
    public func progressViewStyle(_ style: ControlStyle) -> Self { self }
    @_disfavoredOverload
    public func progressViewStyle(_ style: some ProgressViewStyle) -> Self { self }
    public func disclosureGroupStyle(_ style: ControlStyle) -> Self { self }
    public func controlGroupStyle(_ style: ControlStyle) -> Self { self }
    public func tabViewStyle(_ style: ControlStyle) -> Self { self }
    public func indexViewStyle(_ style: ControlStyle) -> Self { self }
    public func navigationSplitViewStyle(_ style: ControlStyle) -> Self { self }
    public func menuOrder(_ order: MenuOrder) -> Self { self }
    public func navigationViewStyle(_ style: ControlStyle) -> Self { self }
    public func controlSize(_ size: ControlSize) -> Self { self }
}

/// The host decides which colours there are, draws no gradients, and shows nothing behind a view.
extension View {
    @_disfavoredOverload
    public func foregroundStyle(_ style: some ShapeStyle) -> Self { self }
    @_disfavoredOverload
    public func background(_ style: some ShapeStyle, in shape: some Shape) -> Self { self }
    public func tint(_ tint: ForegroundStyle?) -> Self { self }
    public func accentColor(_ color: ForegroundStyle?) -> Self { self }
    public func preferredColorScheme(_ scheme: ColorScheme?) -> Self { self }
    public func colorScheme(_ scheme: ColorScheme) -> Self { self }
    public func colorMultiply(_ color: Color) -> Self { self }
    public func colorInvert() -> Self { self }
    public func brightness(_ amount: Double) -> Self { self }
    public func contrast(_ amount: Double) -> Self { self }
    public func saturation(_ amount: Double) -> Self { self }
    public func grayscale(_ amount: Double) -> Self { self }
    public func hueRotation(_ angle: Angle) -> Self { self }
    public func blendMode(_ mode: BlendMode) -> Self { self }
    public func background(_ style: ForegroundStyle, ignoresSafeAreaEdges edges: Edge.Set = .all) -> Self { self }
    public func background(_ style: ForegroundStyle, in shape: some Shape) -> Self { self }
    public func containerBackground(_ style: ForegroundStyle, for container: ToolbarPlacement) -> Self { self }
    public func containerBackground(
        for container: ToolbarPlacement, @ViewBuilder content: () -> some View
    ) -> Self { self }
    public func listItemTint(_ color: Color?) -> Self { self }
    public func listSectionSeparatorTint(_ color: Color?, edges: Edge.Set = .all) -> Self { self }
    public func alternatingRowBackgrounds() -> Self { self }
    public func scrollContentBackground(_ visibility: Visibility) -> Self { self }
    public func overlay(_ style: ForegroundStyle, ignoresSafeAreaEdges edges: Edge.Set = .all) -> Self { self }
    public func overlay(_ style: ForegroundStyle, in shape: some Shape) -> Self { self }
    public func backgroundExtensionEffect() -> Self { self }
    @_disfavoredOverload
    public func background(_ background: some View, alignment: Alignment = .center) -> Self { self }
    public func background(alignment: Alignment = .center, @ViewBuilder content: () -> some View) -> Self { self }
}

/// The host decides how texts look, and shows them whole; every one can be selected.
extension View {
    public func font(_ font: Font?) -> Self { self }
    public func fontWeight(_ weight: Font.Weight?) -> Self { self }
    public func fontDesign(_ design: Font.Design?) -> Self { self }
    public func fontWidth(_ width: Font.Width?) -> Self { self }
    public func bold(_ isActive: Bool = true) -> Self { self }
    public func italic(_ isActive: Bool = true) -> Self { self }
    public func monospaced(_ isActive: Bool = true) -> Self { self }
    public func monospacedDigit() -> Self { self }
    public func underline(_ isActive: Bool = true, color: ForegroundStyle? = nil) -> Self { self }
    public func underline(_ isActive: Bool = true, pattern: LinePattern, color: ForegroundStyle? = nil) -> Self { self }
    public func strikethrough(
        _ isActive: Bool = true, pattern: LinePattern, color: ForegroundStyle? = nil
    ) -> Self { self }
    public func strikethrough(_ isActive: Bool = true, color: ForegroundStyle? = nil) -> Self { self }
    public func kerning(_ kerning: Double) -> Self { self }
    public func tracking(_ tracking: Double) -> Self { self }
    public func baselineOffset(_ offset: Double) -> Self { self }
    public func lineSpacing(_ spacing: Double) -> Self { self }
    public func textCase(_ textCase: TextCase?) -> Self { self }
    public func textScale(_ scale: TextScale, isEnabled: Bool = true) -> Self { self }
    public func multilineTextAlignment(_ alignment: TextAlignment) -> Self { self }
    public func dynamicTypeSize(_ size: DynamicTypeSize) -> Self { self }
    public func dynamicTypeSize(_ sizes: some RangeExpression<DynamicTypeSize>) -> Self { self }
    public func minimumScaleFactor(_ factor: Double) -> Self { self }
    public func allowsTightening(_ flag: Bool) -> Self { self }
    public func lineLimit(_ number: Int?) -> Self { self }
    public func lineLimit(_ limits: some RangeExpression<Int>) -> Self { self }
    public func lineLimit(_ number: Int, reservesSpace: Bool) -> Self { self }
    public func truncationMode(_ mode: TruncationMode) -> Self { self }
    public func textSelection(_ selectability: TextSelectability) -> Self { self }
}

/// The host decides where views and cells stand and how large they are; nothing is turned.
extension View {
    public func flipsForRightToLeftLayoutDirection(_ enabled: Bool) -> Self { self }
    public func padding(_ edges: Edge.Set = .all, _ length: Double? = nil) -> Self { self }
    public func padding(_ length: Double) -> Self { self }
    public func padding(_ insets: EdgeInsets) -> Self { self }
    public func safeAreaPadding(_ edges: Edge.Set = .all, _ length: Double? = nil) -> Self { self }
    public func contentMargins(_ edges: Edge.Set = .all, _ length: Double?) -> Self { self }
    public func scenePadding(_ edges: Edge.Set = .all) -> Self { self }
    public func alignmentGuide(_ guide: HorizontalAlignment, computeValue: (ViewDimensions) -> Double) -> Self { self }
    public func alignmentGuide(_ guide: VerticalAlignment, computeValue: (ViewDimensions) -> Double) -> Self { self }
    public func offset(x: Double = 0, y: Double = 0) -> Self { self }
    public func position(x: Double = 0, y: Double = 0) -> Self { self }
    public func zIndex(_ value: Double) -> Self { self }
    public func coordinateSpace(name: some Hashable) -> Self { self }
    public func coordinateSpace(_ space: CoordinateSpace) -> Self { self }
    public func contentMargins(
        _ edges: Edge.Set = .all, _ length: Double?, for placement: ContentMarginPlacement
    ) -> Self { self }
    public func contentMargins(_ length: Double, for placement: ContentMarginPlacement = .automatic) -> Self { self }
    public func frame(
        minWidth: Double? = nil, idealWidth: Double? = nil, maxWidth: Double? = nil, minHeight: Double? = nil,
        idealHeight: Double? = nil, maxHeight: Double? = nil, alignment: Alignment = .center
    ) -> Self { self }
    public func frame(width: Double? = nil, height: Double? = nil, alignment: Alignment = .center) -> Self { self }
    public func containerRelativeFrame(_ axes: Axis.Set, alignment: Alignment = .center) -> Self { self }
    public func containerRelativeFrame(
        _ axes: Axis.Set, count: Int, span: Int = 1, spacing: Double = 0, alignment: Alignment = .center
    ) -> Self { self }
    public func containerRelativeFrame(
        _ axes: Axis.Set, alignment: Alignment = .center, _ length: (Double, Axis) -> Double
    ) -> Self { self }
    public func fixedSize(horizontal: Bool = true, vertical: Bool = true) -> Self { self }
    public func layoutPriority(_ value: Double) -> Self { self }
    public func aspectRatio(_ ratio: Double? = nil, contentMode: ContentMode) -> Self { self }
    public func scaledToFit() -> Self { self }
    public func scaledToFill() -> Self { self }
    public func scaleEffect(_ scale: Double, anchor: UnitPoint = .center) -> Self { self }
    public func scaleEffect(x: Double = 1, y: Double = 1, anchor: UnitPoint = .center) -> Self { self }
    public func gridCellColumns(_ count: Int) -> Self { self }
    public func gridCellAnchor(_ anchor: UnitPoint) -> Self { self }
    public func gridColumnAlignment(_ guide: HorizontalAlignment) -> Self { self }
    public func gridCellUnsizedAxes(_ axes: Axis.Set) -> Self { self }
    public func offset<Size>(_ offset: Size) -> Self { self }
    public func position<Point>(_ position: Point) -> Self { self }
    public func ignoresSafeArea(_ regions: SafeAreaRegions, edges: Edge.Set = .all) -> Self { self }
    public func ignoresSafeArea(edges: Edge.Set = .all) -> Self { self }
    public func edgesIgnoringSafeArea(_ edges: Edge.Set) -> Self { self }
    public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> Self { self }
}

/// The host decides how views, symbols, rows and badges look, and what divides rows.
extension View {
    public func chartXAxis(_ visibility: Visibility) -> Self { self }
    public func chartYAxis(_ visibility: Visibility) -> Self { self }
    public func chartLegend(_ visibility: Visibility) -> Self { self }
    public func border(_ style: ForegroundStyle, width: Double = 1) -> Self { self }
    public func cornerRadius(_ radius: Double) -> Self { self }
    public func clipShape(_ shape: some Shape) -> Self { self }
    public func containerShape(_ shape: some Shape) -> Self { self }
    public func clipped() -> Self { self }
    public func mask(_ mask: some View) -> Self { self }
    public func mask(alignment: Alignment = .center, @ViewBuilder _ mask: () -> some View) -> Self { self }
    public func shadow(color: Color = .primary, radius: Double, x: Double = 0, y: Double = 0) -> Self { self }
    public func blur(radius: Double, opaque: Bool = false) -> Self { self }
    public func drawingGroup(opaque: Bool = false) -> Self { self }
    public func compositingGroup() -> Self { self }
    public func unredacted() -> Self { self }
    public func imageScale(_ scale: ImageScale) -> Self { self }
    public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> Self { self }
    public func symbolVariant(_ variant: SymbolVariants) -> Self { self }
    public func listRowSeparator(_ visibility: Visibility, edges: Edge.Set = .all) -> Self { self }
    public func listRowSeparatorTint(_ color: Color?, edges: Edge.Set = .all) -> Self { self }
    public func listSectionSeparator(_ visibility: Visibility, edges: Edge.Set = .all) -> Self { self }
    public func listRowBackground(_ background: (some View)?) -> Self { self }
    public func listRowInsets(_ insets: EdgeInsets?) -> Self { self }
    public func listRowSpacing(_ spacing: Double?) -> Self { self }
    public func listSectionSpacing(_ spacing: Double) -> Self { self }
    public func listSectionSpacing(_ spacing: ControlStyle) -> Self { self }
    public func navigationLinkIndicatorVisibility(_ visibility: Visibility) -> Self { self }
    public func badgeProminence(_ prominence: BadgeProminence) -> Self { self }
    public func headerProminence(_ prominence: Prominence) -> Self { self }
}

/// The host has the bars, and decides where titles stand and how wide columns are.
extension View {
    public func navigationBarTitleDisplayMode(_ mode: TitleDisplayMode) -> Self { self }
    public func toolbarTitleDisplayMode(_ mode: TitleDisplayMode) -> Self { self }
    public func toolbar(_ visibility: Visibility, for bars: ToolbarPlacement...) -> Self { self }
    public func toolbarVisibility(_ visibility: Visibility, for bars: ToolbarPlacement...) -> Self { self }
    public func toolbarBackground(_ style: ForegroundStyle, for bars: ToolbarPlacement...) -> Self { self }
    public func toolbarBackground(_ visibility: Visibility, for bars: ToolbarPlacement...) -> Self { self }
    public func toolbarColorScheme(_ scheme: ColorScheme?, for bars: ToolbarPlacement...) -> Self { self }
    public func toolbar(removing kind: ToolbarDefaultItemKind?) -> Self { self }
    public func toolbarRole(_ role: ToolbarRole) -> Self { self }
    public func toolbarBackgroundVisibility(_ visibility: Visibility, for bars: ToolbarPlacement...) -> Self { self }
    public func tabBarMinimizeBehavior(_ behavior: TabBarMinimizeBehavior) -> Self { self }
    public func statusBar(hidden: Bool) -> Self { self }
    public func defersSystemGestures(on edges: Edge.Set) -> Self { self }
    public func navigationBarHidden(_ hidden: Bool) -> Self { self }
    public func statusBarHidden(_ hidden: Bool = true) -> Self { self }
    public func persistentSystemOverlays(_ visibility: Visibility) -> Self { self }
    public func navigationSplitViewColumnWidth(_ width: Double) -> Self { self }
    public func navigationSplitViewColumnWidth(min: Double? = nil, ideal: Double, max: Double? = nil) -> Self { self }
    public func inspectorColumnWidth(_ width: Double) -> Self { self }
    public func inspectorColumnWidth(min: Double? = nil, ideal: Double, max: Double? = nil) -> Self { self }
    public func searchPresentationToolbarBehavior(_ behavior: SearchPresentationToolbarBehavior) -> Self { self }
    public func searchToolbarBehavior(_ behavior: SearchPresentationToolbarBehavior) -> Self { self }
}

/// The host decides how it scrolls.
extension View {
    public func scrollIndicators(_ visibility: Visibility) -> Self { self }
    public func scrollDisabled(_ disabled: Bool) -> Self { self }
    public func scrollBounceBehavior(_ behavior: ControlStyle) -> Self { self }
    public func scrollClipDisabled(_ disabled: Bool = true) -> Self { self }
    public func scrollTargetLayout(isEnabled: Bool = true) -> Self { self }
    public func scrollTargetBehavior(_ behavior: ControlStyle) -> Self { self }
    public func scrollIndicators(_ visibility: Visibility, axes: Axis.Set) -> Self { self }
    public func scrollIndicatorsFlash(onAppear: Bool) -> Self { self }
    public func scrollBounceBehavior(_ behavior: ControlStyle, axes: Axis.Set) -> Self { self }
    public func scrollEdgeEffectStyle(_ style: ControlStyle?, for edges: Edge.Set) -> Self { self }
}

/// The host decides how sheets look, and how large they are.
extension View {
    public func presentationDetents(_ detents: Set<PresentationDetent>) -> Self { self }
    public func presentationDetents(
        _ detents: Set<PresentationDetent>, selection: Binding<PresentationDetent>
    ) -> Self { self }
    public func presentationSizing(_ sizing: PresentationSizing) -> Self { self }
    public func presentationBackgroundInteraction(_ interaction: PresentationInteraction) -> Self { self }
    public func presentationContentInteraction(_ interaction: PresentationInteraction) -> Self { self }
    public func presentationCompactAdaptation(_ adaptation: PresentationAdaptation) -> Self { self }
    public func presentationBackground(
        alignment: Alignment = .center, @ViewBuilder content: () -> some View
    ) -> Self { self }
    public func presentationDragIndicator(_ visibility: Visibility) -> Self { self }
    public func presentationCornerRadius(_ radius: Double?) -> Self { self }
    public func presentationBackground(_ style: ForegroundStyle) -> Self { self }
}

/// The keyboard of a terminal has every key, and is always there; the host has the focus, and corrects and fills in nothing.
extension View {
    public func keyboardType(_ type: KeyboardType) -> Self { self }
    public func writingToolsBehavior(_ behavior: WritingToolsBehavior) -> Self { self }
    public func autocorrectionDisabled(_ disable: Bool = true) -> Self { self }
    public func disableAutocorrection(_ disable: Bool?) -> Self { self }
    public func textContentType(_ type: TextContentType?) -> Self { self }
    public func textInputAutocapitalization(_ style: TextInputAutocapitalization?) -> Self { self }
    public func autocapitalization(_ style: TextInputAutocapitalization) -> Self { self }
    public func scrollDismissesKeyboard(_ mode: ScrollDismissesKeyboardMode) -> Self { self }
    public func focusScope(_ namespace: Namespace.ID) -> Self { self }
    public func focusable(_ isFocusable: Bool = true) -> Self { self }
    public func submitLabel(_ label: SubmitLabel) -> Self { self }
    public func submitScope(_ isBlocking: Bool = true) -> Self { self }
}

/// A view is read out by its label, with its kind, in the order of the views; a test finds it by its text.
extension View {
    public func accessibilityIdentifier(_ identifier: String) -> Self { self }
    public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> Self { self }
    public func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> Self { self }
    public func accessibilityHeading(_ level: AccessibilityHeadingLevel) -> Self { self }
    public func accessibilityHidden(_ hidden: Bool) -> Self { self }
    public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> Self { self }
    public func accessibilitySortPriority(_ priority: Double) -> Self { self }
}

/// Nothing moves here.
extension View {
    public func animation(_ animation: Animation?, value: some Equatable) -> Self { self }
    public func animation(_ animation: Animation?) -> Self { self }
    public func transition(_ transition: AnyTransition) -> Self { self }
    public func contentTransition(_ transition: ContentTransition) -> Self { self }
    public func symbolEffect(_ effect: SymbolEffect, isActive: Bool = true) -> Self { self }
    public func symbolEffect(_ effect: SymbolEffect, value: some Equatable) -> Self { self }
    public func matchedGeometryEffect(
        id: some Hashable, in namespace: Namespace.ID, isSource: Bool = true
    ) -> Self { self }
    public func transaction(_ transform: (inout Transaction) -> Void) -> Self { self }
    public func transaction(value: some Equatable, _ transform: (inout Transaction) -> Void) -> Self { self }
    public func navigationTransition(_ transition: NavigationTransition) -> Self { self }
    public func scrollTransition(
        _ configuration: ControlStyle = .automatic, axis: Axis? = nil,
        transition: (EmptyView, ScrollTransitionPhase) -> some View
    ) -> Self { self }
}

/// A preview is not shown, and a screen is rendered when what it has read changes.
extension View {
    public func equatable() -> Self { self }
    public func previewDisplayName(_ name: String?) -> Self { self }
    public func previewLayout(_ layout: PreviewLayout) -> Self { self }
    public func previewDevice(_ name: String?) -> Self { self }
}
