import FeatureContract

/// Link patterns and links: a link that matches and is printed matches again, with the same destination; the texts of
/// destinations and templates read back equal.
///
/// The first line is a pattern, the second a link, and a third a destination's text.
func fuzzLink(_ bytes: [UInt8]) throws(BrokenProperty) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    let pattern = try read("pattern", lines[0]) { (text) throws(LinkError) in try LinkPattern(text) }
    let url = try lines.dropFirst().first.flatMap { (text) throws(BrokenProperty) in
        try read("link", text) { (text) throws(LinkError) in try LinkURL(text) }
    }
    for line in lines {
        try requirePercentCoding(line)
        try requireReadBack(destinationText: line)
        try requireReadBack(template: line)
    }
    if let pattern { try fuzz(pattern, url) }
}

private func read<Result, Problem: CustomStringConvertible>(
    _ what: String, _ text: String, _ parse: (String) throws(Problem) -> Result
) throws(BrokenProperty) -> Result? {
    do {
        return try parse(text)
    } catch {
        try require("the refusal of a \(what) has a reason", !error.description.isEmpty)
        return nil
    }
}

private func fuzz(_ pattern: LinkPattern, _ url: LinkURL?) throws(BrokenProperty) {
    let text = pattern.description
    let again = try require("a pattern's text is one", text) { () throws(LinkError) in try LinkPattern(text) }
    try require("a pattern's text is the pattern", again == pattern, text)
    let arguments = pattern.argumentNames.map(argument)
    guard let link = try? RouteLink(pattern, to: RouteDeclaration(name: "route", arguments: arguments), of: "feature")
    else { return }
    guard let url else { return }
    let match = link.match(url)
    try require(
        "a link means the same with and without a reason",
        link.destination(of: url)?.text == (try? match.get())?.text, "\(text) \(url)")
    guard case .success(let destination) = match else { return }
    try require("a match is of the route", (try? link.route.checked(destination)) == destination, destination)
    guard let printed = link.url(for: destination) else {
        // A number's own spelling may hold the literal that ends it in the pattern.
        let hasNumbers = arguments.contains { [.int, .double].contains($0.type) }
        return try require("what a link means has a link", hasNumbers, "\(text) \(url) \(destination)")
    }
    let read = try require("what is printed is a link", printed) { () throws(LinkError) in try LinkURL(printed) }
    try require("what is printed matches again", link.match(read) == .success(destination), "\(printed) \(destination)")
    try require("what is printed is printed the same", link.url(for: destination) == printed, printed)
}

/// An argument declared by the words of its name, so that a pattern alone gives a route: `id_int`,
/// `tags_list_optional`, `page_int_default`; without such a word it is a string.
private func argument(_ name: String) -> RouteDeclaration.Argument {
    let types: [String: ValueType] = [
        "int": .int, "bool": .bool, "double": .double, "ints": .list(.int),
        "list": .list(.string),
    ]
    let words = name.split(separator: "_").map(String.init)
    let type = words.lazy.compactMap { types[$0] }.first ?? .string
    return .init(
        name: name, type: type, isOptional: words.contains("optional"),
        defaultValue: words.contains("default") ? type.isList ? .list([]) : type.value(fromText: "1") : nil)
}

private func requirePercentCoding(_ text: String) throws(BrokenProperty) {
    for keepingSlashes in [true, false] {
        let encoded = PercentCoding.encoded(text, keepingSlashes: keepingSlashes)
        try require("what is encoded is ASCII", encoded.utf8.allSatisfy { (0x21..<0x7F).contains($0) }, encoded)
        let decoded = PercentCoding.decoded(encoded)
        try require("what is encoded is decoded", decoded.map { Array($0.utf8) } == Array(text.utf8), encoded)
    }
    guard let decoded = PercentCoding.decoded(text) else { return }
    try require("decoding makes no text longer", decoded.utf8.count <= text.utf8.count, text)
}

private func requireReadBack(destinationText line: String) throws(BrokenProperty) {
    guard let text = try? DestinationText(line) else { return }
    let destination = text.untyped
    let again = try require("a destination's text is one", line) { () throws(DestinationError) in
        try DestinationText(destination.text)
    }
    try require("a placeholder's text is that of the placeholder", again.untyped == destination, line)
    try require(
        "a placeholder has its text", Array(again.untyped.text.utf8) == Array(destination.text.utf8), destination.text)
}

private func requireReadBack(template line: String) throws(BrokenProperty) {
    guard let template = try? DestinationTemplate(line) else { return }
    let again = try require("a template's text is one", line) { () throws(DestinationError) in
        try DestinationTemplate(template.description)
    }
    try require("a template's text is the template", again == template, line)
}
