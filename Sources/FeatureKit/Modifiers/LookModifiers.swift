// Modifiers of SwiftUI that change only how a view looks. The host decides that, so they are accepted and do nothing:
// code that is written for SwiftUI keeps them.

/// A font, by its use. The host decides how it looks.
public struct Font: Hashable, Sendable {
    /// How thick the letters are.
    public enum Weight: Hashable, Sendable {
        /// A thickness.
        case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
    }

    /// The shape of the letters.
    public enum Design: Hashable, Sendable {
        /// A shape.
        case `default`, serif, rounded, monospaced
    }

    private init() {}

    /// A font of a use.
    public static let largeTitle = Font(), title = Font(), title2 = Font(), title3 = Font(), headline = Font()
    /// A font of a use.
    public static let subheadline = Font(), body = Font(), callout = Font(), footnote = Font(), caption = Font()
    /// A font of a use.
    public static let caption2 = Font()

    /// A font of a size.
    public static func system(size: Double, weight: Weight? = nil, design: Design? = nil) -> Font { Font() }
    /// A font of a use.
    public static func system(_ style: Font, design: Design? = nil, weight: Weight? = nil) -> Font { style }

    /// The same font, thick.
    public func bold() -> Font { self }
    /// The same font, slanted.
    public func italic() -> Font { self }
    /// The same font in another thickness.
    public func weight(_ weight: Weight) -> Font { self }
    /// The same font with digits of one width.
    public func monospacedDigit() -> Font { self }
    /// The same font with letters of one width.
    public func monospaced() -> Font { self }
}

/// The sides of a view.
public enum Edge: Hashable, Sendable {
    /// A side.
    case top, leading, bottom, trailing

    /// Several sides.
    public struct Set: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// A side.
        public static let top = Set(rawValue: 1 << 0), leading = Set(rawValue: 1 << 1)
        /// A side.
        public static let bottom = Set(rawValue: 1 << 2), trailing = Set(rawValue: 1 << 3)
        /// All sides.
        public static let all: Set = [.top, .leading, .bottom, .trailing]
        /// The sides beside the view.
        public static let horizontal: Set = [.leading, .trailing]
        /// The sides above and below the view.
        public static let vertical: Set = [.top, .bottom]
    }
}

/// How the lines of a text are aligned.
public enum TextAlignment: Hashable, Sendable {
    /// An alignment.
    case leading, center, trailing
}

/// Where a view stands in a larger place.
public enum Alignment: Hashable, Sendable {
    /// A place.
    case center, leading, trailing, top, bottom, topLeading, topTrailing, bottomLeading, bottomTrailing
}

/// Whether a part of a view is shown.
public enum Visibility: Hashable, Sendable {
    /// Whether it is shown.
    case automatic, visible, hidden
}

/// Where a title stands.
public enum TitleDisplayMode: Hashable, Sendable {
    /// A place.
    case automatic, inline, large
}

/// The size of a symbol.
public enum ImageScale: Hashable, Sendable {
    /// A size.
    case small, medium, large
}

/// A style of a list, a button, a field or a picker. The host has one style for each.
public struct ControlStyle: Hashable, Sendable {
    private init() {}

    /// A style.
    public static let automatic = ControlStyle(), plain = ControlStyle(), bordered = ControlStyle()
    /// A style.
    public static let borderedProminent = ControlStyle(), borderless = ControlStyle(), roundedBorder = ControlStyle()
    /// A style.
    public static let inset = ControlStyle(), insetGrouped = ControlStyle(), grouped = ControlStyle()
    /// A style.
    public static let sidebar = ControlStyle(), segmented = ControlStyle(), menu = ControlStyle()
    /// A style.
    public static let inline = ControlStyle(), wheel = ControlStyle(), navigationLink = ControlStyle()
    /// A style.
    public static let `switch` = ControlStyle(), button = ControlStyle(), columns = ControlStyle()
    /// A style.
    public static let circular = ControlStyle(), linear = ControlStyle()
}

/// The height of a sheet. The host decides that.
public enum PresentationDetent: Hashable, Sendable {
    /// A height.
    case medium, large
    /// A height.
    case fraction(Double), height(Double)
}

/// The size of controls. The host decides that.
public enum ControlSize: Hashable, Sendable {
    /// A size.
    case mini, small, regular, large, extraLarge
}

/// The kind of a keyboard on a screen, which a terminal has none of.
public enum KeyboardType: Hashable, Sendable {
    /// A keyboard.
    case `default`, asciiCapable, numberPad, decimalPad, phonePad, emailAddress, webSearch, numbersAndPunctuation
    /// A keyboard.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case URL
}

/// Which letters become capital by themselves: none here.
public enum TextInputAutocapitalization: Hashable, Sendable {
    /// A rule.
    case never, words, sentences, characters
}

extension View {
    /// Accepted for SwiftUI's sake; the host decides how texts look.
    public func font(_ font: Font?) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how texts look.
    public func fontWeight(_ weight: Font.Weight?) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how texts look.
    public func bold(_ isActive: Bool = true) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how texts look.
    public func italic(_ isActive: Bool = true) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how texts look.
    public func monospaced(_ isActive: Bool = true) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how texts look.
    public func monospacedDigit() -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how texts look.
    public func multilineTextAlignment(_ alignment: TextAlignment) -> Self { self }
    /// Accepted for SwiftUI's sake; the host shows whole texts.
    public func lineLimit(_ number: Int?) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides where views stand.
    public func padding(_ edges: Edge.Set = .all, _ length: Double? = nil) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides where views stand.
    public func padding(_ length: Double) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how large symbols are.
    public func imageScale(_ scale: ImageScale) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides which colours there are.
    public func tint(_ tint: ForegroundStyle?) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has one style of lists.
    public func listStyle(_ style: ControlStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has one style of buttons.
    public func buttonStyle(_ style: ControlStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has one style of fields.
    public func textFieldStyle(_ style: ControlStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has one style of pickers.
    public func pickerStyle(_ style: ControlStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has one style of switches.
    public func toggleStyle(_ style: ControlStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has one style of forms.
    public func formStyle(_ style: ControlStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how progress looks.
    public func progressViewStyle(_ style: ControlStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides where titles stand.
    public func navigationBarTitleDisplayMode(_ mode: TitleDisplayMode) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides what divides rows.
    public func listRowSeparator(_ visibility: Visibility) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how labels look.
    public func labelsHidden() -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how large views are.
    public func frame(
        minWidth: Double? = nil, maxWidth: Double? = nil, minHeight: Double? = nil, maxHeight: Double? = nil,
        alignment: Alignment = .center
    ) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how large views are.
    public func frame(width: Double? = nil, height: Double? = nil, alignment: Alignment = .center) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides which colours there are.
    public func background(_ style: ForegroundStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how views look.
    public func cornerRadius(_ radius: Double) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how views look.
    public func opacity(_ opacity: Double) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how large sheets are.
    public func presentationDetents(_ detents: Set<PresentationDetent>) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how sheets look.
    public func presentationDragIndicator(_ visibility: Visibility) -> Self { self }
    /// Accepted for SwiftUI's sake; the host keeps no room above and below.
    public func ignoresSafeArea() -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides what divides rows.
    public func listRowBackground(_ background: ForegroundStyle?) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how large controls are.
    public func controlSize(_ size: ControlSize) -> Self { self }
    /// Accepted for SwiftUI's sake; the keyboard of a terminal has every key.
    public func keyboardType(_ type: KeyboardType) -> Self { self }
    /// Accepted for SwiftUI's sake; the user decides which letters are capital.
    public func textInputAutocapitalization(_ style: TextInputAutocapitalization?) -> Self { self }
    /// Accepted for SwiftUI's sake; nothing moves here.
    public func animation(_ animation: Animation?, value: some Equatable) -> Self { self }
    /// Accepted for SwiftUI's sake; nothing here corrects what is typed.
    public func autocorrectionDisabled(_ disable: Bool = true) -> Self { self }
}

/// A movement. Nothing moves here.
public struct Animation: Hashable, Sendable {
    private init() {}

    /// A movement.
    public static let `default` = Animation(), linear = Animation(), easeIn = Animation(), easeOut = Animation()
    /// A movement.
    public static let easeInOut = Animation(), spring = Animation(), bouncy = Animation(), snappy = Animation()
    /// A movement.
    public static let smooth = Animation()

    /// A movement of a duration in seconds.
    public static func linear(duration: Double) -> Animation { linear }
    /// A movement of a duration in seconds.
    public static func easeInOut(duration: Double) -> Animation { easeInOut }
    /// A movement like a spring's.
    public static func spring(response: Double = 0.5, dampingFraction: Double = 0.8) -> Animation { spring }
}

/// Runs a closure. Nothing moves here.
public func withAnimation<Result>(_ animation: Animation? = .default, _ body: () throws -> Result) rethrows -> Result {
    try body()
}

/// SwiftUI's colours, as the meanings that they usually have.
public typealias Color = ForegroundStyle

extension ForegroundStyle {
    /// A colour, by its usual meaning.
    public static let red = danger, orange = warning, yellow = warning, green = success, mint = success
    /// A colour, by its usual meaning.
    public static let blue = accent, accentColor = accent, tint = accent, purple = accent, pink = accent
    /// A colour, by its usual meaning.
    public static let teal = accent, cyan = accent, indigo = accent, gray = secondary, tertiary = secondary
    /// A colour, by its usual meaning.
    public static let brown = secondary, black = primary, white = primary
}

extension View {
    /// Shows the view and everything in it in the style of a meaning.
    public func foregroundColor(_ color: Color?) -> ModifiedView<Self> { foregroundStyle(color ?? .primary) }
}
