/// HTML of the host, read strictly: anything that the host would not write is an error.
///
/// Every attribute stands in double quotes or alone, `<` and `>` only begin and end tags, `&` only begins a reference,
/// and every element ends that is not void.
package struct Markup {
    package struct Element {
        package let name: String
        package let attributes: [String: String]
        /// The text of the element and of the elements in it, with references resolved.
        package fileprivate(set) var text = ""
    }

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// The elements, in the order of the document.
    package private(set) var elements: [Element] = []

    private static let void: Set<String> = ["meta", "link", "input", "hr", "br", "img"]
    private static let references = ["amp": "&", "lt": "<", "gt": ">", "quot": "\""]

    private var rest: Substring.UnicodeScalarView
    /// The indices of the elements that have begun and not ended.
    private var open: [Int] = []

    package init(_ text: String) throws {
        rest = text.unicodeScalars[...]
        if text.hasPrefix("<!DOCTYPE html>") { rest = rest.dropFirst("<!DOCTYPE html>".count) }
        while let scalar = rest.first {
            guard scalar == "<" else {
                try add(take { $0 != "<" })
                continue
            }
            rest.removeFirst()
            if rest.first == "/" { try end() } else { try begin() }
        }
        guard open.isEmpty else { throw Failure(description: "'\(elements[open[open.count - 1]].name)' has no end") }
    }

    package func named(_ name: String) -> [Element] { elements.filter { $0.name == name } }

    package func classed(_ name: String) -> [Element] {
        elements.filter { $0.attributes["class"]?.split(separator: " ").contains { $0 == name } == true }
    }

    private mutating func take(while isTaken: (Unicode.Scalar) -> Bool) -> String {
        let taken = rest.prefix(while: isTaken)
        rest = rest[taken.endIndex...]
        return String(String.UnicodeScalarView(taken))
    }

    private mutating func expect(_ scalar: Unicode.Scalar) throws {
        guard rest.first == scalar else {
            throw Failure(description: "'\(scalar)' expected before \(String(Substring(rest.prefix(40))))")
        }
        rest.removeFirst()
    }

    private mutating func name() throws -> String {
        let name = take { $0.isASCII && ($0.properties.isAlphabetic || "-:0123456789".unicodeScalars.contains($0)) }
        guard !name.isEmpty else {
            throw Failure(description: "a name expected before \(String(Substring(rest.prefix(40))))")
        }
        return name
    }

    private mutating func begin() throws {
        let name = try name()
        var attributes: [String: String] = [:]
        while rest.first == " " {
            rest.removeFirst()
            let key = try self.name()
            var value = ""
            if rest.first == "=" {
                rest.removeFirst()
                try expect("\"")
                value = try resolved(take { $0 != "\"" })
                try expect("\"")
            }
            guard attributes.updateValue(value, forKey: key) == nil else {
                throw Failure(description: "'\(key)' stands twice in '\(name)'")
            }
        }
        try expect(">")
        elements.append(Element(name: name, attributes: attributes))
        if Self.void.contains(name) { return }
        if name == "style" || name == "script" {
            // References are not resolved in these elements, and only the element's own end tag ends it.
            let end = "</\(name)>"
            guard let range = Substring(rest).firstRange(of: end) else {
                throw Failure(description: "'\(name)' has no end")
            }
            elements[elements.count - 1].text = String(Substring(rest)[..<range.lowerBound])
            rest = rest[range.upperBound...]
            return
        }
        open.append(elements.count - 1)
    }

    private mutating func end() throws {
        rest.removeFirst()
        let name = try name()
        try expect(">")
        guard let index = open.popLast(), elements[index].name == name else {
            throw Failure(description: "'\(name)' ends and was not begun last")
        }
    }

    private mutating func add(_ text: String) throws {
        let text = try resolved(text)
        for index in open { elements[index].text += text }
    }

    private func resolved(_ text: String) throws -> String {
        guard !text.unicodeScalars.contains(where: { "<>".unicodeScalars.contains($0) }) else {
            throw Failure(description: "a bare '<' or '>' in '\(text)'")
        }
        // The text is split by scalars, since a combining character may stand behind any of them.
        let parts = text.unicodeScalars.split(separator: "&", omittingEmptySubsequences: false)
        return try parts.dropFirst().reduce(into: String(parts[0])) { result, part in
            guard let end = part.firstIndex(of: ";"), let meant = Self.references[String(part[..<end])] else {
                throw Failure(description: "a bare '&' before '\(String(part))'")
            }
            result += meant + String(part[part.index(after: end)...])
        }
    }
}
