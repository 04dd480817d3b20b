/// The positions of names in a list, so that looking up all names takes linear time.
///
/// An index follows from its list, so all indexes compare as equal: two values with equal lists are equal.
struct NameIndex: Hashable, Sendable {
    /// The positions by name; empty for few names, which are faster to search one by one.
    private var positions: [String: Int] = [:]

    private static let fewNames = 12

    init(_ names: some Collection<String>) {
        guard names.count > Self.fewNames else { return }
        positions = Dictionary(zip(names, 0...)) { first, _ in first }
    }

    /// Returns the first element with a name in `list`, which must be the list that the index was made from.
    func first<Element>(named name: String, of list: [Element], _ nameOf: (Element) -> String) -> Element? {
        if list.count > Self.fewNames { return positions[name].map { list[$0] } }
        return list.firstIndex { nameOf($0) == name }.map { list[$0] }
    }

    static func == (left: NameIndex, right: NameIndex) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}
