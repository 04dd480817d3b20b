import FeatureContract
import JSONText
import Synchronization

/// The operator's decisions: the links that are taken, the tabs, the target of each outgoing destination, and how
/// features run. It comes from the wiring file, the only place where two features meet.
@dynamicMemberLookup
package struct Wiring: Sendable {
    package struct Tab: Hashable, Sendable {
        package let name: String
        /// The text of the destination at the bottom of the tab's stack.
        package let root: String
        /// Whether the tab keeps its stack while another tab is selected.
        package let retain: Bool
    }

    /// A rule that leads from an outgoing (or replaced incoming) destination to another.
    package struct Redirect: Hashable, Sendable {
        /// The rule's values behind one reference: a copy of the rule goes with each destination that it has led to.
        private let contents: Contents

        private final class Contents: Sendable {
            let key: String
            let from: DestinationTemplate
            let to: DestinationTemplate
            let method: RouteMethod?
            let link: LinkPolicy?
            let keepsArguments: Bool

            init(
                _ key: String, _ from: DestinationTemplate, _ to: DestinationTemplate, _ method: RouteMethod?,
                _ link: LinkPolicy?
            ) {
                self.key = key
                self.from = from
                self.to = to
                self.method = method
                self.link = link
                keepsArguments = from.items == to.items && Set(to.argumentNames).count == to.items.count
            }
        }

        /// The left side as it is written in the file.
        package var key: String { contents.key }
        package var from: DestinationTemplate { contents.from }
        package var to: DestinationTemplate { contents.to }
        /// The method by which the target is shown. Nil if the rule has none.
        package var method: RouteMethod? { contents.method }
        package var link: LinkPolicy? { contents.link }
        /// Whether each argument keeps its name, and there are no literals.
        var keepsArguments: Bool { contents.keepsArguments }

        package init(
            from: DestinationTemplate, to: DestinationTemplate, method: RouteMethod? = nil, link: LinkPolicy? = nil,
            key: String? = nil
        ) {
            contents = Contents(key ?? from.description, from, to, method, link)
        }

        package static func == (left: Redirect, right: Redirect) -> Bool {
            left.contents === right.contents
                || left.key == right.key && left.from == right.from && left.to == right.to
                    && left.method == right.method && left.link == right.link
        }

        package func hash(into hasher: inout Hasher) { hasher.combine(key) }

        /// The path of the rule in the file.
        var path: JSONPath { ["redirects", .key(key)] }
    }

    /// The path of a tab's root in the file.
    static func rootPath(ofTab index: Int) -> JSONPath { ["tabs", .index(index), "root"] }

    /// The effect of a link on the stack.
    package enum LinkPolicy: String, Hashable, Sendable, CaseIterable {
        /// Selects the tab of the target's feature, pops to the root, and pushes the target's parents and the target.
        case rebuild
        /// Pushes the target on the current stack.
        case append
        /// Presents the target as a sheet over the current stack.
        case present
    }

    /// The options of one feature.
    package struct FeatureOptions: Hashable, Sendable {
        package let isolation: FeatureIsolation?
        /// The longest that a call may take, in seconds. Nil for the file's deadline.
        package let deadline: Double?
        /// The most bytes of data that its worker may use.
        package let memory: Int?
        /// The most files that its worker may have open.
        package let openFiles: Int?
        /// A JSON object that is passed to the feature unchanged.
        package let settings: JSON?
        package let links: LinkPolicy?

        /// The options that a running feature was started with: all but ``links``, which only the host uses. Nil
        /// if there are none, so that an entry without them is equal to no entry.
        var atStart: FeatureOptions? {
            let options = FeatureOptions(
                isolation: isolation, deadline: deadline, memory: memory, openFiles: openFiles, settings: settings,
                links: nil)
            return options == .empty ? nil : options
        }

        private static let empty = FeatureOptions(
            isolation: nil, deadline: nil, memory: nil, openFiles: nil, settings: nil, links: nil)
    }

    /// Everything that a wiring file decides, without its layout and comments.
    package struct Content: Hashable, Sendable {
        /// The schemes whose links are taken. Nil for those of the features.
        package let schemes: [String]?
        /// The tabs. Empty if there is one stack.
        package let tabs: [Tab]
        /// The destination at the bottom of the one stack. Nil for the host's own list of features.
        package let root: String?
        package let links: LinkPolicy
        package let redirects: [Redirect]
        package let features: [String: FeatureOptions]
        /// The longest that a call or the scan of a library may take, in seconds. Nil for ``defaultDeadline``.
        package let deadline: Double?
    }

    /// The file's path. Nil for the empty wiring.
    package let path: String?
    package let content: Content
    private let table: LazyRuleTable
    private let source: Source?

    /// - Parameter source: The text that the content was read from, for the lines and columns in messages.
    init(path: String?, content: Content, source: Source?) {
        self.path = path
        self.content = content
        self.source = source
        table = LazyRuleTable(content.redirects)
    }

    /// The redirects, indexed by the route that they lead from. A caller that follows many redirects keeps the table.
    var rules: RuleTable { table.table }

    /// A rule table that is made when a redirect is first searched for: the command `list` follows none.
    private final class LazyRuleTable: Sendable {
        private let redirects: [Redirect]
        private let made = Mutex<RuleTable?>(nil)

        init(_ redirects: [Redirect]) {
            self.redirects = redirects
        }

        var table: RuleTable {
            made.withLock { made in
                let table = made ?? RuleTable(redirects)
                made = table
                return table
            }
        }
    }

    package subscript<Value>(dynamicMember key: KeyPath<Content, Value>) -> Value { content[keyPath: key] }

    /// The options of a feature.
    package func options(of feature: String) -> FeatureOptions? { content.features[feature] }

    /// The file's JSON, for the places of values in it. Nil if there is no file.
    var document: JSONDocument? { source?.document }

    /// The JSON of a wiring file. For a wiring from a snapshot, it is parsed when a message first needs a place in it.
    final class Source: Sendable {
        private let text: Text?
        private let parsed: Mutex<JSONDocument?>

        init(_ document: JSONDocument) {
            text = nil
            parsed = Mutex(document)
        }

        /// - Parameter text: A text that has been parsed before, by this host or an earlier one.
        init(_ text: Text) {
            self.text = text
            parsed = Mutex(nil)
        }

        fileprivate var document: JSONDocument? {
            parsed.withLock { parsed in
                if parsed == nil, let text { parsed = try? JSONDocument.parse(text.bytes, options: .withComments) }
                return parsed
            }
        }
    }

    /// The deadline of calls and scans if the file has none, in seconds.
    package static let defaultDeadline = 5.0

    /// The reason why an outgoing destination that no redirect names leads nowhere, and what to do.
    package var unconnectedReason: String {
        path == nil
            ? "there is no wiring file to lead on from it; name one by --config, or write ./switchyard.jsonc"
            : "no redirect leads on from it; add one to the wiring file's \"redirects\""
    }

    /// The wiring of a host without a wiring file.
    package static let empty = Wiring(
        path: nil,
        content: Content(
            schemes: nil, tabs: [], root: nil, links: .rebuild, redirects: [], features: [:], deadline: nil),
        source: nil)
}
