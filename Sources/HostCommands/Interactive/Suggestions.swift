import FeatureContract
import HostCore

/// The suggestions of commands by name: links, destinations and tabs, and in full screen the controls and the keys too.
struct Suggestions {
    struct Item: Hashable, Sendable {
        enum Action: Hashable, Sendable {
            /// Goes to the place with the text.
            case go
            /// A control, and where it was among those of the screen.
            case use(ScreenLayout.Target.Identity, at: Int)
            case choose(Value, of: ScreenLayout.Target.Identity, at: Int)
            case press(Character)
            /// Sorts the table by a column; nil for the order that the feature has.
            case sort(Int?)
        }

        /// The kinds of items by their headings, in the order of the list.
        enum Group: String, CaseIterable {
            case screen = "On this screen"
            case places = "Places"
            case keys = "Keys"
        }

        /// The text to type, up to the first argument.
        let text: String
        /// The whole text with the names of its arguments: `challenge://character/detail?id={identifier}`.
        let shape: String
        let summary: String
        /// The key with the same effect; empty without one.
        let key: String
        /// Whether something is lost by it.
        let isDestructive: Bool
        let action: Action
        /// The text and the shape in lower case, for comparison.
        let foldedText: String
        let foldedShape: String

        init(
            text: String, shape: String? = nil, summary: String, key: String = "", isDestructive: Bool = false,
            action: Action = .go
        ) {
            let shape = shape ?? text
            self.text = text
            self.shape = shape
            self.summary = summary
            self.key = key
            self.isDestructive = isDestructive
            self.action = action
            foldedText = text.lowercased()
            foldedShape = shape.lowercased()
        }

        var hasArguments: Bool { text != shape }
        /// Whether the item is a link, which leads where a destination does.
        var isLink: Bool { action == .go && text.contains("://") }

        var group: Group {
            switch action {
            case .use, .choose: .screen
            case .go: text.isNumber ? .screen : .places
            case .press, .sort: .keys
            }
        }

        /// Whether the item has all letters of a text in order: `elzb` of Elizabeth.
        fileprivate func hasLetters(of folded: String) -> Bool {
            var rest = folded[...]
            for letter in foldedText where letter == rest.first { rest.removeFirst() }
            return rest.isEmpty
        }

        /// Whether the typed text is the beginning of the item, or the item's arguments are being typed.
        fileprivate func begins(with folded: String) -> Bool {
            foldedShape.hasPrefix(folded) || hasArguments && folded.hasPrefix(foldedText)
        }
    }

    /// The items of the whole list.
    let listed: [Item]
    /// Those that are found once something of them is typed too.
    let all: [Item]
    private let shortestFirst: [Item]

    /// - Parameters:
    ///   - items: The items, in the order of the whole list.
    ///   - more: The items that are shown once something of them is typed.
    init(_ items: [Item], whenTyped more: [Item] = []) {
        (listed, all) = (items, items + more)
        shortestFirst = all.enumerated().map { ($1.shape.count, $0, $1) }
            .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }

    /// - Parameters:
    ///   - wiring: The wiring with the accepted link schemes.
    ///   - withTabs: Whether to suggest the tabs too, unless there is a single one.
    init(_ catalog: Catalog, _ wiring: Wiring, withTabs: Bool = false) {
        var places: [Item] = []
        for feature in catalog.features().map(\.manifest) {
            places.append(Item(text: feature.id, summary: feature.summary))
            for route in feature.incoming {
                let destination = "\(feature.id)/\(route.name)"
                let arguments = route.arguments.map { "\($0.name)={\($0.type)}" }.joined(separator: "&")
                places.append(
                    Item(
                        text: destination + (arguments.isEmpty ? "" : "?"),
                        shape: destination + (arguments.isEmpty ? "" : "?\(arguments)"), summary: route.summary))
            }
            for link in feature.links where wiring.accepts(scheme: link.pattern.scheme) {
                let shape = link.pattern.description
                let fixed = shape.prefix { $0 != "{" }
                places.append(Item(text: String(fixed), shape: shape, summary: link.route.summary))
            }
        }
        if withTabs, wiring.tabs.count > 1 {
            places += wiring.tabs.map { tab in
                let summary = tab.label == tab.name ? "a tab" : "the tab \(tab.label)"
                return Item(text: "tab:\(tab.name)", summary: summary)
            }
        }
        self.init(places)
    }

    /// Returns the items that begin with the typed text, or have a word that does; without any, those that contain the
    /// text, or whose summary does, or that have its letters in order. In each group the shortest come first. An item with
    /// arguments, and a link, is left out while the text looks like none, and another item matches.
    func matching(_ typed: String) -> [Item] {
        let folded = typed.lowercased()
        // Of two names that differ in their case alone the one that is typed comes first.
        let fixed = matching(folded, typed) { !$0.hasArguments && !$0.isLink }
        guard fixed.isEmpty || folded.contains(where: { "/:?".contains($0) }) else { return fixed }
        let found = matching(folded, typed) { _ in true }
        guard found.isEmpty else { return found }
        let about = shortestFirst.filter { !$0.isLink && $0.summary.lowercased().contains(folded) }
        guard about.isEmpty, folded.count >= Self.fewestLetters else { return about }
        return shortestFirst.filter { !$0.isLink && $0.hasLetters(of: folded) }
    }

    /// The fewest letters of a text that are looked for one after the other, and not together.
    private static let fewestLetters = 3

    private func matching(_ folded: String, _ typed: String, where isShown: (Item) -> Bool) -> [Item] {
        guard !folded.isEmpty else { return listed.filter(isShown) }
        let items = shortestFirst.filter(isShown)
        let beginning = items.filter { $0.begins(with: folded) }
        let words = items.filter { item in
            !item.begins(with: folded)
                && (item.isLink ? [" "] : [" ", "/"]).contains { item.foldedShape.contains($0 + folded) }
        }
        var found = beginning + words
        if found.isEmpty { found = items.filter { $0.foldedShape.contains(folded) } }
        // The group with what begins with the text comes before those that have it within.
        let first = Item.Group.allCases.filter { group in beginning.contains { $0.group == group } }
        return (first + Item.Group.allCases.filter { !first.contains($0) }).flatMap { group in
            found.filter { $0.group == group && $0.text == typed }
                + found.filter { $0.group == group && $0.text != typed }
        }
    }

    /// Returns the common beginning of the texts; nil if there are none.
    static func commonBeginning(of texts: [String]) -> String? {
        guard var common = texts.first else { return nil }
        for text in texts.dropFirst() { common = String(zip(common, text).prefix { $0 == $1 }.map(\.0)) }
        return common
    }

    /// Returns the common beginning of the items if it extends the typed text; nil otherwise.
    static func completion(of typed: String, among items: [Item]) -> String? {
        guard let common = commonBeginning(of: items.map(\.text)) else { return nil }
        return common.count > typed.count && common.lowercased().hasPrefix(typed.lowercased()) ? common : nil
    }
}
