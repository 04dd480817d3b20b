// Modifiers of SwiftUI that change only how a view looks, sounds or is held. The host decides that, so they are accepted
// and do nothing: code that is written for SwiftUI keeps them.

import FeatureCore

/// How an image fills its place.
public enum ContentMode: Hashable, Sendable {
    /// A way.
    case fit, fill
}

/// A part of the host's screen.
public enum ToolbarPlacement: Hashable, Sendable {
    /// A part.
    case automatic, navigationBar, bottomBar, tabBar, windowToolbar, navigation, navigationSplitView, widget
}

/// The height of a sheet. The host decides that.
public enum PresentationDetent: Hashable, Sendable {
    /// A height.
    case medium, large
    /// A height.
    case fraction(Double), height(Double)
}

/// The size of a symbol.
public enum ImageScale: Hashable, Sendable {
    /// A size.
    case small, medium, large
}

/// How a symbol is coloured.
public enum SymbolRenderingMode: Hashable, Sendable {
    /// A way.
    case monochrome, hierarchical, palette, multicolor
}

/// A form of a symbol.
public struct SymbolVariants: Hashable, Sendable {
    private init() {}
    /// A form.
    public static let none = SymbolVariants(), fill = SymbolVariants(), circle = SymbolVariants()
    /// A form.
    public static let slash = SymbolVariants(), square = SymbolVariants()
    /// A form in two ways.
    public var fill: Self { self }
}

/// The kind of a keyboard on a screen, which a terminal has none of.
public enum KeyboardType: Hashable, Sendable {
    /// A keyboard.
    case `default`, asciiCapable, numberPad, decimalPad, phonePad, emailAddress, webSearch, numbersAndPunctuation
    /// A keyboard.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case URL
}

/// The key that ends the input of a keyboard on a screen.
public enum SubmitLabel: Hashable, Sendable {
    /// A key.
    case done, go, send, join, route, search, `return`, next, `continue`
}

/// The kind of a text that a phone can fill in.
public enum TextContentType: Hashable, Sendable {
    /// A kind.
    case name, givenName, familyName, nickname, username, password, newPassword, oneTimeCode, emailAddress
    /// A kind.
    case telephoneNumber, organizationName, fullStreetAddress, addressCity, postalCode, countryName, creditCardNumber
    /// A kind.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case URL
}

/// Which letters become capital by themselves: none here.
public enum TextInputAutocapitalization: Hashable, Sendable {
    /// A rule.
    case none, never, words, sentences, characters
}

/// When a keyboard on a screen goes away.
public enum ScrollDismissesKeyboardMode: Hashable, Sendable {
    /// A time.
    case automatic, immediately, interactively, never
}

/// How a part of a view stays hidden until it is loaded.
public struct RedactionReasons: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// A reason.
    public static let placeholder = RedactionReasons(rawValue: 1), privacy = RedactionReasons(rawValue: 2)
}

/// The kind of a view for a screen reader.
public struct AccessibilityTraits: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// A kind.
    public static let isButton = Self(rawValue: 1), isHeader = Self(rawValue: 2), isSelected = Self(rawValue: 4)
    /// A kind.
    public static let isImage = Self(rawValue: 8), isLink = Self(rawValue: 16), isStaticText = Self(rawValue: 32)
    /// A kind.
    public static let updatesFrequently = Self(rawValue: 64), isModal = Self(rawValue: 128)
}

/// The level of a heading.
public enum AccessibilityHeadingLevel: Hashable, Sendable {
    /// A level.
    case unspecified, h1, h2, h3, h4, h5, h6
}

/// The way in which a value is changed.
public enum AccessibilityAdjustmentDirection: Hashable, Sendable {
    /// A way.
    case increment, decrement
}

/// Whether a phone offers to rewrite a text.
public enum WritingToolsBehavior: Hashable, Sendable {
    /// Whether it does.
    case automatic, complete, limited, disabled
}

/// The size of a preview.
public enum PreviewLayout: Hashable, Sendable {
    /// A size.
    case device, sizeThatFits
    /// A size.
    case fixed(width: Double, height: Double)
}

/// How a screen reader takes the views in a view.
public enum AccessibilityChildBehavior: Hashable, Sendable {
    /// A way.
    case ignore, combine, contain
}

// MARK: Places and sizes

extension View {
    /// Accepted for SwiftUI's sake; the host decides where views stand.
    public func padding(_ edges: Edge.Set = .all, _ length: Double? = nil) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides where views stand.
    public func padding(_ length: Double) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides where views stand.
    public func padding(_ insets: EdgeInsets) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides where views stand.
    public func safeAreaPadding(_ edges: Edge.Set = .all, _ length: Double? = nil) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides where views stand.
    public func contentMargins(_ edges: Edge.Set = .all, _ length: Double?) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how large views are.
    public func frame(
        minWidth: Double? = nil, idealWidth: Double? = nil, maxWidth: Double? = nil, minHeight: Double? = nil,
        idealHeight: Double? = nil, maxHeight: Double? = nil, alignment: Alignment = .center
    ) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how large views are.
    public func frame(width: Double? = nil, height: Double? = nil, alignment: Alignment = .center) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how large views are.
    public func containerRelativeFrame(_ axes: Axis.Set, alignment: Alignment = .center) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how large views are.
    public func containerRelativeFrame(
        _ axes: Axis.Set, count: Int, span: Int = 1, spacing: Double = 0, alignment: Alignment = .center
    ) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how large views are.
    public func containerRelativeFrame(
        _ axes: Axis.Set, alignment: Alignment = .center, _ length: (Double, Axis) -> Double
    ) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides where views stand.
    public func scenePadding(_ edges: Edge.Set = .all) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides where views stand.
    public func alignmentGuide(
        _ guide: HorizontalAlignment, computeValue: (ViewDimensions) -> Double
    ) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides where views stand.
    public func alignmentGuide(_ guide: VerticalAlignment, computeValue: (ViewDimensions) -> Double) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how many columns a cell takes.
    public func gridCellColumns(_ count: Int) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides where cells stand.
    public func gridCellAnchor(_ anchor: UnitPoint) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides where cells stand.
    public func gridColumnAlignment(_ guide: HorizontalAlignment) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how large cells are.
    public func gridCellUnsizedAxes(_ axes: Axis.Set) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how large views are.
    public func fixedSize(horizontal: Bool = true, vertical: Bool = true) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how large views are.
    public func layoutPriority(_ value: Double) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how large views are.
    public func aspectRatio(_ ratio: Double? = nil, contentMode: ContentMode) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how large views are.
    public func scaledToFit() -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how large views are.
    public func scaledToFill() -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how large views are.
    public func scaleEffect(_ scale: Double, anchor: UnitPoint = .center) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how large views are.
    public func scaleEffect(x: Double = 1, y: Double = 1, anchor: UnitPoint = .center) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides where views stand.
    public func offset(x: Double = 0, y: Double = 0) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides where views stand. Takes Foundation's `CGSize`.
    public func offset<Size>(_ offset: Size) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides where views stand.
    public func position(x: Double = 0, y: Double = 0) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides where views stand. Takes Foundation's `CGPoint`.
    public func position<Point>(_ position: Point) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides where views stand.
    public func zIndex(_ value: Double) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides where views stand.
    public func coordinateSpace(name: some Hashable) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides where views stand.
    public func coordinateSpace(_ space: CoordinateSpace) -> Self { self }
    /// Accepted for SwiftUI's sake; the host keeps no room above and below.
    public func ignoresSafeArea(_ regions: SafeAreaRegions, edges: Edge.Set = .all) -> Self { self }
    /// Accepted for SwiftUI's sake; the host keeps no room above and below.
    public func ignoresSafeArea(edges: Edge.Set = .all) -> Self { self }
    /// Accepted for SwiftUI's sake; the host keeps no room above and below.
    public func edgesIgnoringSafeArea(_ edges: Edge.Set) -> Self { self }
    /// Accepted for SwiftUI's sake; nothing is turned here.
    public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> Self { self }
    /// Accepted for SwiftUI's sake; nothing is turned here.
    @available(*, deprecated, message: "nothing is turned here: leave it out")
    public func rotation3DEffect(
        _ angle: Angle, axis: (x: Double, y: Double, z: Double), anchor: UnitPoint = .center, perspective: Double = 1
    ) -> Self { self }
}

// MARK: Backgrounds and outlines

extension View {
    /// Accepted for SwiftUI's sake; the host decides which colours there are.
    public func background(_ style: ForegroundStyle, ignoresSafeAreaEdges edges: Edge.Set = .all) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides which colours there are.
    public func background(_ style: ForegroundStyle, in shape: some Shape) -> Self { self }
    /// Accepted for SwiftUI's sake; the host draws no gradients.
    @_disfavoredOverload
    public func background(_ style: some ShapeStyle, in shape: some Shape) -> Self { self }
    /// Accepted for SwiftUI's sake; the host shows nothing behind a view.
    @_disfavoredOverload
    public func background(_ background: some View, alignment: Alignment = .center) -> Self { self }
    /// Accepted for SwiftUI's sake; the host shows nothing behind a view.
    public func background(alignment: Alignment = .center, @ViewBuilder content: () -> some View) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how views look.
    public func border(_ style: ForegroundStyle, width: Double = 1) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how views look.
    public func cornerRadius(_ radius: Double) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how views look.
    public func clipShape(_ shape: some Shape) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how views look.
    public func containerShape(_ shape: some Shape) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides which colours there are.
    public func containerBackground(_ style: ForegroundStyle, for container: ToolbarPlacement) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides which colours there are.
    public func containerBackground(
        for container: ToolbarPlacement, @ViewBuilder content: () -> some View
    ) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how views look.
    public func clipped() -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how views look.
    public func mask(_ mask: some View) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how views look.
    public func mask(alignment: Alignment = .center, @ViewBuilder _ mask: () -> some View) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how views look.
    public func shadow(
        color: Color = .primary, radius: Double, x: Double = 0, y: Double = 0
    ) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how views look.
    public func blur(radius: Double, opaque: Bool = false) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how views look.
    public func drawingGroup(opaque: Bool = false) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how views look.
    public func compositingGroup() -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how views look.
    @available(*, deprecated, message: "the text is shown as it is: show a ProgressView while it loads")
    public func redacted(reason: RedactionReasons) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how views look.
    public func unredacted() -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how views look.
    @available(*, deprecated, message: "the text is shown as it is: use a SecureField, or leave a secret out")
    public func privacySensitive(_ sensitive: Bool = true) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how large symbols are.
    public func imageScale(_ scale: ImageScale) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how symbols look.
    public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how symbols look.
    public func symbolVariant(_ variant: SymbolVariants) -> Self { self }
}

// MARK: Lists, forms and bars

extension View {
    /// Accepted for SwiftUI's sake; the host decides what divides rows.
    public func listRowSeparator(_ visibility: Visibility, edges: Edge.Set = .all) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides what divides rows.
    public func listRowSeparatorTint(_ color: Color?, edges: Edge.Set = .all) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides what divides rows.
    public func listSectionSeparator(_ visibility: Visibility, edges: Edge.Set = .all) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides what divides rows.
    public func listRowBackground(_ background: (some View)?) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides where rows stand.
    public func listRowInsets(_ insets: EdgeInsets?) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides where rows stand.
    public func listRowSpacing(_ spacing: Double?) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides where rows stand.
    public func listSectionSpacing(_ spacing: Double) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides where rows stand.
    public func listSectionSpacing(_ spacing: ControlStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides which colours there are.
    public func listItemTint(_ color: Color?) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides which colours there are.
    public func listSectionSeparatorTint(_ color: Color?, edges: Edge.Set = .all) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides which colours there are.
    public func alternatingRowBackgrounds() -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how rows look.
    public func navigationLinkIndicatorVisibility(_ visibility: Visibility) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how badges look.
    public func badgeProminence(_ prominence: BadgeProminence) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how headers look.
    public func headerProminence(_ prominence: Prominence) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how labels look.
    @available(*, deprecated, message: "a control cannot be found without its label, which stays: leave it out")
    public func labelsHidden() -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how labels look.
    @available(*, deprecated, message: "a control cannot be found without its label, which stays: leave it out")
    public func labelsVisibility(_ visibility: Visibility) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides where titles stand.
    public func navigationBarTitleDisplayMode(_ mode: TitleDisplayMode) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides where titles stand.
    public func toolbarTitleDisplayMode(_ mode: TitleDisplayMode) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has the bars.
    public func toolbar(_ visibility: Visibility, for bars: ToolbarPlacement...) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has the bars.
    public func toolbarVisibility(_ visibility: Visibility, for bars: ToolbarPlacement...) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has the bars.
    public func toolbarBackground(_ style: ForegroundStyle, for bars: ToolbarPlacement...) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has the bars.
    public func toolbarBackground(_ visibility: Visibility, for bars: ToolbarPlacement...) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has the bars.
    public func toolbarColorScheme(_ scheme: ColorScheme?, for bars: ToolbarPlacement...) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has the bars.
    public func toolbar(removing kind: ToolbarDefaultItemKind?) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has the bars.
    public func toolbarRole(_ role: ToolbarRole) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has the bars.
    public func toolbarBackgroundVisibility(_ visibility: Visibility, for bars: ToolbarPlacement...) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has the bars.
    public func tabBarMinimizeBehavior(_ behavior: TabBarMinimizeBehavior) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has the bars.
    public func statusBar(hidden: Bool) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has the bars.
    public func defersSystemGestures(on edges: Edge.Set) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how wide columns are.
    public func navigationSplitViewColumnWidth(_ width: Double) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how wide columns are.
    public func navigationSplitViewColumnWidth(min: Double? = nil, ideal: Double, max: Double? = nil) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how wide columns are.
    public func inspectorColumnWidth(_ width: Double) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how wide columns are.
    public func inspectorColumnWidth(min: Double? = nil, ideal: Double, max: Double? = nil) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has the bars.
    public func navigationBarHidden(_ hidden: Bool) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has the key that goes back. ``navigationLocked(_:reason:)`` keeps a screen.
    @available(*, deprecated, message: "going back is a key of the host's: .navigationLocked(_:reason:) keeps a screen")
    public func navigationBarBackButtonHidden(_ hidden: Bool = true) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has the bars.
    public func statusBarHidden(_ hidden: Bool = true) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has the bars.
    public func persistentSystemOverlays(_ visibility: Visibility) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how it scrolls.
    public func scrollIndicators(_ visibility: Visibility) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how it scrolls.
    public func scrollDisabled(_ disabled: Bool) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how it scrolls.
    public func scrollBounceBehavior(_ behavior: ControlStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how it scrolls.
    public func scrollClipDisabled(_ disabled: Bool = true) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides which colours there are.
    public func scrollContentBackground(_ visibility: Visibility) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how large sheets are.
    public func presentationDetents(_ detents: Set<PresentationDetent>) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how large sheets are.
    public func presentationDetents(
        _ detents: Set<PresentationDetent>, selection: Binding<PresentationDetent>
    ) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how large sheets are.
    public func presentationSizing(_ sizing: PresentationSizing) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how sheets look.
    public func presentationBackgroundInteraction(_ interaction: PresentationInteraction) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how sheets look.
    public func presentationContentInteraction(_ interaction: PresentationInteraction) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how sheets look.
    public func presentationCompactAdaptation(_ adaptation: PresentationAdaptation) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how sheets look.
    public func presentationBackground(alignment: Alignment = .center, @ViewBuilder content: () -> some View) -> Self {
        self
    }
    /// Accepted for SwiftUI's sake; the host decides how sheets look.
    public func presentationDragIndicator(_ visibility: Visibility) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how sheets look.
    public func presentationCornerRadius(_ radius: Double?) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how sheets look.
    public func presentationBackground(_ style: ForegroundStyle) -> Self { self }
}

/// The sides of a screen that something covers.
public struct SafeAreaRegions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The parts of the display that cover a screen.
    public static let container = Self(rawValue: 1), keyboard = Self(rawValue: 2), all: Self = [.container, .keyboard]
}

/// The size of a view, of which a screen has none.
public struct ViewDimensions: Hashable, Sendable {
    /// A length.
    public var width: Double { 0 }
    /// A length.
    public var height: Double { 0 }
    /// A place.
    public subscript(guide: HorizontalAlignment) -> Double { 0 }
    /// A place.
    public subscript(guide: VerticalAlignment) -> Double { 0 }
}

/// How large a sheet is.
public enum PresentationSizing: Hashable, Sendable {
    /// A size.
    case automatic, form, page, fitted
}

/// The effect of touches on the page below a sheet.
public enum PresentationInteraction: Hashable, Sendable {
    /// A way.
    case automatic, enabled, disabled, resizes, scrolls
    /// A way for a sheet of a height.
    public static func enabled(upThrough detent: PresentationDetent) -> Self { .enabled }
}

/// The form of a popover where there is little room for it.
public enum PresentationAdaptation: Hashable, Sendable {
    /// A thing.
    case automatic, none, popover, sheet, fullScreenCover
}

/// The purpose of a toolbar.
public enum ToolbarRole: Hashable, Sendable {
    /// A purpose.
    case automatic, navigationStack, browser, editor
}

/// A control that SwiftUI puts into a toolbar by itself.
public enum ToolbarDefaultItemKind: Hashable, Sendable {
    /// A control.
    case sidebarToggle, title, search
}

/// When the bar of tabs becomes small.
public enum TabBarMinimizeBehavior: Hashable, Sendable {
    /// A time.
    case automatic, never, onScrollDown, onScrollUp
}

/// How a badge stands out.
public enum BadgeProminence: Hashable, Sendable {
    /// A way.
    case standard, increased, decreased
}

/// How a header stands out.
public enum Prominence: Hashable, Sendable {
    /// A way.
    case standard, increased
}

// MARK: Keyboards, pointers and screen readers

extension View {
    /// Accepted for SwiftUI's sake; the keyboard of a terminal has every key.
    public func keyboardType(_ type: KeyboardType) -> Self { self }
    /// Accepted for SwiftUI's sake; nothing here corrects what is typed.
    public func writingToolsBehavior(_ behavior: WritingToolsBehavior) -> Self { self }
    /// Accepted for SwiftUI's sake; the host fills nothing in.
    public func textContentType(_ type: TextContentType?) -> Self { self }
    /// Accepted for SwiftUI's sake; the user decides which letters are capital.
    public func textInputAutocapitalization(_ style: TextInputAutocapitalization?) -> Self { self }
    /// Accepted for SwiftUI's sake; the user decides which letters are capital.
    public func autocapitalization(_ style: TextInputAutocapitalization) -> Self { self }
    /// Accepted for SwiftUI's sake; nothing here corrects what is typed.
    public func autocorrectionDisabled(_ disable: Bool = true) -> Self { self }
    /// Accepted for SwiftUI's sake; nothing here corrects what is typed.
    public func disableAutocorrection(_ disable: Bool?) -> Self { self }
    /// Accepted for SwiftUI's sake; the keyboard of a terminal is always there.
    public func scrollDismissesKeyboard(_ mode: ScrollDismissesKeyboardMode) -> Self { self }
    /// Puts the focus into the field with a value as the view appears.
    public func defaultFocus<Value: Hashable>(_ binding: Binding<Value>, _ value: Value) -> some View {
        onAppear { binding.wrappedValue = value }
    }
    /// Accepted for SwiftUI's sake; the host has the focus.
    public func focusScope(_ namespace: Namespace.ID) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has the focus.
    @available(*, deprecated, message: "the host decides where the focus is: leave it out")
    public func prefersDefaultFocus(_ prefers: Bool = true, in namespace: Namespace.ID) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has the focus.
    @available(*, deprecated, message: "the host decides where the focus is: leave it out")
    public func accessibilityFocused(_ condition: Binding<Bool>) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has the focus.
    @available(*, deprecated, message: "the host decides where the focus is: leave it out")
    public func accessibilityFocused<Value: Hashable>(_ binding: Binding<Value>, equals value: Value) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has the focus.
    public func focusable(_ isFocusable: Bool = true) -> Self { self }
    /// Accepted for SwiftUI's sake; a pointer over a view means nothing here.
    @available(*, deprecated, message: "a pointer over a view means nothing here: show what it would show")
    public func onHover(perform action: @escaping (Bool) -> Void) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides where a view takes a press.
    public func contentShape(_ shape: some Shape) -> Self { self }
    /// Accepted for SwiftUI's sake. ``disabled(_:)`` keeps the user from using a view.
    @available(*, deprecated, message: "it keeps nobody from a view here: use .disabled(_:)")
    public func allowsHitTesting(_ enabled: Bool) -> Self { self }
    /// Accepted for SwiftUI's sake; the host shows no help beside a pointer.
    @available(*, deprecated, message: "no pointer shows it here: say it in the label, or in a Text")
    public func help(_ textKey: LocalizedStringKey) -> Self { self }
    /// Accepted for SwiftUI's sake; a row is deleted by its own button.
    @available(
        *, deprecated, message: "the row keeps its button: put such rows into a ForEach without .onDelete(perform:)"
    )
    public func deleteDisabled(_ isDisabled: Bool) -> Self { self }
    /// Accepted for SwiftUI's sake; no row is dragged here.
    @available(
        *, deprecated, message: "the row keeps its buttons: put such rows into a ForEach without .onMove(perform:)"
    )
    public func moveDisabled(_ isDisabled: Bool) -> Self { self }
    /// Accepted for SwiftUI's sake; ``disabled(_:)`` keeps the user from using a row.
    @available(*, deprecated, message: "the row can be selected: use .disabled(_:)")
    public func selectionDisabled(_ isDisabled: Bool = true) -> Self { self }
    /// Accepted for SwiftUI's sake; a screen is rendered when what it has read changes.
    public func equatable() -> Self { self }
    /// Accepted for SwiftUI's sake; a preview is not shown.
    public func previewDisplayName(_ name: String?) -> Self { self }
    /// Accepted for SwiftUI's sake; a preview is not shown.
    public func previewLayout(_ layout: PreviewLayout) -> Self { self }
    /// Accepted for SwiftUI's sake; a preview is not shown.
    public func previewDevice(_ name: String?) -> Self { self }
    /// Accepted for SwiftUI's sake; a view is read out by its label.
    @available(*, deprecated, message: "a control is read out by its label alone: say it in .accessibilityLabel(_:)")
    public func accessibilityHint(_ hintKey: LocalizedStringKey) -> Self { self }
    /// Accepted for SwiftUI's sake; a view is read out by its label.
    @available(*, deprecated, message: "a control is read out by its label alone: say it in .accessibilityLabel(_:)")
    @_disfavoredOverload
    public func accessibilityHint(_ hint: some StringProtocol) -> Self { self }
    /// Accepted for SwiftUI's sake; a view is read out with its own value.
    @available(*, deprecated, message: "a control is read out by its label alone: say it in .accessibilityLabel(_:)")
    public func accessibilityValue(_ valueKey: LocalizedStringKey) -> Self { self }
    /// Accepted for SwiftUI's sake; a view is read out with its own value.
    @available(*, deprecated, message: "a control is read out by its label alone: say it in .accessibilityLabel(_:)")
    @_disfavoredOverload
    public func accessibilityValue(_ value: some StringProtocol) -> Self { self }
    /// Accepted for SwiftUI's sake; a test finds a control by its text.
    public func accessibilityIdentifier(_ identifier: String) -> Self { self }
    /// Accepted for SwiftUI's sake; a view's kind says what it is.
    public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> Self { self }
    /// Accepted for SwiftUI's sake; a view's kind says what it is.
    public func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> Self { self }
    /// Accepted for SwiftUI's sake; what is shown is read out.
    public func accessibilityHidden(_ hidden: Bool) -> Self { self }
    /// Accepted for SwiftUI's sake; what is shown is read out.
    public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> Self { self }
    /// Accepted for SwiftUI's sake; a view is read out with its own controls.
    @available(*, deprecated, message: "nothing calls the action here: write a Button, or a .contextMenu for a row")
    public func accessibilityAction(named nameKey: LocalizedStringKey, _ action: @escaping () -> Void) -> Self { self }
    /// Accepted for SwiftUI's sake; a view is read out with its own controls.
    @available(*, deprecated, message: "nothing calls the action here: write a Stepper or a Slider")
    public func accessibilityAdjustableAction(
        _ action: @escaping (AccessibilityAdjustmentDirection) -> Void
    ) -> Self { self }
    /// Accepted for SwiftUI's sake; a view is read out by its label.
    @available(*, deprecated, message: "a control is read out by its label alone: say it in .accessibilityLabel(_:)")
    public func accessibilityInputLabels(_ labelKeys: [LocalizedStringKey]) -> Self { self }
    /// Accepted for SwiftUI's sake; a view's kind says what it is.
    public func accessibilityHeading(_ level: AccessibilityHeadingLevel) -> Self { self }
    /// Accepted for SwiftUI's sake; views are read out in their order.
    public func accessibilitySortPriority(_ priority: Double) -> Self { self }
}
