// The words that modifiers and views of this module take. No host asks for them.

public enum AccessibilityAdjustmentDirection: Hashable, Sendable { case increment, decrement }
public enum AccessibilityChildBehavior: Hashable, Sendable { case ignore, combine, contain }
public enum AccessibilityHeadingLevel: Hashable, Sendable { case unspecified, h1, h2, h3, h4, h5, h6 }
public enum BadgeProminence: Hashable, Sendable { case standard, increased, decreased }
public enum BlendMode: Hashable, Sendable {
    case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference
    case exclusion, hue, saturation, color, luminosity, sourceAtop, destinationOver, destinationOut, plusDarker
    case plusLighter
}
public enum ButtonRepeatBehavior: Hashable, Sendable { case automatic, enabled, disabled }
public enum ColorScheme: Hashable, CaseIterable, Sendable { case light, dark }
public enum ColorSchemeContrast: Hashable, Sendable { case standard, increased }
public enum ContentMarginPlacement: Hashable, Sendable { case automatic, scrollContent, scrollIndicators }
public enum ContentMode: Hashable, Sendable { case fit, fill }
public enum ControlSize: Hashable, Sendable { case mini, small, regular, large, extraLarge }
public enum ImageScale: Hashable, Sendable { case small, medium, large }
public enum InterpolationMethod: Hashable, Sendable {
    case linear, monotone, catmullRom, cardinal, stepStart, stepCenter, stepEnd
}
public enum KeyPressResult: Hashable, Sendable { case handled, ignored }
public enum KeyboardType: Hashable, Sendable {
    case `default`, asciiCapable, numberPad, decimalPad, phonePad, emailAddress, webSearch, numbersAndPunctuation
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case URL
}
public enum LayoutDirection: Hashable, CaseIterable, Sendable { case leftToRight, rightToLeft }
public enum LinePattern: Hashable, Sendable { case solid, dash, dot, dashDot, dashDotDot }
public enum MapCameraPosition: Sendable { case automatic }
public enum MenuOrder: Hashable, Sendable { case automatic, fixed, priority }
public enum PresentationAdaptation: Hashable, Sendable { case automatic, none, popover, sheet, fullScreenCover }
public enum PresentationDetent: Hashable, Sendable { case medium, large, fraction(Double), height(Double) }
public enum PresentationSizing: Hashable, Sendable { case automatic, form, page, fitted }
public enum PreviewLayout: Hashable, Sendable { case device, sizeThatFits, fixed(width: Double, height: Double) }
public enum Prominence: Hashable, Sendable { case standard, increased }
public enum RoundedCornerStyle: Hashable, Sendable { case circular, continuous }
public enum ScenePhase: Hashable, Comparable, Sendable { case background, inactive, active }
public enum ScrollAnchorRole: Hashable, Sendable { case initialOffset, sizeChanges, alignment }
public enum ScrollDismissesKeyboardMode: Hashable, Sendable { case automatic, immediately, interactively, never }
public enum SearchPresentationToolbarBehavior: Hashable, Sendable { case automatic, avoidHidingContent, minimize }
public enum SensoryFeedback: Hashable, Sendable {
    case success, warning, error, selection, increase, decrease, start, stop, alignment, levelChange, impact
}
public enum SubmitLabel: Hashable, Sendable { case done, go, send, join, route, search, `return`, next, `continue` }
public enum SymbolEffect: Hashable, Sendable {
    case bounce, pulse, variableColor, scale, appear, disappear, replace, wiggle, rotate, breathe
}
public enum SymbolRenderingMode: Hashable, Sendable { case monochrome, hierarchical, palette, multicolor }
public enum TabBarMinimizeBehavior: Hashable, Sendable { case automatic, never, onScrollDown, onScrollUp }
public enum TextAlignment: Hashable, Sendable { case leading, center, trailing }
public enum TextCase: Hashable, Sendable { case uppercase, lowercase }
public enum TextContentType: Hashable, Sendable {
    case name, givenName, familyName, nickname, username, password, newPassword, oneTimeCode, emailAddress
    case telephoneNumber, organizationName, fullStreetAddress, addressCity, postalCode, countryName, creditCardNumber
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case URL
}
public enum TextInputAutocapitalization: Hashable, Sendable { case none, never, words, sentences, characters }
public enum TextScale: Hashable, Sendable { case `default`, secondary }
public enum TextSelectability: Hashable, Sendable { case enabled, disabled }
public enum ToolbarDefaultItemKind: Hashable, Sendable { case sidebarToggle, title, search }
public enum ToolbarPlacement: Hashable, Sendable {
    case automatic, navigationBar, bottomBar, tabBar, windowToolbar, navigation, navigationSplitView, widget
}
public enum ToolbarRole: Hashable, Sendable { case automatic, navigationStack, browser, editor }
public enum ToolbarSpacerSizing: Hashable, Sendable { case fixed, flexible }
public enum TruncationMode: Hashable, Sendable { case head, middle, tail }
public enum UserInterfaceSizeClass: Hashable, Sendable { case compact, regular }
public enum WritingToolsBehavior: Hashable, Sendable { case automatic, complete, limited, disabled }
