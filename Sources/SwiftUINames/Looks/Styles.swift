import FeatureCore

/// A style of a list, a button, a field or a picker. The host has one style for each.
public struct ControlStyle: Hashable, Sendable {
    /// A style by its name in SwiftUI, such as `PlainButtonStyle()`.
    public init(tint: ForegroundStyle? = nil) {}
    /// A style of pages.
    public init(indexDisplayMode: PageMode) {}
    /// A style of the dots of pages.
    public init(backgroundDisplayMode: PageMode) {}

    /// Whether the dots of pages are shown.
    public enum PageMode: Hashable, Sendable {
        /// Whether they are.
        case automatic, always, never, interactive
    }

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
    public static let circular = ControlStyle(), linear = ControlStyle(), radioGroup = ControlStyle()
    /// A style.
    public static let palette = ControlStyle(), compact = ControlStyle(), graphical = ControlStyle()
    /// A style.
    public static let iconOnly = ControlStyle(), titleOnly = ControlStyle(), titleAndIcon = ControlStyle()
    /// A style.
    public static let stack = ControlStyle(), page = ControlStyle(), accessoryCircular = ControlStyle()
    /// A style.
    public static let accessoryCircularCapacity = ControlStyle(), accessoryLinear = ControlStyle()
    /// A style.
    public static let accessoryLinearCapacity = ControlStyle()
    /// A style.
    public static let linearCapacity = ControlStyle(), glass = ControlStyle(), glassProminent = ControlStyle()
    /// A style.
    public static let navigation = ControlStyle(), compactMenu = ControlStyle(), link = ControlStyle()
    /// A style of tabs.
    public static let sidebarAdaptable = ControlStyle(), tabBarOnly = ControlStyle(), verticalPage = ControlStyle()
    /// A style of columns.
    public static let balanced = ControlStyle(), prominentDetail = ControlStyle()
    /// A way to scroll.
    public static let basedOnSize = ControlStyle(), always = ControlStyle(), paging = ControlStyle()
    /// A way to scroll.
    public static let viewAligned = ControlStyle(), interactive = ControlStyle(), animated = ControlStyle()
    /// A way to scroll.
    public static let soft = ControlStyle(), hard = ControlStyle()
    /// A way to react to a pointer.
    public static let highlight = ControlStyle(), lift = ControlStyle()

    /// A style of pages.
    public static func page(indexDisplayMode: PageMode) -> ControlStyle { page }
    /// A style of the dots of pages.
    public static func page(backgroundDisplayMode: PageMode) -> ControlStyle { page }
    /// A way to scroll.
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
    /// A part of a control.
    public struct Part: View {
        public var body: EmptyView { EmptyView() }
        public func render(in renderer: ViewRenderer) {}
    }

    /// A part of the control.
    public let label = Part(), title = Part(), icon = Part(), content = Part()
    /// Whether the button is held down.
    public let isPressed = false
    /// The effect of the button on the user's data.
    public let role: ButtonRole? = nil
    /// Whether the switch is on.
    @Binding public var isOn: Bool
    /// How far the work is, from 0 to 1.
    public let fractionCompleted: Double? = nil

    /// Presses the button.
    public func trigger() {}
}

/// A style of the author's own, which the host does not use.
@MainActor
public protocol CustomStyle {
    /// The parts of the control.
    typealias Configuration = StyleConfiguration
    /// The type of the control's views.
    associatedtype Body: View
    /// Makes the views of a control. No host calls it.
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

extension View {
    /// Accepted for SwiftUI's sake; the host has one style of lists.
    public func listStyle(_ style: ControlStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has one style of buttons.
    public func buttonStyle(_ style: ControlStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has one style of buttons.
    @_disfavoredOverload
    public func buttonStyle(_ style: some ButtonStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has one style of buttons.
    @_disfavoredOverload
    public func buttonStyle(_ style: some PrimitiveButtonStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has one style of buttons.
    public func buttonBorderShape(_ shape: ButtonBorderShape) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has one style of fields.
    public func textFieldStyle(_ style: ControlStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has one style of fields.
    public func textEditorStyle(_ style: ControlStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has one style of pickers.
    public func pickerStyle(_ style: ControlStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has one style of dates.
    public func datePickerStyle(_ style: ControlStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has one style of switches.
    public func toggleStyle(_ style: ControlStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has one style of switches.
    @_disfavoredOverload
    public func toggleStyle(_ style: some ToggleStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has one style of labels.
    public func labelStyle(_ style: ControlStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has one style of labels.
    @_disfavoredOverload
    public func labelStyle(_ style: some LabelStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has one style of forms.
    public func formStyle(_ style: ControlStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has one style of menus.
    public func menuStyle(_ style: ControlStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has one style of tables.
    public func tableStyle(_ style: ControlStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has one style of boxes.
    public func groupBoxStyle(_ style: ControlStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has one style of boxes.
    @_disfavoredOverload
    public func groupBoxStyle(_ style: some GroupBoxStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has one style of gauges.
    public func gaugeStyle(_ style: ControlStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how progress looks.
    public func progressViewStyle(_ style: ControlStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how progress looks.
    @_disfavoredOverload
    public func progressViewStyle(_ style: some ProgressViewStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has one style of groups.
    public func disclosureGroupStyle(_ style: ControlStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has one style of groups.
    public func controlGroupStyle(_ style: ControlStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has one style of tabs.
    public func tabViewStyle(_ style: ControlStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has one style of tabs.
    public func indexViewStyle(_ style: ControlStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has one style of columns.
    public func navigationSplitViewStyle(_ style: ControlStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has one style of menus.
    public func menuIndicator(_ visibility: Visibility) -> Self { self }
    /// Accepted for SwiftUI's sake; a menu has the order of its views.
    public func menuOrder(_ order: MenuOrder) -> Self { self }
    /// Accepted for SwiftUI's sake; a press is one press.
    @available(*, deprecated, message: "a press is one press here: leave it out")
    public func buttonRepeatBehavior(_ behavior: ButtonRepeatBehavior) -> Self { self }
    /// Accepted for SwiftUI's sake; the host has the stack.
    public func navigationViewStyle(_ style: ControlStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how large controls are.
    public func controlSize(_ size: ControlSize) -> Self { self }
}

/// The order of the actions of a menu.
public enum MenuOrder: Hashable, Sendable {
    /// An order.
    case automatic, fixed, priority
}

/// Whether a button that is held down does its action again.
public enum ButtonRepeatBehavior: Hashable, Sendable {
    /// Whether it does.
    case automatic, enabled, disabled
}

/// The outline of a button.
public enum ButtonBorderShape: Hashable, Sendable {
    /// An outline.
    case automatic, capsule, circle, roundedRectangle
    /// An outline with corners of a radius.
    public static func roundedRectangle(radius: Double) -> Self { .roundedRectangle }
}

/// The size of controls. The host decides that.
public enum ControlSize: Hashable, Sendable {
    /// A size.
    case mini, small, regular, large, extraLarge
}
