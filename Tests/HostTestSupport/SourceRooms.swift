import TestSupport

/// The folders of a target in order, with the uses of types that a later folder declares.
struct SourceRooms {
    private struct SourceFile {
        /// The path within the target's folder: `System/Folder.swift`.
        let path: String
        /// The number of the file's room; nil if the file lies in none.
        let room: Int?
        /// The lines of code, without comments and literals.
        let lines: [Substring]
    }

    private let rooms: [String]
    private let files: [SourceFile]
    /// The file that declares each top-level type.
    private let homes: [String: SourceFile]

    init(at root: String, _ rooms: [String]) throws {
        self.rooms = rooms
        files = try Self.paths(in: root).map { path in
            SourceFile(
                path: path, room: rooms.firstIndex(of: String(path.prefix { $0 != "/" })),
                lines: SwiftCode(try File.read("\(root)/\(path)")).text.split(
                    separator: "\n", omittingEmptySubsequences: false))
        }
        var homes: [String: SourceFile] = [:]
        for file in files {
            for line in file.lines {
                if let type = Self.declaredType(in: line) { homes[type] = homes[type] ?? file }
            }
        }
        self.homes = homes
    }

    /// The files that lie in none of the rooms.
    var homeless: [String] { files.filter { $0.room == nil }.map(\.path) }

    /// The uses of types of later rooms: `System/Folder.swift:12: 'Worker' is declared in Worker/Worker.swift, below
    /// System`
    var upwardUses: [String] {
        files.flatMap { file in
            file.lines.enumerated().flatMap { number, line in
                Self.names(in: line).compactMap { name -> String? in
                    guard let mine = file.room, let home = homes[name], let other = home.room, other > mine else {
                        return nil
                    }
                    return "\(file.path):\(number + 1): '\(name)' is declared in \(home.path), below \(rooms[mine])"
                }
            }
        }
    }

    /// The types of each room that other targets may use: those that are `public` or `package`, sorted.
    var surface: [String: [String]] {
        var surface: [String: [String]] = [:]
        for file in files {
            guard let room = file.room.map({ rooms[$0] }) else { continue }
            for line in file.lines {
                let words = line.split(separator: " ")
                guard words.first(where: { $0.first != "@" }).map({ $0 == "public" || $0 == "package" }) == true,
                    let type = Self.declaredType(in: line)
                else { continue }
                surface[room, default: []].append(type)
            }
        }
        return surface.mapValues { $0.sorted() }
    }

    private static func paths(in root: String, _ folder: String = "") throws -> [String] {
        try File.names(in: "\(root)/\(folder)").flatMap { name -> [String] in
            let path = folder.isEmpty ? name : "\(folder)/\(name)"
            if name.hasSuffix(".swift") { return [path] }
            return name.contains(".") ? [] : try paths(in: root, path)
        }
    }

    /// Returns the name of the top-level type that a line declares; nil if it declares none.
    private static func declaredType(in line: Substring) -> String? {
        guard line.first?.isLetter == true || line.first == "@" else { return nil }
        let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "@" }
        let kinds: Set<Substring> = ["struct", "enum", "class", "protocol", "actor", "typealias"]
        guard !words.contains("extension"), let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count
        else { return nil }
        return String(words[kind + 1])
    }

    /// Returns the names of types in a line. A name behind a dot is that of a nested type, and left out.
    private static func names(in line: Substring) -> [String] {
        var names: [String] = []
        var last: Character = " "
        var rest = line
        while let first = rest.first {
            let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            if first.isUppercase, last != ".", !names.contains(String(word)) { names.append(String(word)) }
            last = word.last ?? first
            rest = rest.dropFirst(max(word.count, 1))
        }
        return names
    }
}

/// Swift source without its comments and without the text of its literals. Interpolated code stays.
struct SwiftCode {
    private(set) var text = ""
    private var rest: Substring

    init(_ bytes: [UInt8]) {
        rest = Substring(String(decoding: bytes, as: UTF8.self))
        readCode(isInterpolated: false)
    }

    private mutating func readCode(isInterpolated: Bool) {
        var depth = 0
        while let character = rest.first {
            if rest.hasPrefix("//") {
                rest = rest.drop { $0 != "\n" }
            } else if rest.hasPrefix("/*") {
                readComment()
            } else if character == "\"" || character == "#" && rest.drop(while: { $0 == "#" }).first == "\"" {
                readLiteral()
            } else {
                if character == "(" { depth += 1 }
                if character == ")" {
                    if isInterpolated, depth == 0 { return }
                    depth -= 1
                }
                text.append(character)
                rest.removeFirst()
            }
        }
    }

    private mutating func readComment() {
        var depth = 0
        repeat {
            if rest.hasPrefix("/*") {
                depth += 1
                rest.removeFirst(2)
            } else if rest.hasPrefix("*/") {
                depth -= 1
                rest.removeFirst(2)
            } else if let character = rest.popFirst(), character == "\n" {
                text.append("\n")
            }
        } while depth > 0 && !rest.isEmpty
    }

    private mutating func readLiteral() {
        let signs = String(rest.prefix { $0 == "#" })
        rest.removeFirst(signs.count)
        let quote = rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
        rest.removeFirst(quote.count)
        text.append("\"")
        while !rest.isEmpty {
            if rest.hasPrefix(quote + signs) {
                rest.removeFirst(quote.count + signs.count)
                break
            }
            if rest.hasPrefix("\\\(signs)(") {
                rest.removeFirst(signs.count + 2)
                text.append(" ")
                readCode(isInterpolated: true)
                if !rest.isEmpty { rest.removeFirst() }
            } else if rest.hasPrefix("\\\(signs)") {
                rest.removeFirst(signs.count + 1)
                _ = rest.popFirst()
            } else if rest.popFirst() == "\n" {
                text.append("\n")
            }
        }
        text.append("\"")
    }
}
