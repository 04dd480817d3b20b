/// The kind of a node of a screen, by the numbers of the ABI. The names are those of the JSON form.
///
/// - SeeAlso: `sy_node_kind` in FeatureABI.h
package enum NodeKind: UInt32, CaseIterable, Sendable {
    case group, text, label, list, section, link, button, textField, toggle, picker, option, progress, divider
    case table, row, urlLink, embedded, alert, confirmation
    case hstack, spacer, grid, stepper, slider, disclosure, menu, sheet, cover, push, chart

    /// The value for a node's action.
    package enum ActionValue {
        case nothing, string, bool, double
        /// The value of one of the options below the node.
        case option
    }

    /// The value for the action of such a node; nil for a kind without an action.
    package var actionValue: ActionValue? {
        switch self {
        case .button, .row, .alert, .confirmation, .sheet, .cover, .push: .nothing
        case .textField: .string
        case .toggle: .bool
        case .picker: .option
        case .slider: .double
        case .group, .text, .label, .list, .section, .link, .option, .progress, .divider, .table, .urlLink, .embedded,
            .hstack, .spacer, .grid, .stepper, .disclosure, .menu, .chart:
            nil
        }
    }

    /// Whether such a node can share a line with others. Nil if its children decide.
    package var isInline: Bool? {
        switch self {
        case .text, .textField, .label, .link, .button, .toggle, .picker, .option, .progress, .urlLink, .spacer: true
        case .group, .hstack, .stepper, .slider, .menu, .embedded: nil
        case .list, .section, .divider, .table, .row, .alert, .confirmation, .grid, .disclosure, .sheet, .cover, .push,
            .chart:
            false
        }
    }
}
