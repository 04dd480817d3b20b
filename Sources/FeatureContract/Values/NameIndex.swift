/// Where each of many names stands in a list, so that looking up all of them takes as long as there are names.
///
/// It follows from the list: two values that have the same list are equal whatever their indexes.
struct NameIndex: Hashable, Sendable {
    /// Empty while there are few names, which are quicker to search one by one.
    private var positions: [String: Int] = [:]

    private static let fewNames = 12

    init(_ names: some Collection<String>) {
        guard names.count > Self.fewNames else { return }
        positions = Dictionary(zip(names, 0...)) { first, _ in first }
    }

    /// The first element of that name, of the list that the index was made of.
    func first<Element>(named name: String, of list: [Element], _ nameOf: (Element) -> String) -> Element? {
        if list.count > Self.fewNames { return positions[name].map { list[$0] } }
        return list.firstIndex { nameOf($0) == name }.map { list[$0] }
    }

    static func == (left: NameIndex, right: NameIndex) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}
