import FeatureContract

/// The reason why no link of a pattern can stand for a destination, derived from the pattern alone, without the code
/// that prints links.
enum Obstacle: Hashable {
    /// The path needs an absent argument.
    case absentFromPath
    /// An empty segment, or part of a segment, never matches an argument.
    case emptyInPath
    /// Neither the pattern nor the link gives an argument whose value differs from its default.
    case notInPattern
    /// An item lacks one argument and is left out, and another argument of it is lost.
    case lostWithItem
    /// An empty list has no query items: a required list has no link then, and another list reads as absent.
    case emptyList
    /// A value's text holds the literal that ends it.
    case holdsBorder
}

extension RouteLink {
    func obstacle(to destination: Destination) -> Obstacle? {
        let given = pattern.argumentNames + fixedArguments.map(\.name)
        for argument in route.arguments where !given.contains(argument.name) {
            if destination[argument.name] != leftOut(argument.name) { return .notInPattern }
        }
        for segment in pattern.segments {
            if let obstacle = obstacle(in: segment, to: destination) { return obstacle }
        }
        for item in pattern.query {
            if let obstacle = obstacle(in: item.value, isBare: item.name == nil, to: destination) { return obstacle }
        }
        return pattern.fragment.flatMap { obstacle(in: $0, isBare: false, to: destination) }
    }

    private func obstacle(in segment: LinkPattern.Segment, to destination: Destination) -> Obstacle? {
        switch segment {
        case .rest(let name):
            guard let value = destination[name] else { return .absentFromPath }
            let texts = if case .list(let items) = value { items.map(\.scalarText) } else { [value.scalarText] }
            return texts.isEmpty || texts.contains("") ? .emptyInPath : nil
        case .template(let template):
            let values = template.argumentNames.map { destination[$0]?.scalarText }
            if values.contains(nil) { return .absentFromPath }
            if values.contains("") { return .emptyInPath }
            return holdsBorder(template, destination) ? .holdsBorder : nil
        }
    }

    private func obstacle(in template: TextTemplate, isBare: Bool, to destination: Destination) -> Obstacle? {
        let names = template.argumentNames
        if let name = names.first, route.argument(named: name)?.type.isList == true {
            let isDefault = route.argument(named: name)?.defaultValue == .list([])
            return destination[name] == .list([]) && !isDefault ? .emptyList : nil
        }
        let isEmptyBareItem =
            isBare && template.literalLength == 0 && names.allSatisfy { destination[$0] == .string("") }
        if isEmptyBareItem || names.contains(where: { destination[$0] == nil }) {
            let isLost = names.contains { destination[$0] != leftOut($0) }
            return isLost ? .lostWithItem : nil
        }
        return holdsBorder(template, destination) ? .holdsBorder : nil
    }

    /// The value of an argument that is not given.
    private func leftOut(_ name: String) -> Value? {
        guard let argument = route.argument(named: name) else { return nil }
        return argument.defaultValue ?? (argument.type.isList && !argument.isOptional ? .list([]) : nil)
    }

    private func holdsBorder(_ template: TextTemplate, _ destination: Destination) -> Bool {
        let texts = template.parts.map { part in
            switch part {
            case .literal(let literal): Array(literal.utf8)
            case .argument(let name): Array((destination[name]?.scalarText ?? "").utf8)
            }
        }
        // The last literal is matched at the end of the text.
        for index in texts.indices.dropLast(2) {
            guard case .argument = template.parts[index] else { continue }
            let (value, literal, rest) = (texts[index], texts[index + 1], Array(texts[index...].joined()))
            let isEarlier = value.indices.contains { rest[$0...].starts(with: literal) }
            if isEarlier { return true }
        }
        return false
    }
}
