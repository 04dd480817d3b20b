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

/// A style of buttons.
public typealias PlainButtonStyle = ControlStyle
/// A style of buttons.
public typealias BorderlessButtonStyle = ControlStyle
/// A style of buttons.
public typealias BorderedButtonStyle = ControlStyle
/// A style of buttons.
public typealias BorderedProminentButtonStyle = ControlStyle
/// A style of buttons.
public typealias DefaultButtonStyle = ControlStyle
/// A style of tabs.
public typealias PageTabViewStyle = ControlStyle
/// A style of tabs.
public typealias DefaultTabViewStyle = ControlStyle
/// A style of the dots of pages.
public typealias PageIndexViewStyle = ControlStyle
/// A style of lists.
public typealias DefaultListStyle = ControlStyle
/// A style of pickers.
public typealias DefaultPickerStyle = ControlStyle
/// A style of pickers.
public typealias PalettePickerStyle = ControlStyle
/// A style of fields.
public typealias DefaultTextFieldStyle = ControlStyle
/// A style of labels.
public typealias TitleAndIconLabelStyle = ControlStyle
/// A style of dates.
public typealias CompactDatePickerStyle = ControlStyle
/// A style of dates.
public typealias WheelDatePickerStyle = ControlStyle
/// A style of switches.
public typealias ButtonToggleStyle = ControlStyle
/// A style of lists.
public typealias PlainListStyle = ControlStyle
/// A style of lists.
public typealias InsetGroupedListStyle = ControlStyle
/// A style of lists.
public typealias GroupedListStyle = ControlStyle
/// A style of lists.
public typealias InsetListStyle = ControlStyle
/// A style of lists.
public typealias SidebarListStyle = ControlStyle
/// A style of pickers.
public typealias SegmentedPickerStyle = ControlStyle
/// A style of pickers.
public typealias MenuPickerStyle = ControlStyle
/// A style of pickers.
public typealias WheelPickerStyle = ControlStyle
/// A style of pickers.
public typealias InlinePickerStyle = ControlStyle
/// A style of fields.
public typealias RoundedBorderTextFieldStyle = ControlStyle
/// A style of fields.
public typealias PlainTextFieldStyle = ControlStyle
/// A style of switches.
public typealias SwitchToggleStyle = ControlStyle
/// A style of progress.
public typealias CircularProgressViewStyle = ControlStyle
/// A style of progress.
public typealias LinearProgressViewStyle = ControlStyle
/// A style of labels.
public typealias IconOnlyLabelStyle = ControlStyle
/// A style of labels.
public typealias TitleOnlyLabelStyle = ControlStyle
/// A style of dates.
public typealias GraphicalDatePickerStyle = ControlStyle
/// A style of navigation.
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

/// A style of buttons of the author's own, which the host does not use.
public protocol ButtonStyle: CustomStyle {}
/// A style of buttons of the author's own, which the host does not use.
public protocol PrimitiveButtonStyle: CustomStyle {}
/// A style of switches of the author's own, which the host does not use.
public protocol ToggleStyle: CustomStyle {}
/// A style of labels of the author's own, which the host does not use.
public protocol LabelStyle: CustomStyle {}
/// A style of boxes of the author's own, which the host does not use.
public protocol GroupBoxStyle: CustomStyle {}
/// A style of progress of the author's own, which the host does not use.
public protocol ProgressViewStyle: CustomStyle {}

/// The parts of a button.
public typealias ButtonStyleConfiguration = StyleConfiguration
/// The parts of a switch.
public typealias ToggleStyleConfiguration = StyleConfiguration
/// The parts of a label.
public typealias LabelStyleConfiguration = StyleConfiguration

/// The outline of a button.
public enum ButtonBorderShape: Hashable, Sendable {
    case automatic, capsule, circle, roundedRectangle
    public static func roundedRectangle(radius: Double) -> Self { .roundedRectangle }
}
