import FeatureContract
import JSONText

extension NavigationState {
    /// The state in one line; ``init(_:reader:)`` reads an equal state from it.
    ///
    ///     home > character/list > sheet:character/detail?identifier=42
    ///     [*chats] chats > chats/conversation?contact=1 | [settings] settings
    ///     notes > (sheet New note)
    ///
    /// Entries stand from the root up; those not pushed begin with the word for their presentation. Tabs begin with
    /// their name, and `*` marks the selected one. In a name, `%`, `]`, `|` and a `*` at its beginning are
    /// percent-encoded. An inner screen follows its screen in parentheses, and is skipped in reading.
    package var text: String { text(withInner: true) }

    func text(withInner: Bool) -> String {
        tabs.enumerated().map { index, tab in
            let entries = tab.entries.flatMap { entry in
                [(entry.presentation == .push ? "" : "\(entry.presentation.rawValue):") + entry.place.text]
                    + (withInner ? entry.inner.map(\.text) : [])
            }.joined(separator: " > ")
            return tab.name.isEmpty ? entries : "[\(index == selectedIndex ? "*" : "")\(tab.encodedName)] \(entries)"
        }.joined(separator: " | ")
    }

    /// Reads the form that ``text`` writes.
    package init(_ text: String, reader: NavigationStateReader) throws(CallFailure) {
        var tabs: [NavigationStateReader.Tab] = []
        var selected: String?
        for part in text.splitAll(at: "|").map(\.trimmed) {
            var (name, list): (String?, String) = (nil, part)
            // By scalars: a mark at the start of the name can join the sign before it into one Character.
            if part.unicodeScalars.first == "[" {
                let (bracket, rest) = part.splitOnce(at: "]")
                guard let rest else {
                    throw CallFailure(.invalidArgument, "'\(part)' lacks a ']' behind the tab's name")
                }
                let marked = bracket.unicodeScalars.dropFirst()
                let isSelected = marked.first == "*"
                let encoded = String(isSelected ? marked.dropFirst() : marked)
                guard let decoded = PercentCoding.decoded(encoded) else {
                    throw CallFailure(
                        .invalidArgument, "'\(encoded)' is not a tab's name: '%' begins a byte of UTF-8 in hexadecimal")
                }
                if isSelected {
                    guard selected == nil else {
                        throw CallFailure(.invalidArgument, "two tabs are marked as selected")
                    }
                    selected = decoded
                }
                (name, list) = (decoded, String(rest))
            }
            let parts = list.splitAll(at: ">").map(\.trimmed).filter { $0.unicodeScalars.first != "(" }
            let entries = parts.map { entry in
                let (word, rest) = entry.splitOnce(at: ":")
                // A colon may occur in a destination's arguments, but not in its feature and route.
                guard let rest, !word.unicodeScalars.contains("?") else { return ("push", String(entry)) }
                return (String(word), String(rest))
            }
            tabs.append(.init(name: name, entries: entries.map { .init(presentation: $0.0, destination: $0.1) }))
        }
        // One tab needs no mark.
        self = try reader.state(tabs, selected: tabs.count == 1 ? tabs[0].name : selected)
    }

    package var json: JSON { json(labelledBy: .empty) }

    /// The state as JSON, with each tab's title and symbol from the wiring.
    package func json(labelledBy wiring: Wiring) -> JSON { json(labelledBy: wiring, saving: [:]) }

    /// The most bytes of saved states in a session, which keep its file below its limit.
    static let maximumSaved = 8 << 20

    /// The state for a session, with up to ``maximumSaved`` bytes of saved states. The topmost entries come first, and
    /// in each its own screen before those embedded in it.
    package var sessionJSON: JSON {
        var room = Self.maximumSaved
        var kept: [ScreenID: [(path: [String], state: ScreenState)]] = [:]
        for entry in ([selected] + tabs.filter { $0.name != selected.name }).flatMap({ $0.entries.reversed() }) {
            let saved = entry.saved.sorted { ($0.key.count, $0.key.joined()) < ($1.key.count, $1.key.joined()) }
            for (path, state) in saved {
                let size = path.reduce(state.bytes.count) { $0 + $1.utf8.count }
                guard size <= room else { continue }
                room -= size
                kept[entry.id, default: []].append((path, state))
            }
        }
        return json(labelledBy: .empty, saving: kept)
    }

    private func json(
        labelledBy wiring: Wiring, saving kept: [ScreenID: [(path: [String], state: ScreenState)]]
    ) -> JSON {
        let tabs = tabs.map { tab -> JSON in
            let entries = tab.entries.map { entry -> JSON in
                var object: JSONObject = [
                    "destination": .string(entry.place.text),
                    "presentation": .string(entry.presentation.rawValue),
                ]
                if !entry.inner.isEmpty { object.append(key: "inner", value: .array(entry.inner.map(\.json))) }
                if let saved = kept[entry.id] {
                    object.append(key: "saved", value: .array(saved.map { Self.json($0.state, of: $0.path) }))
                }
                return .object(object)
            }
            var object: JSONObject = [:]
            if !tab.name.isEmpty { object.append(key: "name", value: .string(tab.name)) }
            if let label = wiring.tab(named: tab.name) {
                object.append(key: "title", value: .string(label.title))
                if let symbol = label.symbol { object.append(key: "symbol", value: .string(symbol)) }
            }
            object.append(key: "entries", value: .array(entries))
            return .object(object)
        }
        var object: JSONObject = ["tabs": .array(tabs)]
        if !selected.name.isEmpty { object.append(key: "selected", value: .string(selected.name)) }
        if !conditions.isEmpty {
            let values = conditions.sorted { $0.key < $1.key }.map { ($0.key, JSON.bool($0.value)) }
            object.append(key: "conditions", value: .object(JSONObject(values)))
            object.append(key: "parked", value: .array(parked.map(\.json)))
        }
        return .object(object)
    }

    private static func json(_ state: ScreenState, of path: [String]) -> JSON {
        var object: JSONObject = [:]
        if !path.isEmpty { object.append(key: "embedded", value: .array(path.map { .string($0) })) }
        object.append(key: "version", value: .integer(Int64(state.version)))
        object.append(key: "bytes", value: .string(Base64.text(of: state.bytes)))
        return .object(object)
    }

    private static func saved(
        _ value: JSON?, at path: String
    ) throws(CallFailure) -> [[String]: ScreenState] {
        guard let value else { return [:] }
        guard let values = value.array else { throw CallFailure(.invalidArgument, "'\(path)' is not a list") }
        var saved: [[String]: ScreenState] = [:]
        for (index, value) in values.enumerated() {
            let path = "\(path)[\(index)]"
            let embedded = (value["embedded"] ?? .array([])).array?.compactMap(\.string)
            guard let embedded, embedded.count == value["embedded"]?.array?.count ?? 0 else {
                throw CallFailure(.invalidArgument, "'\(path).embedded' is not a list of strings")
            }
            guard let version = value["version"]?.integer.flatMap({ UInt32(exactly: $0) }) else {
                throw CallFailure(.invalidArgument, "'\(path).version' is not a number from 0 to \(UInt32.max)")
            }
            guard let bytes = value["bytes"]?.string.flatMap(Base64.bytes(of:)), bytes.count <= ScreenState.maximumSize
            else {
                throw CallFailure(
                    .invalidArgument, "'\(path).bytes' is no base64 of at most \(ScreenState.maximumSize) bytes")
            }
            saved[embedded] = ScreenState(version: version, bytes: bytes)
        }
        return saved
    }

    /// Reads the form of ``json`` and ``sessionJSON``. Unknown members, such as a title, are ignored.
    package init(_ json: JSON, reader: NavigationStateReader) throws(CallFailure) {
        func string(_ value: JSON?, _ path: String) throws(CallFailure) -> String {
            guard let string = value?.string else { throw CallFailure(.invalidArgument, "'\(path)' is not a string") }
            return string
        }
        guard let tabValues = json["tabs"]?.array else { throw CallFailure(.invalidArgument, "'tabs' is not a list") }
        var tabs: [NavigationStateReader.Tab] = []
        for (index, value) in tabValues.enumerated() {
            let path = "tabs[\(index)]"
            guard let entryValues = value["entries"]?.array else {
                throw CallFailure(.invalidArgument, "'\(path).entries' is not a list")
            }
            var entries: [NavigationStateReader.Entry] = []
            for (index, value) in entryValues.enumerated() {
                let path = "\(path).entries[\(index)]"
                let destination = try string(value["destination"], "\(path).destination")
                let presentation = try string(value["presentation"], "\(path).presentation")
                let saved = try Self.saved(value["saved"], at: "\(path).saved")
                let inner = (value["inner"]?.array ?? []).compactMap(NavigationState.InnerScreen.init)
                entries.append(
                    .init(presentation: presentation, destination: destination, saved: saved, inner: inner))
            }
            let name = try value["name"].map { (value) throws(CallFailure) in
                try string(value, "\(path).name")
            }
            tabs.append(.init(name: name, entries: entries))
        }
        let selected = try json["selected"].map { (value) throws(CallFailure) in
            try string(value, "selected")
        }
        self = try reader.state(tabs, selected: selected)
        conditions = (json["conditions"]?.object?.members ?? []).reduce(into: [:]) { conditions, member in
            conditions[member.key] = member.value.bool
        }
        parked = (json["parked"]?.array ?? []).compactMap { NavigationState.Parked($0, reader: reader) }
    }
}

extension NavigationState.Parked {
    fileprivate var json: JSON {
        var object: JSONObject = ["destination": .string(place.text), "by": .string(origin.rawValue)]
        if let method { object.append(key: "method", value: .string(method.rawValue)) }
        if !tab.isEmpty { object.append(key: "tab", value: .string(tab)) }
        return .object(object)
    }

    /// Nil for JSON that no known version of the host writes, such as a later version's method.
    fileprivate init?(_ json: JSON, reader: NavigationStateReader) {
        guard let place = json["destination"]?.string.flatMap({ try? reader.place($0) }),
            let origin = json["by"]?.string.flatMap(Origin.init)
        else { return nil }
        let method = json["method"]?.string
        guard method == nil || method.flatMap(NavigationMethod.init) != nil else { return nil }
        self.init(
            place, by: origin, method: method.flatMap(NavigationMethod.init), tab: json["tab"]?.string ?? "")
    }
}

extension NavigationState.InnerScreen {
    fileprivate var json: JSON {
        ["presentation": .string(presentation.rawValue), "title": .string(title)]
    }

    /// Nil for JSON that no known version of the host writes.
    fileprivate init?(_ json: JSON) {
        guard let presentation = json["presentation"]?.string.flatMap(Presentation.init),
            let title = json["title"]?.string
        else { return nil }
        self.init(presentation: presentation, title: title)
    }
}

extension NavigationState.Tab {
    /// The name for the state's text, in which `]` ends a name and `|` ends a tab.
    var encodedName: String {
        var encoded = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            switch scalar {
            case "%": encoded += "%25".unicodeScalars
            case "]": encoded += "%5D".unicodeScalars
            case "|": encoded += "%7C".unicodeScalars
            case "*" where encoded.isEmpty: encoded += "%2A".unicodeScalars
            default: encoded.append(scalar)
            }
        }
        return String(encoded)
    }
}

/// Builds a state from the texts of its entries, and gives arguments the types that their routes declare.
///
/// A destination that does not fit the catalog becomes a placeholder with the same text.
package struct NavigationStateReader {
    struct Entry {
        let presentation: String
        let destination: String
        var saved: [[String]: ScreenState] = [:]
        var inner: [NavigationState.InnerScreen] = []
    }

    struct Tab {
        /// Nil in a text without names, as for the one stack of an app without tabs.
        let name: String?
        let entries: [Entry]
    }

    private let catalog: Catalog
    private let firstID: ScreenID

    /// - Parameter firstID: The id of the first entry; the others follow in order.
    package init(_ catalog: Catalog, firstID: ScreenID = 1) {
        self.catalog = catalog
        self.firstID = firstID
    }

    func state(_ tabs: [Tab], selected: String?) throws(CallFailure) -> NavigationState {
        guard !tabs.isEmpty else { throw CallFailure(.invalidArgument, "a state has at least one tab") }
        var id = firstID
        var made: [(tab: NavigationState.Tab, above: [NavigationState.Entry])] = []
        for tab in tabs {
            guard tab.name != nil || tabs.count == 1 else {
                throw CallFailure(.invalidArgument, "each of several tabs has a name, and one of these has none")
            }
            let name = tab.name ?? ""
            if tab.name != nil, let flaw = Wiring.Tab.flaw(of: name) {
                throw CallFailure(.invalidArgument, "'\(name)' is not a tab's name: \(flaw)")
            }
            guard !made.contains(where: { $0.tab.name == name }) else {
                throw CallFailure(.invalidArgument, "the tab '\(name)' stands twice")
            }
            var entries: [NavigationState.Entry] = []
            for entry in tab.entries {
                entries.append(try self.entry(entry, id: id))
                id += 1
            }
            guard let root = entries.first else { throw CallFailure(.invalidArgument, "a tab has at least its root") }
            guard root.presentation == .push else {
                throw CallFailure(.invalidArgument, "'\(root.place)' is a root, and cannot be presented")
            }
            made.append((NavigationState.Tab(name: name, root: root), Array(entries.dropFirst())))
        }
        var state = NavigationState(tabs: made.map(\.tab))
        for (index, tab) in made.enumerated() {
            for entry in tab.above {
                state.apply([.put(entry, tab: index, stack: state.tabs[index].stacks.count - 1)])
            }
        }
        if let selected {
            guard let index = state.tabs.firstIndex(where: { $0.name == selected && !selected.isEmpty }) else {
                throw CallFailure(.invalidArgument, "the selected tab '\(selected)' is none of the tabs")
            }
            state.apply([.select(tab: index)])
        } else if !state.selected.name.isEmpty {
            throw CallFailure(.invalidArgument, "no tab is selected")
        }
        return state
    }

    private func entry(_ entry: Entry, id: ScreenID) throws(CallFailure) -> NavigationState.Entry {
        guard let presentation = Presentation(rawValue: entry.presentation) else {
            let words = Presentation.allCases.map(\.rawValue)
            let hint = Spelling.nearest(to: entry.presentation, in: words).map { "did you mean '\($0)'?" }
            throw CallFailure(
                .invalidArgument,
                "'\(entry.presentation)' is not a presentation; \(hint ?? "there are \(words.joined(separator: ", "))")"
            )
        }
        return .init(
            id: id, place: try place(entry.destination), presentation: presentation, saved: entry.saved,
            inner: entry.inner)
    }

    fileprivate func place(_ text: String) throws(CallFailure) -> Place {
        do {
            let held = try DestinationText(text).untyped
            // `a=1&a` becomes `a=1` in a placeholder, and the catalog may accept only that form.
            return (try? catalog.place(text)) ?? (try? catalog.place(held.text)) ?? Place(unknown: held)
        } catch {
            throw CallFailure(.invalidArgument, error.description)
        }
    }
}
