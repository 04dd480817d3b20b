import Glibc
import TestSupport

/// A document of this repository, in Markdown.
struct Document: CustomStringConvertible {
    /// The path from the root of the repository.
    let path: String
    let text: String

    var description: String { path }

    /// - Parameter text: Its text; nil to read the file.
    init(_ path: String, text: String? = nil) throws {
        self.path = path
        self.text = try text ?? String(decoding: File.read(Repository.path(path)), as: UTF8.self)
    }

    /// A fenced block.
    struct Block {
        let language: String
        let lines: [Substring]

        /// The file that the block shows, if a comment in its first line names one: `// tabs.jsonc`, `# some.flow`.
        var file: String? {
            let words = lines.first?.split(separator: " ") ?? []
            guard words.count == 2, words[0] == "//" || words[0] == "#", words[1].contains(".") else { return nil }
            return String(words[1])
        }

        var text: String { lines.map { $0 + "\n" }.joined() }
    }

    /// The blocks, in their order.
    var blocks: [Block] {
        var blocks: [Block] = []
        var open: (language: String, lines: [Substring])?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let block = open {
                if line == "```" {
                    blocks.append(Block(language: block.language, lines: block.lines))
                    open = nil
                } else {
                    open?.lines.append(line)
                }
            } else if line.hasPrefix("```") {
                open = (String(line.dropFirst(3)), [])
            }
        }
        return blocks
    }

    // MARK: Links

    /// A link to a file, with the text behind it up to the next link.
    struct Link {
        /// The target as it is written.
        let target: String
        let behind: Substring
    }

    /// Returns the links of a text to files, without those to URLs and to headings of the text itself.
    static func links(in text: some StringProtocol) -> [Link] {
        String(text).components(separatedBy: "](").dropFirst().compactMap { part in
            guard let end = part.firstIndex(of: ")") else { return nil }
            let target = part[..<end].prefix { $0 != "#" }
            guard !target.isEmpty, !target.contains("://") else { return nil }
            return Link(target: String(target), behind: part[part.index(after: end)...])
        }
    }

    /// Returns the path from the root of the repository to which a link leads; nil if it leads out of the repository.
    func file(at target: String) -> String? {
        var folders = path.split(separator: "/").dropLast()
        for part in target.split(separator: "/") {
            guard part == ".." else {
                folders.append(part)
                continue
            }
            guard folders.popLast() != nil else { return nil }
        }
        return folders.joined(separator: "/")
    }

    /// The targets of links to files that are missing.
    var brokenLinks: [String] {
        Self.links(in: text).map(\.target).filter { target in
            guard let file = file(at: target) else { return true }
            return access(Repository.path(file), F_OK) != 0
        }
    }
}

extension String {
    func components(separatedBy separator: String) -> [Substring] {
        var parts: [Substring] = []
        var rest = self[...]
        while let range = rest.firstRange(of: separator) {
            parts.append(rest[..<range.lowerBound])
            rest = rest[range.upperBound...]
        }
        return parts + [rest]
    }
}
