package import FeatureContract

/// One node of a rendered screen, before it crosses to the host.
///
/// - SeeAlso: `sy_node` in FeatureABI.h
package struct Node {
    /// - SeeAlso: `sy_node_flags`
    package struct Flags: OptionSet {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        package static let disabled = Flags(rawValue: 1 << 0)
        package static let destructive = Flags(rawValue: 1 << 1)
        package static let cancel = Flags(rawValue: 1 << 2)
        package static let header = Flags(rawValue: 1 << 3)
        package static let secure = Flags(rawValue: 1 << 4)
        package static let multiline = Flags(rawValue: 1 << 5)
        package static let date = Flags(rawValue: 1 << 6)
        package static let time = Flags(rawValue: 1 << 7)
        package static let submits = Flags(rawValue: 1 << 8)
        package static let focus = Flags(rawValue: 1 << 9)
        package static let focused = Flags(rawValue: 1 << 10)
        package static let atEnd = Flags(rawValue: 1 << 11)
    }

    package var kind: NodeKind
    package var text = ""
    package var detail = ""
    package var symbol = ""
    package var value: Value = .null
    /// The number of the node's action; 0 for a node that cannot be used.
    package var action: UInt64 = 0
    package var destination: Destination?
    package var url = ""
    package var key = ""
    /// How many elements the list has whose part the children are; 0 for a node with all its children.
    package var elementCount = 0
    /// The index of the first element among the children.
    package var elementOffset = 0
    /// Not 0: the host brings the node into sight, once for each number.
    package var reveal: UInt64 = 0
    package var badge = ""
    package var accessibilityLabel = ""
    package var shortcut = ""
    package var role = ForegroundStyle.primary
    package var flags: Flags = []
    /// Whether the node, as part of a toolbar, stands below the view. The host does not learn it.
    var isBelow = false

    init(
        _ kind: NodeKind, text: String = "", detail: String = "", symbol: String = "", value: Value = .null,
        action: UInt64 = 0, destination: Destination? = nil, url: String = "", flags: Flags = []
    ) {
        self.kind = kind
        self.text = text
        self.detail = detail
        self.symbol = symbol
        self.value = value
        self.action = action
        self.destination = destination
        self.url = url
        self.flags = flags
    }
}

/// Takes the nodes of one render, depth first.
@MainActor
package protocol NodeSink: AnyObject {
    /// Opens a node. Returns false if the sink takes no more nodes.
    func open(_ node: Node) -> Bool
    func close()
}

/// A checkpoint that a view has established, with the closure that receives its value.
struct CheckpointReceiver {
    let name: String
    let type: ValueType?
    /// Receives the value; returns false if it is of another type.
    let receive: (Value) -> Bool
}

/// A receiver that a view has declared.
struct MessageReceiver {
    enum Kind {
        /// Values of a type, by its name.
        case value(String)
        /// Destinations of this feature.
        case destination
        /// Tabs, which the host selects without asking the screen.
        case selectTab
        /// Destinations of this feature, which the host navigates to without asking the screen.
        case navigate
    }

    let kind: Kind
    /// Receives a message; returns nil if it is not for this receiver.
    let receive: (Message) -> NavigationResume?
}

extension CallFailure {
    /// The failure of an action that takes another value.
    static func wrongValue(_ expected: String) -> CallFailure {
        CallFailure(.wrongType, "the action takes \(expected)")
    }
}
