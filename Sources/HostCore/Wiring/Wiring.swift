import FeatureContract
import HostSystem
import JSONText
import Synchronization

/// The operator's decisions: the accepted links, the tabs, the target of each outgoing destination, and the options of
/// features. They come from the wiring file, the only place in which two features meet.
@dynamicMemberLookup
package struct Wiring: Sendable {
    package static func rootPath(ofTab index: Int) -> JSONPath { ["tabs", .index(index), "root"] }

    /// The effect of a link on the stack.
    enum LinkPolicy: String, Hashable, Sendable, BinaryCoded, CaseIterable {
        /// Selects the tab of the target's feature, pops to the root, and pushes the target's parents and the target.
        case rebuild
        /// Pushes the target on the current stack.
        case append
        /// Presents the target as a sheet over the current stack.
        case present
    }

    /// The file's path; nil for the empty wiring.
    package let path: String?
    package let content: Content
    /// What the user has answered where ``content`` says nothing. Empty if "permissions" is "wiring".
    package private(set) var answers = PermissionAnswers()
    private let table: LazyRuleTable
    private let source: Source?

    /// - Parameter source: The text of the content, for lines and columns in messages.
    package init(path: String?, content: Content, source: Source?) {
        self.path = path
        self.content = content
        self.source = source
        table = LazyRuleTable(content.redirects)
    }

    /// - Parameter text: The file with the content; nil without a wiring file.
    init(_ content: Content, text: Text?) {
        self.init(path: text?.path, content: content, source: text.map(Source.init))
    }

    /// This wiring with new content. The places of its parts in the file stay.
    func with(_ content: Content) -> Wiring {
        Wiring(path: path, content: content, source: source).answered(by: answers)
    }

    /// This wiring with the user's answers.
    package func answered(by answers: PermissionAnswers) -> Wiring {
        var wiring = self
        wiring.answers = content.asking == .wiring ? PermissionAnswers() : answers
        return wiring
    }

    /// The redirects, indexed by their route. A caller that follows many redirects keeps the table.
    var rules: RuleTable { table.table }

    /// A rule table that is made at the first search: the command `list` follows no redirect.
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

    package func tab(named name: String) -> Tab? { content.tabs.first { $0.name == name } }

    /// The title of the tab with this name, after its symbol; the name itself if there is no such tab.
    package func label(ofTab name: String) -> String { tab(named: name)?.label ?? name }

    /// The options of a feature. Its permissions are those of the file and of the user's answers.
    package func options(of feature: String) -> FeatureOptions? {
        let options = content.features[feature]
        guard let answer = answers.features[feature], answer.allow != .none else { return options }
        return options?.permitting(answer.allow) ?? .permitting(answer.allow)
    }

    /// The file's JSON, for the places of its values; nil without a file.
    package var document: JSONDocument? { source?.document }

    /// The JSON of a wiring file. For a wiring from a snapshot, it is parsed when a message first needs a place in it.
    package final class Source: Sendable {
        private let text: Text?
        private let parsed: Mutex<JSONDocument?>

        init(_ document: JSONDocument) {
            text = nil
            parsed = Mutex(document)
        }

        /// - Parameter text: A text that this or an earlier host has parsed before.
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

    /// The deadline of calls and scans in seconds, if the file has none.
    package static let defaultDeadline = 5.0
    /// The strictness of confinement, if the file does not set it.
    package static let defaultSandbox = SandboxMode.bestEffort

    /// The reason why an outgoing destination without a redirect leads nowhere, with the remedy.
    var unconnectedReason: String {
        path == nil
            ? "there is no wiring file to lead on from it; '\(HostName.name) doctor' prints one for ./switchyard.jsonc"
            : "no redirect leads on from it; add one to the wiring file's \"redirects\""
    }

    package static let empty = Wiring(
        path: nil,
        content: .deciding([:]), source: nil)
}
