import FeatureContract
import JSONText

/// Finds the control that the user means by a label.
package struct NodeFinder {
    /// The controls that the user can reach: those of the screen, or of the box shown last over it.
    private let controls: [ScreenControl]
    /// The label of the box that must be answered first.
    private let box: String?
    /// Whether only a label in full counts.
    private let isExact: Bool
    private let screen: RenderedScreen

    private typealias Candidate = (label: String, control: ScreenControl)

    /// - Parameter exactly: Whether only a label in full counts, for a search that goes on elsewhere.
    package init(_ screen: RenderedScreen, exactly: Bool = false) {
        isExact = exactly
        self.screen = screen
        let all = screen.controls
        box = screen.openBox?.label
        controls = box == nil ? all : all.filter { !$0.isBehindBox }
    }

    /// Finds the control to press for a label: a link, a button, a toggle (to be switched), an option of a picker, also
    /// as `Project=Home`, a row of a table.
    ///
    /// An exact match comes first, then a match that ignores case; then a unique prefix; then one of the texts in a
    /// link's or button's label, if no other control has it; then the keys of a shortcut, `Alt-S`. Of several controls
    /// with one label, `Delete#2` is the second, and `Ada/Delete` the one in the row or section of that name. While an
    /// alert is shown, only its controls can be used.
    package func press(_ label: String) throws(NodeFinderError) -> ScreenControl {
        let pressed = controls.filter(\.isPressed)
        let candidates = Self.candidates(pressed)
        if !candidates.contains(where: { $0.label == label }) {
            let folded = label.lowercased()
            let chosen = pressed.first {
                $0.role == .option && !$0.node.text.isEmpty && "\($0.node.text)=\($0.labels[0])".lowercased() == folded
            }
            if let chosen { return try usable(chosen, label: label) }
        }
        return try usable(find(label, in: candidates, what: "press"), label: label)
    }

    /// Finds the text field or slider with a label.
    ///
    /// - Parameter kinds: The kinds of nodes to search.
    package func field(
        _ label: String, among kinds: Set<NodeKind> = [.textField, .slider]
    ) throws(NodeFinderError) -> ViewNode {
        let fields = controls.filter { $0.role != .option && $0.node.kind.map(kinds.contains) == true }
        return try usable(find(label, in: Self.candidates(fields), what: "type into"), label: label).node
    }

    /// Finds any control with a label, whether it can be used or not.
    package func control(_ label: String) throws(NodeFinderError) -> ScreenControl {
        try find(label, in: Self.candidates(controls.filter { $0.role != .option }), what: "look at")
    }

    /// Whether the control with a label can be used: a field, or what can be pressed.
    package func isUsable(_ label: String) throws(NodeFinderError) -> Bool {
        try !find(label, in: Self.candidates(controls), what: "look at").isDisabled
    }

    /// The number of controls with a label in full, or if there is none, with one that differs in its case; of
    /// `Archive/Delete` in that place alone.
    package func count(of label: String) -> Int { Self.count(of: label, in: controls, places(of:)) }

    private static func count(
        of label: String, in controls: [ScreenControl], _ places: (ScreenControl) -> [String]
    ) -> Int {
        let exact = controls.count { $0.labels.contains(label) }
        guard exact == 0 else { return exact }
        let folded = label.lowercased()
        let count = controls.count { control in control.labels.contains { $0.lowercased() == folded } }
        guard count == 0 else { return count }
        for slash in label.indices.filter({ label[$0] == "/" }).reversed() {
            let place = label[..<slash].lowercased()
            let there = controls.filter { places($0).contains { $0.lowercased() == place } }
            if !there.isEmpty { return self.count(of: String(label[label.index(after: slash)...]), in: there, places) }
        }
        return 0
    }

    /// Splits `LABEL=TEXT`: a label may have an equals sign too, so the longest beginning that is one on the screen is
    /// the label.
    ///
    /// - Parameters:
    ///   - label: What stands before the first equals sign.
    ///   - text: What stands behind it.
    package func split(_ label: String, _ text: String) -> (label: String, text: String) {
        guard text.contains("=") else { return (label, text) }
        let whole = "\(label)=\(text)"
        let labels = Set(controls.flatMap(\.labels))
        for sign in whole.indices.filter({ whole[$0] == "=" }).reversed() where labels.contains(String(whole[..<sign]))
        {
            return (String(whole[..<sign]), String(whole[whole.index(after: sign)...]))
        }
        return (label, text)
    }

    /// The label by which ``press(_:)`` finds the control of a node, or ``field(_:among:)`` one that is typed into: its
    /// own, or `Delete#2` where others have it too. Nil if none finds it.
    ///
    /// - Parameter node: The node, as a recording has it: its label as its text, and without those in it.
    package func label(of node: ViewNode, value: Value, isTyped: Bool) -> String? {
        let meant = controls.first { control in
            let other = control.node
            return other.kindNumber == node.kindNumber && other.screen == node.screen && other.action == node.action
                && other.key == node.key && other.destination == node.destination && other.label == node.label
                && (node.kind != .picker || control.role == .option && control.value == value)
        }
        guard let meant else { return nil }
        let peers = controls.filter {
            isTyped ? $0.role != .option && [.textField, .slider].contains($0.node.kind) : $0.isPressed
        }
        /// The label with its number among the controls of a place.
        func numbered(_ label: String, in place: String?) -> [String] {
            let alike = Self.distinct(
                peers.filter { peer in
                    peer.labels.contains(label)
                        && (place == nil || places(of: peer).contains { $0.lowercased() == place?.lowercased() })
                })
            return alike.firstIndex(of: meant).map { ["\(label)#\($0 + 1)"] } ?? []
        }
        for label in meant.labels where !label.isEmpty {
            let ofPicker = meant.role == .option ? ["\(meant.node.text)=\(label)"] : []
            let placed = places(of: meant).flatMap { place in
                ([label] + numbered(label, in: place)).map { "\(place)/\($0)" }
            }
            let found = ([label] + ofPicker + numbered(label, in: nil) + placed).first { name in
                isTyped ? (try? field(name)) == meant.node : (try? press(name)) == meant
            }
            if let found { return found }
        }
        return nil
    }

    private static func candidates(_ controls: [ScreenControl]) -> [Candidate] {
        controls.flatMap { control in control.labels.filter { !$0.isEmpty }.map { ($0, control) } }
    }

    private func usable(_ control: ScreenControl, label: String) throws(NodeFinderError) -> ScreenControl {
        if control.isDisabled { throw .disabled(label) }
        return control
    }

    private func find(
        _ label: String, in candidates: [Candidate], what: String
    ) throws(NodeFinderError) -> ScreenControl {
        let folded = label.lowercased()
        let foldedLabels = candidates.map { $0.label.lowercased() }
        func alike(_ folded: some StringProtocol) -> [ScreenControl] {
            zip(candidates, foldedLabels).filter { $1 == folded }.map(\.0.control)
        }
        if let exact = try single(candidates.filter { $0.label == label }.map(\.control), label) { return exact }
        if let alike = try single(alike(folded), label) { return alike }
        if let sign = folded.lastIndex(of: "#"), let number = Int(folded[folded.index(after: sign)...]) {
            let name = label[..<(label.lastIndex(of: "#") ?? label.endIndex)]
            let exact = candidates.filter { $0.label == name }.map(\.control)
            let alike = Self.distinct(exact.isEmpty ? alike(folded[..<sign]) : exact)
            if alike.indices.contains(number - 1) { return alike[number - 1] }
            if alike.count > 1 { throw repeated(alike, String(name)) }
        }
        if let placed = try find(placed: label, in: candidates, what: what) { return placed }
        let labels = NodeFinderError.Labels(candidates.map(\.label))
        let missing = NodeFinderError.notFound(
            label, what: what, box: box.map(NodeFinderError.Labels.cut), labels: labels)
        guard !isExact else { throw missing }
        let beginning = zip(candidates, foldedLabels).filter { !folded.isEmpty && $1.hasPrefix(folded) }.map(\.0)
        // A control may have several labels, such as its text and its accessibility label.
        if let first = beginning.first, beginning.allSatisfy({ $0.control == first.control }) { return first.control }
        if let first = beginning.first {
            // The beginning of one label, which several controls have.
            if beginning.allSatisfy({ $0.label == first.label }) {
                throw repeated(Self.distinct(beginning.map(\.control)), first.label)
            }
            throw .ambiguous(label, .init(beginning.map(\.label)))
        }
        let owners = candidates.map(\.control).filter { $0.node.labelTexts.contains { $0.lowercased() == folded } }
        if let first = owners.first, owners.allSatisfy({ $0 == first }) { return first }
        let keyed = candidates.map(\.control).filter {
            $0.isPressed && $0.role != .option && $0.node.keyboardShortcut?.label.lowercased() == folded
        }
        if let control = try single(keyed, label) { return control }
        throw missing
    }

    /// Finds the control for a label behind the name of its place: `Item 2/Delete`. Nil if there is no such place.
    private func find(
        placed label: String, in candidates: [Candidate], what: String
    ) throws(NodeFinderError) -> ScreenControl? {
        for slash in label.indices.filter({ label[$0] == "/" }).reversed() {
            let place = label[..<slash].lowercased()
            let there = candidates.filter { places(of: $0.control).contains { $0.lowercased() == place } }
            guard !there.isEmpty else { continue }
            do {
                return try find(String(label[label.index(after: slash)...]), in: there, what: what)
            } catch .repeated(let inner, let count, _) {
                throw .repeated("\(label[..<slash])/\(inner)", count: count, places: [])
            }
        }
        return nil
    }

    /// Returns the only control with a label; nil if there is none.
    private func single(_ controls: [ScreenControl], _ label: String) throws(NodeFinderError) -> ScreenControl? {
        let all = Self.distinct(controls)
        guard all.count < 2 else { throw repeated(all, label) }
        return all.first
    }

    private func repeated(_ controls: [ScreenControl], _ label: String) -> NodeFinderError {
        .repeated(label, count: controls.count, places: distinctPlaces(of: controls))
    }

    /// The names of what a control is in, the innermost first: of its picker, its row, its section.
    private func places(of control: ScreenControl) -> [String] {
        let around = (screen.nodes(at: control.path) ?? []).dropLast()
        return zip(around, control.path.dropFirst()).reversed().compactMap { node, index in
            let isRow = node.kind == .group || node.kind == .hstack || node.kind == .row
            let name =
                node.text.isEmpty && isRow
                ? node.children.indices.lazy.filter { $0 != index }.map { node.children[$0].label }.first {
                    !$0.isEmpty
                }
                : node.text
            return name?.isEmpty == false ? name : nil
        }
    }

    /// For each control a place that none of the others is in, if it has one.
    private func distinctPlaces(of controls: [ScreenControl]) -> [String] {
        let all = controls.map { places(of: $0) }
        var counts: [String: Int] = [:]
        for place in all.flatMap(Set.init) { counts[place, default: 0] += 1 }
        return all.compactMap { $0.first { counts[$0] == 1 } }
    }

    /// The controls without duplicates: a control may have several labels.
    private static func distinct(_ controls: [ScreenControl]) -> [ScreenControl] {
        var seen: Set<ScreenControl> = []
        return controls.filter { seen.insert($0).inserted }
    }
}

/// The reason why a label matches no usable control.
package enum NodeFinderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// - Parameter box: The label of the alert that must be answered first; nil if there is none.
    case notFound(String, what: String, box: String?, labels: Labels)
    case ambiguous(String, Labels)
    /// - Parameter places: The names of the places that they are in, for those that these tell apart.
    case repeated(String, count: Int, places: [String])
    case disabled(String)

    package var description: String {
        switch self {
        case .notFound(let label, let what, let box, let labels):
            (box.map { "the box '\($0)' over the screen" } ?? "the screen") + " shows no '\(label)' to \(what); "
                + hint(Spelling.nearest(to: label, in: labels.all).map(Labels.cut), labels)
        case .ambiguous(let label, let labels):
            "'\(label)' is the beginning of \(labels); write one of them in full"
        case .repeated(let label, let count, let places):
            if places.count == count {
                "'\(label)' is there \(count) times: in \(Labels(places)); write '\(Labels.cut(places[1]))/\(label)' or "
                    + "'\(label)#2' for the second of them"
            } else {
                "'\(label)' is there \(count) times, "
                    + (places.first.map {
                        "of which names tell \(places.count) apart: \(Labels(places)); write '\(Labels.cut($0))/\(label)', or"
                    } ?? "and no name tells one from the others; write")
                    + " '\(label)#1' for the first of them, up to '\(label)#\(count)'"
            }
        case .disabled(let label): "'\(label)' is disabled"
        }
    }

    private func hint(_ nearest: String?, _ labels: Labels) -> String {
        if let nearest { return "did you mean '\(nearest)'?" }
        return labels.all.isEmpty ? "there is nothing of that kind" : "there is \(labels)"
    }

    /// The labels of a screen without duplicates. The description has the first few, shortened, and the number of the
    /// others.
    package struct Labels: Hashable, Sendable, CustomStringConvertible {
        let all: [String]

        private static let shownCount = 6
        /// The bytes of one shortened label.
        private static let shownSize = 60

        init(_ labels: [String]) {
            var seen: Set<String> = []
            all = labels.filter { seen.insert($0).inserted }
        }

        package var description: String {
            let shown = all.prefix(Self.shownCount).map { "'\(Self.cut($0))'" }.joined(separator: ", ")
            return all.count > Self.shownCount ? "\(shown) and \(all.count - Self.shownCount) more" : shown
        }

        /// Shortens a label for a message, since a feature may pass one as long as a book.
        static func cut(_ label: String) -> String { label.cut(toBytes: shownSize) }
    }
}
