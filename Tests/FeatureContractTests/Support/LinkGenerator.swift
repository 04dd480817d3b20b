import FeatureContract
import TestSupport

/// Makes links with patterns of every kind of part, to routes whose arguments are named by the pattern, fixed by the
/// link, or neither.
struct LinkGenerator {
    var random: SeededGenerator
    private var arguments: [RouteDeclaration.Argument] = []

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func link() throws -> RouteLink {
        arguments = []
        var text = ""
        for _ in 0..<Int.random(in: 0...2, using: &random) { text += "/" + segment() }
        if random.once(in: 4) { text += "/{\(argument())*}" }
        var items: [String] = []
        for index in 0..<Int.random(in: 0...3, using: &random) {
            items.append("q\(index)=" + (random.once(in: 2) ? "{\(argument())}" : template()))
        }
        if random.once(in: 5) { items.append("{\(single())}" + random.pick("", "x", "x{\(single())}")) }
        if !items.isEmpty { text += "?" + items.shuffled(using: &random).joined(separator: "&") }
        if random.once(in: 4) { text += "#" + template() }
        var fixed: [Destination.Argument] = []
        if random.once(in: 4) {
            let name = argument()
            if let argument = arguments.last { fixed.append(.init(name, random.value(of: argument.type))) }
        }
        let pattern = try LinkPattern("s://h\(text)")
        if random.once(in: 3) { _ = argument(isOptional: true) }
        // A part that was made and not chosen leaves its argument in the list.
        let named = Set(pattern.argumentNames + fixed.map(\.name))
        arguments.removeAll { $0.isRequired && !named.contains($0.name) }
        let route = RouteDeclaration(name: "detail", arguments: arguments.shuffled(using: &random))
        return try RouteLink(pattern, to: route, of: "feature", fixedArguments: fixed)
    }

    /// A destination of the link's route, with what the link fixes.
    mutating func destination(of link: RouteLink) throws -> Destination {
        var given = random.arguments(for: link.route)
        given.removeAll { argument in link.fixedArguments.contains { $0.name == argument.name } }
        return try link.route.checked(
            Destination(feature: link.feature, route: link.route.name, arguments: given + link.fixedArguments))
    }

    /// A link of about the pattern's shape, written as a user might: items missing, added or in another order, and
    /// numbers in another spelling.
    mutating func text(about link: RouteLink) -> String {
        var text = random.pick("s://h", "S://H", "s://h")
        for segment in link.pattern.segments {
            switch segment {
            case .template(let template): text += "/" + filled(template, of: link)
            case .rest(let name):
                for _ in 0...Int.random(in: 0...2, using: &random) { text += "/" + value(of: name, of: link) }
            }
        }
        var items: [String] = random.once(in: 3) ? ["extra=1"] : []
        for item in link.pattern.query where !random.once(in: 4) {
            let prefix = item.name.map { $0 + "=" } ?? ""
            let isList = item.value.argumentNames.contains { link.route.argument(named: $0)?.type.isList ?? false }
            for _ in 0...(isList ? Int.random(in: 0...2, using: &random) : 0) {
                items.append(prefix + filled(item.value, of: link))
            }
        }
        if !items.isEmpty { text += "?" + items.shuffled(using: &random).joined(separator: "&") }
        if let fragment = link.pattern.fragment, !random.once(in: 4) { text += "#" + filled(fragment, of: link) }
        return text
    }

    private mutating func argument(isOptional: Bool = false) -> String {
        let argument = random.argument(named: "a\(arguments.count)")
        arguments.append(
            .init(
                name: argument.name, type: argument.type, isOptional: argument.isOptional || isOptional,
                defaultValue: argument.defaultValue))
        return argument.name
    }

    private mutating func single() -> String {
        let argument = random.argument(named: "a\(arguments.count)")
        arguments.append(
            .init(
                name: argument.name, type: argument.type.element, isOptional: argument.isOptional,
                defaultValue: argument.type.isList ? nil : argument.defaultValue))
        return argument.name
    }

    private mutating func segment() -> String {
        random.once(in: 3) ? literal() : template()
    }

    private mutating func template() -> String {
        switch Int.random(in: 0...5, using: &random) {
        case 0: literal()
        case 1: "\(literal()){\(single())}"
        case 2: "{\(single())}\(literal())"
        case 3: "{\(single())}\(literal()){\(single())}"
        default: "{\(single())}"
        }
    }

    private mutating func literal() -> String {
        PercentCoding.encoded(random.pick("-", "_", ".", "--", "x", "1", "é", "/", "ab"), keepingSlashes: false)
    }

    private mutating func filled(_ template: TextTemplate, of link: RouteLink) -> String {
        var text = ""
        for part in template.parts {
            switch part {
            case .literal(let literal): text += PercentCoding.encoded(literal, keepingSlashes: false)
            case .argument(let name): text += value(of: name, of: link)
            }
        }
        return text
    }

    private mutating func value(of name: String, of link: RouteLink) -> String {
        let type = link.route.argument(named: name)?.type.element ?? .string
        if type == .int, random.once(in: 2) { return random.pick("007", "-0", "-01", "x", "") }
        if type == .double, random.once(in: 2) { return random.pick("1", "1.50", "0.0000001", "1e3", "1.") }
        return PercentCoding.encoded(random.value(of: type).scalarText ?? "", keepingSlashes: false)
    }
}
