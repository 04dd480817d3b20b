import FeatureContract
import HostSystem
import JSONText
import Synchronization

/// The operator's decisions: the links that are taken, the tabs, the target of each outgoing destination, and how
/// features run. It comes from the wiring file, the only place where two features meet.
@dynamicMemberLookup
package struct Wiring: Sendable {
    /// The path of a tab's root in the file.
    package static func rootPath(ofTab index: Int) -> JSONPath { ["tabs", .index(index), "root"] }

    /// The effect of a link on the stack.
    package enum LinkPolicy: String, Hashable, Sendable, BinaryCoded, CaseIterable {
        /// Selects the tab of the target's feature, pops to the root, and pushes the target's parents and the target.
        case rebuild
        /// Pushes the target on the current stack.
        case append
        /// Presents the target as a sheet over the current stack.
        case present
    }

    /// The file's path. Nil for the empty wiring.
    package let path: String?
    package let content: Content
    private let table: LazyRuleTable
    private let source: Source?

    /// - Parameter source: The text that the content was read from, for the lines and columns in messages.
    package init(path: String?, content: Content, source: Source?) {
        self.path = path
        self.content = content
        self.source = source
        table = LazyRuleTable(content.redirects)
    }

    /// - Parameter text: The file that the content was read from; nil without a wiring file.
    init(_ content: Content, text: Text?) {
        self.init(path: text?.path, content: content, source: text.map(Source.init))
    }

    /// This wiring with another content. The places of its parts in the file stay.
    func with(_ content: Content) -> Wiring { Wiring(path: path, content: content, source: source) }

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

    /// The tab with this name. Nil if there is none.
    package func tab(named name: String) -> Tab? { content.tabs.first { $0.name == name } }

    /// The title with the symbol of the tab with this name. The name, if there is no such tab.
    package func label(ofTab name: String) -> String { tab(named: name)?.label ?? name }

    /// The options of a feature.
    package func options(of feature: String) -> FeatureOptions? { content.features[feature] }

    /// The file's JSON, for the places of values in it. Nil if there is no file.
    package var document: JSONDocument? { source?.document }

    /// The JSON of a wiring file. For a wiring from a snapshot, it is parsed when a message first needs a place in it.
    package final class Source: Sendable {
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
    /// How strictly workers are confined if the file does not say.
    package static let defaultSandbox = SandboxMode.bestEffort

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
            schemes: nil, tabs: [], root: nil, links: .rebuild, redirects: [], features: [:], deadline: nil,
            sandbox: nil, panes: .one, conditions: [], requirements: []),
        source: nil)
}
