internal import JSONText

/// Extracts the arguments of a link by the parts of a pattern.
struct LinkReader {
    let url: LinkURL
    let route: RouteDeclaration
    private(set) var arguments: [Destination.Argument] = []

    init(_ url: LinkURL, route: RouteDeclaration) {
        self.url = url
        self.route = route
    }

    mutating func read(pathBy segments: [LinkPattern.Segment]) throws(LinkError) {
        var hasRest = false
        if case .rest = segments.last { hasRest = true }
        guard hasRest ? url.segments.count >= segments.count : url.segments.count == segments.count else {
            throw .segmentCount(expected: segments.count, found: url.segments.count)
        }
        for (index, segment) in segments.enumerated() {
            switch segment {
            case .template(let template):
                try read(segment: url.segments[index], by: template)
            case .rest(let name):
                try read(rest: url.segments[index...], into: name)
            }
        }
    }

    mutating func read(queryBy items: [LinkPattern.QueryItem]) throws(LinkError) {
        for item in items {
            guard let name = item.name else {
                // An item that the pattern names elsewhere is skipped: each item gives only one argument.
                let found = url.query.first { found in
                    found.value == nil && !items.contains { $0.name == found.name }
                }
                try read(bare: found?.name, by: item.value)
                continue
            }
            if case .argument(let argument) = item.value.parts.first, type(of: argument).isList {
                let texts = url.query.filter { $0.name.isExactly(name) }.map { $0.value ?? "" }
                guard !texts.isEmpty else {
                    try skip(item: name, item.value)
                    continue
                }
                try append(list: texts, to: argument)
                continue
            }
            let (found, count) = findItems(named: name)
            guard let found else {
                try skip(item: name, item.value)
                continue
            }
            if count > 1, let argument = item.value.argumentNames.first {
                throw .givenTwice(item: name, argument: argument)
            }
            let text = found.value ?? ""
            if let argument = item.value.onlyArgument {
                try append(text, to: argument)
                continue
            }
            guard let matches = item.value.match(text) else {
                throw .queryValue(item: name, expected: item.value.text, found: text)
            }
            for match in matches { try append(match.text, to: match.name) }
        }
    }

    private func findItems(named name: String) -> (first: LinkURL.QueryItem?, count: Int) {
        var (first, count): (LinkURL.QueryItem?, Int) = (nil, 0)
        for item in url.query where item.name.isExactly(name) {
            if first == nil { first = item }
            count += 1
        }
        return (first, count)
    }

    mutating func read(fragment: String?, by template: TextTemplate) throws(LinkError) {
        guard let fragment else {
            guard canBeMissing(template) else { throw .missingFragment }
            return
        }
        guard let matches = template.match(fragment) else { throw .fragment(found: fragment) }
        for match in matches { try append(match.text, to: match.name) }
    }

    private mutating func read(segment text: String, by template: TextTemplate) throws(LinkError) {
        if let literal = template.literal {
            guard text.isExactly(literal) else { throw .segment(expected: template.text, found: text) }
            return
        }
        if let name = template.onlyArgument {
            guard !text.isEmpty else { throw .emptySegment(argument: name) }
            return try append(text, to: name)
        }
        guard let matches = template.match(text) else { throw .segment(expected: template.text, found: text) }
        for match in matches {
            guard !match.text.isEmpty else { throw .emptySegment(argument: match.name) }
            try append(match.text, to: match.name)
        }
    }

    private mutating func read(rest: ArraySlice<String>, into name: String) throws(LinkError) {
        guard rest.allSatisfy({ !$0.isEmpty }) else { throw .emptySegment(argument: name) }
        if type(of: name).isList {
            try append(list: Array(rest), to: name)
        } else {
            try append(rest.joined(separator: "/"), to: name)
        }
    }

    private mutating func read(bare found: String?, by template: TextTemplate) throws(LinkError) {
        guard let found else { return try skip(item: template.text, template) }
        guard let matches = template.match(found) else {
            throw .queryValue(item: template.text, expected: template.text, found: found)
        }
        for match in matches { try append(match.text, to: match.name) }
    }

    private func skip(item: String, _ template: TextTemplate) throws(LinkError) {
        guard canBeMissing(template) else {
            throw .missingQueryItem(item)
        }
    }

    /// Whether a query item or a fragment may be missing: it has arguments, and none of them is required.
    private func canBeMissing(_ template: TextTemplate) -> Bool {
        !template.argumentNames.isEmpty && !template.argumentNames.contains(where: isRequired)
    }

    private mutating func append(_ text: String, to name: String) throws(LinkError) {
        let type = type(of: name)
        guard let value = type.value(fromText: text) else {
            throw .wrongType(argument: name, type: type, found: text)
        }
        // One allocation for all arguments.
        if arguments.isEmpty { arguments.reserveCapacity(route.arguments.count) }
        arguments.append(.init(name, value))
    }

    private mutating func append(list texts: [String], to name: String) throws(LinkError) {
        let type = type(of: name)
        var values: [Value] = []
        for text in texts {
            guard let value = type.element.value(fromText: text) else {
                throw .wrongType(argument: name, type: type.element, found: text)
            }
            values.append(value)
        }
        arguments.append(.init(name, .list(values)))
    }

    private func type(of name: String) -> ValueType { route.argument(named: name)?.type ?? .string }
    private func isRequired(_ name: String) -> Bool { route.argument(named: name)?.mustStandInLink ?? true }
}
