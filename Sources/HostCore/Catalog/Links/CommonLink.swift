import FeatureContract
import JSONText

/// A link that two patterns of one scheme and host both match, made part by part: each segment, each query item, the
/// fragment. Matching it with both patterns before it is returned rules out false results. A common link may be missed,
/// for example if only a value with a certain letter fits both.
enum CommonLink {
    static func text(of first: RouteLink, _ second: RouteLink) -> String? {
        let links = [first, second]
        let segments = links.map(\.pattern.segments)
        guard segments[0].count == segments[1].count else { return nil }
        var path = ""
        for (one, other) in zip(segments[0], segments[1]) {
            guard let text = common(template(one), template(other), links) else { return nil }
            path += "/" + PercentCoding.encoded(text, keepingSlashes: false)
        }
        // One slash at the end of the path is ignored.
        if path.utf8.last == UInt8(ascii: "/") { path += "/" }
        var query: [String] = []
        let names = Set(links.flatMap { link in link.pattern.query.filter { link.needs($0.value) }.map(\.name) })
        for name in names.sorted(by: { ($0 ?? "") < ($1 ?? "") }) {
            let values = links.map { link in link.pattern.query.first { $0.name == name }?.value }
            guard let text = common(values[0], values[1], links) else { return nil }
            query.append((name.map { PercentCoding.encoded($0) + "=" } ?? "") + PercentCoding.encoded(text))
        }
        var fragment = ""
        if links.contains(where: { link in link.pattern.fragment.map(link.needs) ?? false }) {
            guard let text = common(first.pattern.fragment, second.pattern.fragment, links) else { return nil }
            fragment = "#" + PercentCoding.encoded(text)
        }
        let text =
            "\(first.pattern.scheme)://\(first.pattern.host)\(path)"
            + (query.isEmpty ? "" : "?" + query.joined(separator: "&")) + fragment
        guard let url = try? LinkURL(text), links.allSatisfy({ $0.values(of: url) != nil }) else { return nil }
        return text
    }

    private static func template(_ segment: LinkPattern.Segment) -> TextTemplate {
        switch segment {
        case .template(let template): template
        case .rest(let name): TextTemplate(argument: name)
        }
    }

    /// A text that both templates match; a missing template matches any. Arguments are filled with a text that has both
    /// sides' types.
    private static func common(_ first: TextTemplate?, _ second: TextTemplate?, _ links: [RouteLink]) -> String? {
        let templates = [first, second].compactMap(\.self)
        let types = zip([first, second], links).flatMap { template, link in
            template?.argumentNames.map { link.route.argument(named: $0)?.type.scalar ?? .string } ?? []
        }
        let value = types.contains(.bool) ? "true" : types.contains { $0 != .string } ? "1" : "a"
        let filled = templates.compactMap { $0.filled(keepingSlashes: true) { _ in value } }
            .compactMap { PercentCoding.decoded($0) }
        let ends = templates.map { ($0.firstLiteral, $0.lastLiteral) }
        let longest = ends.reduce(into: ("", "")) { longest, end in
            if end.0.utf8.count > longest.0.utf8.count { longest.0 = end.0 }
            if end.1.utf8.count > longest.1.utf8.count { longest.1 = end.1 }
        }
        return ([longest.0 + longest.1] + filled + [longest.0 + value + longest.1]).first { text in
            templates.allSatisfy { $0.match(text).map { $0.allSatisfy { !$0.text.isEmpty } } ?? false }
        }
    }
}

extension RouteLink {
    /// Whether the pattern matches no link without this template's query item or fragment.
    fileprivate func needs(_ template: TextTemplate) -> Bool {
        let names = template.argumentNames
        return names.isEmpty || names.contains { route.argument(named: $0)?.mustStandInLink ?? true }
    }
}

extension TextTemplate {
    /// The literal at the beginning of the template's texts, and the one at their end.
    fileprivate var firstLiteral: String { if case .literal(let text)? = parts.first { text } else { "" } }
    fileprivate var lastLiteral: String { if case .literal(let text)? = parts.last { text } else { "" } }
}
