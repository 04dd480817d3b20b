/// Takes the arguments out of one link, by the parts of one pattern.
struct LinkReader {
    let route: RouteDeclaration
    private(set) var arguments: [Destination.Argument] = []

    init(route: RouteDeclaration) {
        self.route = route
    }

    mutating func read(path: [String], by segments: [LinkPattern.Segment]) throws(LinkMismatch) {
        var hasRest = false
        if case .rest = segments.last { hasRest = true }
        guard hasRest ? path.count >= segments.count : path.count == segments.count else {
            throw .segmentCount(expected: segments.count, found: path.count)
        }
        for (index, segment) in segments.enumerated() {
            switch segment {
            case .template(let template):
                try read(segment: path[index], by: template)
            case .rest(let name):
                try read(rest: path[index...], into: name)
            }
        }
    }

    mutating func read(query: [LinkURL.QueryItem], by items: [LinkPattern.QueryItem]) throws(LinkMismatch) {
        for item in items {
            guard let name = item.name else {
                // One that the pattern names is that one's: no item gives two arguments.
                let found = query.first { found in
                    found.value == nil && !items.contains { $0.name == found.name }
                }
                try read(bare: found?.name, by: item.value)
                continue
            }
            let found = query.filter { $0.name == name }.map { $0.value ?? "" }
            if case .argument(let argument) = item.value.parts.first, type(of: argument).isList {
                try append(list: found, to: argument)
                continue
            }
            guard let text = found.first else {
                try skip(item: name, item.value)
                continue
            }
            if found.count > 1, let argument = item.value.argumentNames.first {
                throw .givenTwice(item: name, argument: argument)
            }
            guard let matches = item.value.match(text) else {
                throw .queryValue(item: name, expected: item.value.text, found: text)
            }
            for match in matches { try append(match.text, to: match.name) }
        }
    }

    mutating func read(fragment: String?, by template: TextTemplate) throws(LinkMismatch) {
        guard let fragment else {
            guard canBeMissing(template) else { throw .missingFragment }
            return
        }
        guard let matches = template.match(fragment) else { throw .fragment(found: fragment) }
        for match in matches { try append(match.text, to: match.name) }
    }

    private mutating func read(segment: String, by template: TextTemplate) throws(LinkMismatch) {
        guard let matches = template.match(segment) else { throw .segment(expected: template.text, found: segment) }
        for match in matches {
            guard !match.text.isEmpty else { throw .emptySegment(argument: match.name) }
            try append(match.text, to: match.name)
        }
    }

    private mutating func read(rest: ArraySlice<String>, into name: String) throws(LinkMismatch) {
        guard rest.allSatisfy({ !$0.isEmpty }) else { throw .emptySegment(argument: name) }
        if type(of: name).isList {
            try append(list: Array(rest), to: name)
        } else {
            try append(rest.joined(separator: "/"), to: name)
        }
    }

    private mutating func read(bare found: String?, by template: TextTemplate) throws(LinkMismatch) {
        guard let found else { return try skip(item: template.text, template) }
        guard let matches = template.match(found) else {
            throw .queryValue(item: template.text, expected: template.text, found: found)
        }
        for match in matches { try append(match.text, to: match.name) }
    }

    private func skip(item: String, _ template: TextTemplate) throws(LinkMismatch) {
        guard canBeMissing(template) else {
            throw .missingQueryItem(item, argument: template.argumentNames.first(where: isRequired))
        }
    }

    /// A query item or a fragment may be missing when all its arguments may, and when it has any.
    private func canBeMissing(_ template: TextTemplate) -> Bool {
        !template.argumentNames.isEmpty && !template.argumentNames.contains(where: isRequired)
    }

    private mutating func append(_ text: String, to name: String) throws(LinkMismatch) {
        let type = type(of: name)
        guard let value = type.value(fromText: text) else {
            throw .wrongType(argument: name, type: type, found: text)
        }
        arguments.append(.init(name, value))
    }

    private mutating func append(list texts: [String], to name: String) throws(LinkMismatch) {
        let type = type(of: name)
        if texts.isEmpty, route.argument(named: name)?.isOptional == true { return }
        if texts.isEmpty, route.argument(named: name)?.defaultValue != nil { return }
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
    private func isRequired(_ name: String) -> Bool { route.argument(named: name)?.isRequired ?? true }
}
