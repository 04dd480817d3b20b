import FeatureContract
import HostSystem

// The wiring file itself and its tabs: the values, the keys, and their form in a snapshot.

extension Wiring {
    /// The decisions of a wiring file, without its layout and comments.
    @BinaryCoded
    package struct Content: Hashable, Sendable {
        /// The accepted link schemes; nil for those of the features.
        package let schemes: [String]?
        /// The tabs; empty for a single stack.
        package let tabs: [Tab]
        /// The destination at the bottom of the single stack; nil for the host's list of features.
        package let root: String?
        let links: LinkPolicy
        package internal(set) var redirects: [Redirect]
        package let features: [String: FeatureOptions]
        /// The longest time for a call or the scan of a library, in seconds; nil for ``defaultDeadline``.
        let deadline: Double?
        /// The strictness of confinement; nil for ``defaultSandbox``.
        package let sandbox: SandboxMode?
        package let panes: Panes
        /// Who decides about permissions.
        package let asking: Asking
        package internal(set) var conditions: [Condition]
        /// The rules on conditions of destinations, in the order of the file. Each of their conditions is in
        /// ``conditions``.
        package internal(set) var requirements: [Requirement]

        /// The content of a file that decides about features alone.
        static func deciding(_ features: [String: FeatureOptions]) -> Content {
            Content(
                schemes: nil, tabs: [], root: nil, links: .rebuild, redirects: [], features: features, deadline: nil,
                sandbox: nil, panes: .two, asking: .user, conditions: [], requirements: [])
        }
    }

    /// Who decides about what a feature asks for and the file neither allows nor denies.
    package enum Asking: String, Hashable, Sendable, BinaryCoded, CaseIterable {
        /// The user, whom 'run' and 'web' ask.
        case user
        /// Nobody: it is not allowed.
        case wiring
    }

    /// The screens that a wide terminal shows side by side.
    package enum Panes: String, Hashable, Sendable, BinaryCoded, CaseIterable {
        case one
        /// The visible screen, and to its left the one below it.
        case two
    }

    /// The effect of selecting the selected tab.
    enum Reselection: String, Hashable, Sendable, BinaryCoded, CaseIterable {
        /// Pops the tab to its root.
        case root
        /// Changes nothing.
        case keep
    }

    @BinaryCoded
    package struct Tab: Hashable, Sendable {
        /// The identifier of the tab, in the wiring, in steps and for features.
        package let name: String
        package let root: String
        /// Whether the tab keeps its stack while another tab is selected.
        let retain: Bool
        let reselect: Reselection
        /// The tab's text for the user; the name if the file has no title.
        package let title: String
        /// The symbol before the title: a character, or the name of a picture; nil for none.
        package let symbol: String?

        init(
            name: String, root: String, retain: Bool = true, reselect: Reselection = .root, title: String? = nil,
            symbol: String? = nil
        ) {
            self.name = name
            self.root = root
            self.retain = retain
            self.reselect = reselect
            self.title = title ?? name
            self.symbol = symbol
        }

        /// The title after its symbol, for a terminal.
        package var label: String { DisplayText.symbol(symbol ?? "") + title }

        /// The most bytes of UTF-8 in a tab's name, title or symbol.
        package static let maximumLength = 64

        /// The reason why a text cannot be a tab's name, title or symbol; nil if it can.
        static func flaw(of text: String) -> String? {
            let scalars = text.unicodeScalars
            guard let first = scalars.first, let last = scalars.last else { return "it is empty" }
            guard text.utf8.count <= maximumLength else { return "it is longer than \(maximumLength) bytes" }
            guard DisplayText.safe(text) == text else {
                return "it has a control character, or one that reorders text"
            }
            guard !first.properties.isWhitespace, !last.properties.isWhitespace else {
                return "white space stands at its beginning or end"
            }
            return DisplayText.width(text) > 0 ? nil : "nothing of it can be seen"
        }
    }
}

extension WiringObject {
    enum File {
        static let schema = WiringKey(
            "$schema", .text, "The JSON Schema of this file, for editors. The host does not look at it.")
        static let schemes = WiringKey(
            "schemes", .list(.scheme, isEmptyTaken: true),
            "The schemes of the links that are followed. Without it those of all installed features.")
        static let tabs = WiringKey(
            "tabs", .list(.object(.tab), isEmptyTaken: false),
            "The tabs, each with a stack of its own. Stands instead of 'root'.")
        static let root = WiringKey(
            "root", .destination,
            "The destination at the bottom of the one stack. Without it and without 'tabs' the host lists the features."
        )
        static let links = WiringKey(
            "links", .word(Wiring.LinkPolicy.allCases.map(\.rawValue)),
            "How a link shows its target. 'rebuild', the default, selects the tab of the target's feature, goes back to "
                + "its root, and pushes the target's parents and the target. 'append' pushes the target on the stack "
                + "that is seen. 'present' shows it as a sheet over that stack.")
        static let redirects = WiringKey(
            "redirects",
            .map(
                .destination,
                .either([.destination, .object(.redirect), .list(.destination, isEmptyTaken: false)])),
            "Where each outgoing destination leads, by that destination. In both, '{name}' stands for the "
                + "value of an argument. The same table connects the names of checkpoints and of sent values, without "
                + "arguments; one of these may lead to several names, in a list.")
        static let features = WiringKey(
            "features", .map(.featureID, .object(.feature)), "What is decided for a feature, by its id.")
        static let deadline = WiringKey(
            "deadline", .duration,
            "The longest that a call of a feature, and the scan of a library, may take: '2s', '250ms'. 5s without it.")

        static let sandbox = WiringKey(
            "sandbox", .word(SandboxMode.allCases.map(\.rawValue)),
            "How strictly the processes of features are confined: 'required' starts none where the kernel lacks a part of "
                + "the confinement, 'best-effort' takes what the kernel has and is the default, and 'off' gives every "
                + "feature all rights of the user.")

        static let panes = WiringKey(
            "panes", .word(Wiring.Panes.allCases.map(\.rawValue)),
            "How many screens of a stack 'run' shows beside one another in a terminal of 120 columns or more. 'two', the "
                + "default, shows the one below the topmost at its left. 'one' shows the topmost one alone.")

        static let permissions = WiringKey(
            "permissions", .word(Wiring.Asking.allCases.map(\.rawValue)),
            "Who decides about what a feature asks for and this file neither allows nor denies. 'user', the default: "
                + "'run' and 'web' ask when the feature is first seen. 'wiring': nobody is asked, it is not allowed, and "
                + "earlier answers do not count.")

        static let conditions = WiringKey(
            "conditions", .map(.condition, .object(.condition)),
            "The conditions of the app, such as that the user has signed in, by their names.")

        static let requires = WiringKey(
            "requires", .map(.pattern, .either([.condition, .list(.condition, isEmptyTaken: false)])),
            "The conditions that must be true before a destination is shown. A destination whose condition is false is "
                + "parked: the condition's 'else' is shown, and the destination when the condition has become true. When "
                + "it becomes false again, the screens that require it leave all stacks. A destination that several keys "
                + "stand for requires the conditions of all of them. A redirect to a destination requires what the "
                + "destination requires.")

        static let all = [
            schema, schemes, tabs, root, links, redirects, features, deadline, sandbox, panes, permissions,
            conditions, requires,
        ]
    }

    enum Tab {
        static let name = WiringKey(
            "name", .label, isRequired: true,
            "The tab's name, which no other tab has. Steps such as 'tab:NAME', features and the session name the tab by "
                + "it.")
        static let root = WiringKey(
            "root", .destination, isRequired: true, "The destination at the bottom of the tab's stack.")
        static let retain = WiringKey(
            "retain", .bool,
            "Whether the stack stays as it is while another tab is selected. True without it.")
        static let reselect = WiringKey(
            "reselect", .word(Wiring.Reselection.allCases.map(\.rawValue)),
            "What selecting the tab does while it is selected already. 'root', the default, goes back to the tab's root. "
                + "'keep' changes nothing.")

        static let title = WiringKey(
            "title", .label, "The text that the user sees for the tab. The name without it.")
        static let symbol = WiringKey(
            "symbol", .label,
            "The symbol before the title. A single character, such as an emoji, is shown as it is. A longer text is the "
                + "name of a picture, such as 'house', for programs that have pictures.")

        static let all = [name, root, retain, reselect, title, symbol]
    }
}
