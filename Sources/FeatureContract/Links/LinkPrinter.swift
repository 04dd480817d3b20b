/// Writes a destination as a link of one pattern.
struct LinkPrinter {
    let link: RouteLink
    let destination: Destination

    /// The link; nil if the path needs an argument that the destination lacks. Only ``RouteLink/url(for:)`` detects a
    /// link that reads back as a different destination.
    var text: String? {
        guard let path else { return nil }
        var text = "\(link.pattern.scheme)://\(link.pattern.host)\(path)"
        if !query.isEmpty { text += "?" + query.joined(separator: "&") }
        if let fragment = link.pattern.fragment {
            // A fragment without its argument is left out: the argument may have a default, which applies when the link
            // is read back.
            if let filled = fragment.filled(keepingSlashes: true, scalar) { text += "#" + filled }
        }
        return text
    }

    private var path: String? {
        var path = ""
        for segment in link.pattern.segments {
            switch segment {
            case .template(let template):
                guard let text = template.filled(keepingSlashes: false, scalar) else { return nil }
                path += "/" + text
            case .rest(let name):
                guard let segments = restSegments(name), !segments.isEmpty else { return nil }
                path += segments.map { "/" + PercentCoding.encoded($0, keepingSlashes: false) }.joined()
            }
        }
        // Without a second slash, the slash before an empty last segment would be ignored.
        return path.utf8.last == UInt8(ascii: "/") ? path + "/" : path
    }

    private var query: [String] {
        var items: [String] = []
        for item in link.pattern.query {
            let prefix = item.name.map { PercentCoding.encoded($0) + "=" } ?? ""
            if case .argument(let name) = item.value.parts.first, case .list(let values) = destination[name] {
                items += values.compactMap(\.scalarText).map { prefix + PercentCoding.encoded($0) }
            } else if let text = item.value.filled(keepingSlashes: true, scalar) {
                items.append(prefix + text)
            }
        }
        return items
    }

    private func scalar(_ name: String) -> String? { destination[name]?.scalarText }

    private func restSegments(_ name: String) -> [String]? {
        switch destination[name] {
        case .list(let values): values.compactMap(\.scalarText)
        case .some(let value):
            value.scalarText.map { text in
                let segments = text.splitAll(at: "/").map(String.init)
                // An empty segment would match nothing, so such a text becomes one segment with its slashes encoded.
                return segments.contains("") ? [text] : segments
            }
        case nil: nil
        }
    }
}

extension TextTemplate {
    /// The template as an author writes it, but decoded: for messages.
    var text: String {
        parts.map { part in
            switch part {
            case .literal(let text): text
            case .argument(let name): "{\(name)}"
            }
        }.joined()
    }
}
