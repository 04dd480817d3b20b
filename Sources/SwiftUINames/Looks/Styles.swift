import FeatureCore

/// A style of a list, a button, a field or a picker. The host has one style for each.
public struct ControlStyle: Hashable, Sendable {
    public init(tint: ForegroundStyle? = nil) {}
    public init(indexDisplayMode: PageMode) {}
    public init(backgroundDisplayMode: PageMode) {}

    public enum PageMode: Hashable, Sendable {
        case automatic, always, never, interactive
    }

    public static let automatic = ControlStyle(), plain = ControlStyle(), bordered = ControlStyle()
    public static let borderedProminent = ControlStyle(), borderless = ControlStyle(), roundedBorder = ControlStyle()
    public static let inset = ControlStyle(), insetGrouped = ControlStyle(), grouped = ControlStyle()
    public static let sidebar = ControlStyle(), segmented = ControlStyle(), menu = ControlStyle()
    public static let inline = ControlStyle(), wheel = ControlStyle(), navigationLink = ControlStyle()
    public static let `switch` = ControlStyle(), button = ControlStyle(), columns = ControlStyle()
    public static let circular = ControlStyle(), linear = ControlStyle(), radioGroup = ControlStyle()
    public static let palette = ControlStyle(), compact = ControlStyle(), graphical = ControlStyle()
    public static let iconOnly = ControlStyle(), titleOnly = ControlStyle(), titleAndIcon = ControlStyle()
    public static let stack = ControlStyle(), page = ControlStyle(), accessoryCircular = ControlStyle()
    public static let accessoryCircularCapacity = ControlStyle(), accessoryLinear = ControlStyle()
    public static let accessoryLinearCapacity = ControlStyle()
    public static let linearCapacity = ControlStyle(), glass = ControlStyle(), glassProminent = ControlStyle()
    public static let navigation = ControlStyle(), compactMenu = ControlStyle(), link = ControlStyle()
    public static let sidebarAdaptable = ControlStyle(), tabBarOnly = ControlStyle(), verticalPage = ControlStyle()
    public static let balanced = ControlStyle(), prominentDetail = ControlStyle()
    public static let basedOnSize = ControlStyle(), always = ControlStyle(), paging = ControlStyle()
    public static let viewAligned = ControlStyle(), interactive = ControlStyle(), animated = ControlStyle()
    public static let soft = ControlStyle(), hard = ControlStyle()
    public static let highlight = ControlStyle(), lift = ControlStyle()

    public static func page(indexDisplayMode: PageMode) -> ControlStyle { page }
    public static func page(backgroundDisplayMode: PageMode) -> ControlStyle { page }
    public static func viewAligned(limitBehavior: ControlStyle) -> ControlStyle { viewAligned }
}

// Styles by the names of their types.
public typealias PlainButtonStyle = ControlStyle
public typealias BorderlessButtonStyle = ControlStyle
public typealias BorderedButtonStyle = ControlStyle
public typealias BorderedProminentButtonStyle = ControlStyle
public typealias DefaultButtonStyle = ControlStyle
public typealias PageTabViewStyle = ControlStyle
public typealias DefaultTabViewStyle = ControlStyle
public typealias PageIndexViewStyle = ControlStyle
public typealias DefaultListStyle = ControlStyle
public typealias DefaultPickerStyle = ControlStyle
public typealias PalettePickerStyle = ControlStyle
public typealias DefaultTextFieldStyle = ControlStyle
public typealias TitleAndIconLabelStyle = ControlStyle
public typealias CompactDatePickerStyle = ControlStyle
public typealias WheelDatePickerStyle = ControlStyle
public typealias ButtonToggleStyle = ControlStyle
public typealias PlainListStyle = ControlStyle
public typealias InsetGroupedListStyle = ControlStyle
public typealias GroupedListStyle = ControlStyle
public typealias InsetListStyle = ControlStyle
public typealias SidebarListStyle = ControlStyle
public typealias SegmentedPickerStyle = ControlStyle
public typealias MenuPickerStyle = ControlStyle
public typealias WheelPickerStyle = ControlStyle
public typealias InlinePickerStyle = ControlStyle
public typealias RoundedBorderTextFieldStyle = ControlStyle
public typealias PlainTextFieldStyle = ControlStyle
public typealias SwitchToggleStyle = ControlStyle
public typealias CircularProgressViewStyle = ControlStyle
public typealias LinearProgressViewStyle = ControlStyle
public typealias IconOnlyLabelStyle = ControlStyle
public typealias TitleOnlyLabelStyle = ControlStyle
public typealias GraphicalDatePickerStyle = ControlStyle
public typealias StackNavigationViewStyle = ControlStyle

/// The parts of a control, from which a style of the author's own makes views. No host asks for them.
@MainActor
public struct StyleConfiguration {
    public struct Part: PrimitiveView {
        public func render(in renderer: ViewRenderer) {}
    }

    public let label = Part(), title = Part(), icon = Part(), content = Part()
    public let isPressed = false
    public let role: ButtonRole? = nil
    @Binding public var isOn: Bool
    public let fractionCompleted: Double? = nil

    public func trigger() {}
}

/// A style of the author's own, which the host does not use.
@MainActor
public protocol CustomStyle {
    typealias Configuration = StyleConfiguration
    associatedtype Body: View
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

public protocol ButtonStyle: CustomStyle {}
public protocol PrimitiveButtonStyle: CustomStyle {}
public protocol ToggleStyle: CustomStyle {}
public protocol LabelStyle: CustomStyle {}
public protocol GroupBoxStyle: CustomStyle {}
public protocol ProgressViewStyle: CustomStyle {}

public typealias ButtonStyleConfiguration = StyleConfiguration
public typealias ToggleStyleConfiguration = StyleConfiguration
public typealias LabelStyleConfiguration = StyleConfiguration

/// The outline of a button.
public enum ButtonBorderShape: Hashable, Sendable {
    case automatic, capsule, circle, roundedRectangle
    public static func roundedRectangle(radius: Double) -> Self { .roundedRectangle }
}
