import FeatureContract

/// A search for one link that two patterns of equal rank match.
///
/// The parts of a link are independent, so each is searched for by itself: every segment, every query item that one of
/// the patterns needs, the fragment. The link is then matched with both patterns before it is returned.
struct CommonLink {
    private let links: [RouteLink]
    private let budget: SearchBudget

    /// Returns the link. Nil if there is none, or if the budget is spent before one is found.
    static func text(
        of first: RouteLink, _ second: RouteLink, within budget: SearchBudget = SearchBudget()
    ) -> String? {
        let search = CommonLink(links: [first, second], budget: budget)
        guard first.pattern.scheme == second.pattern.scheme, first.pattern.host == second.pattern.host,
            let path = search.path, let values = search.values, let fragment = search.fragment
        else { return nil }
        for bare in search.bareItems {
            let items =
                bare.map { PercentCoding.encoded($0) }
                + values.filter { !bare.contains($0.name) }.map {
                    "\(PercentCoding.encoded($0.name))=\(PercentCoding.encoded($0.value))"
                }
            let text =
                "\(first.pattern.scheme)://\(first.pattern.host)\(path)"
                + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
                + (fragment.map { "#" + PercentCoding.encoded($0) } ?? "")
            guard let url = try? LinkURL(text) else { continue }
            if first.destination(of: url) != nil, second.destination(of: url) != nil { return text }
        }
        return nil
    }

    // MARK: The path

    private var path: String? {
        let segments = links.map(\.pattern.segments)
        guard segments[0].count == segments[1].count else { return nil }
        var path = ""
        for (first, second) in zip(segments[0], segments[1]) {
            guard let text = text(of: first, second) else { return nil }
            path += "/" + PercentCoding.encoded(text, keepingSlashes: false)
        }
        // One slash at the end is ignored.
        return path.utf8.last == UInt8(ascii: "/") ? path + "/" : path
    }

    private func text(of first: LinkPattern.Segment, _ second: LinkPattern.Segment) -> String? {
        switch (first, second) {
        case (.template(let first), .template(let second)): text(of: [first, second], canBeEmpty: false)
        case (.rest(let first), .rest(let second)):
            CommonText(
                of: TypedTemplate(type(first, in: links[0])), TypedTemplate(type(second, in: links[1])),
                within: budget
            )
            .text(canBeEmpty: false)
        default: nil
        }
    }

    // MARK: The query

    /// The named items that one of the patterns needs, with values that both match. Nil if an item has no such value.
    private var values: [(name: String, value: String)]? {
        var values: [(name: String, value: String)] = []
        for name in Set(links.flatMap(\.pattern.query).compactMap(\.name)).sorted() {
            let items = links.map { link in link.pattern.query.first { $0.name == name }?.value }
            guard isNeeded(items) else { continue }
            guard let value = text(of: items, canBeEmpty: true) else { return nil }
            values.append((name, value))
        }
        return values
    }

    /// The lists of items without a value to try, one after the other: such items are arguments of the patterns.
    ///
    /// Mostly that is no item, or one that names no item of either pattern. The name of an item in one pattern may be
    /// the argument of the other.
    private var bareItems: [[String]] {
        let items = links.map { link in link.pattern.query.first { $0.name == nil }?.value }
        guard isNeeded(items) else { return [[]] }
        let names = links.map { Set($0.pattern.query.compactMap(\.name)) }
        let both = names[0].union(names[1]).union([""])
        let texts =
            [text(of: items, canBeEmpty: true, otherThan: both)]
            + items.indices.filter { items[$0] != nil }.map { index in
                text(of: items.indices.map { $0 == index ? items[$0] : nil }, canBeEmpty: true, otherThan: both)
            }
        let single = texts.compactMap(\.self) + names[0].symmetricDifference(names[1]).sorted()
        return single.map { [$0] } + single.flatMap { first in single.map { [first, $0] } }
    }

    // MARK: The fragment

    /// The fragment. `.some(nil)` if the link needs none, nil if no fragment matches both.
    private var fragment: String?? {
        let fragments = links.map(\.pattern.fragment)
        guard isNeeded(fragments) else { return .some(nil) }
        return text(of: fragments, canBeEmpty: true).map(Optional.some)
    }

    // MARK: Templates

    /// Whether one of the patterns needs its template, which is for one query item or for the fragment.
    private func isNeeded(_ templates: [TextTemplate?]) -> Bool {
        zip(templates, links).contains { template, link in
            template.map(link.needs) ?? false
        }
    }

    /// A text that the templates of both patterns match. A pattern without a template matches any text.
    private func text(of templates: [TextTemplate?], canBeEmpty: Bool, otherThan others: Set<String> = []) -> String? {
        let typed = zip(templates, links).map { template, link in
            template.map { TypedTemplate($0) { type($0, in: link) } } ?? .any
        }
        return CommonText(of: typed[0], typed[1], within: budget).text(canBeEmpty: canBeEmpty, otherThan: others)
    }

    /// The type of an argument, or of its elements if it is a list.
    private func type(_ argument: String, in link: RouteLink) -> ValueType.Scalar {
        link.route.argument(named: argument)?.type.scalar ?? .string
    }
}
