import FeatureContract
import HostCore
import HostSystem
import JSONText

/// The first call of a recording to which a library does not answer as recorded.
package struct CallDifference: Hashable, Sendable {
    /// The number of the user's step with the call, and the step as the user writes it.
    package let step: Int
    package let stepText: String
    /// The number of the call among those of the feature, from 1.
    package let call: Int
    /// The call with its arguments.
    package let callText: String
    /// The difference, as a sentence without subject and full stop.
    package let summary: String
    /// The recorded answer or event, and the library's.
    package let recorded: String
    package let now: String

    /// The difference as lines: recorded ones begin with `-`, those of the library with `+`, and a few around them with
    /// a space. Of many lines, the first ones.
    package var lines: [String] {
        func split(_ text: String) -> [String] {
            text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }
        let (old, new) = (split(recorded), split(now))
        let (removed, inserted) = Self.changes(old, new)
        var lines: [(text: String, isChange: Bool)] = []
        var (oldIndex, newIndex) = (0, 0)
        while oldIndex < old.count || newIndex < new.count {
            if removed.contains(oldIndex) {
                lines.append(("-" + old[oldIndex], true))
                oldIndex += 1
            } else if inserted.contains(newIndex) {
                lines.append(("+" + new[newIndex], true))
                newIndex += 1
            } else {
                lines.append((" " + old[oldIndex], false))
                (oldIndex, newIndex) = (oldIndex + 1, newIndex + 1)
            }
        }
        let kept = Self.around(lines)
        let rest = kept.count - Self.maximumLines
        return rest > 0 ? kept.prefix(Self.maximumLines) + [" … and \(rest) more lines"] : kept
    }

    private static let maximumLines = 60
    /// The most lines between the first and last difference for a search of the fewest changes, whose time and memory
    /// grow with the square of that number.
    private static let maximumSearch = 1000

    /// The indices of lines that are only in the first list, and of those only in the second.
    private static func changes(_ old: [String], _ new: [String]) -> (removed: Set<Int>, inserted: Set<Int>) {
        let common = zip(old, new).prefix { $0 == $1 }.count
        let (first, second) = (old[common...], new[common...])
        let end = zip(first.reversed(), second.reversed()).prefix { $0 == $1 }.count
        let (oldPart, newPart) = (Array(first.dropLast(end)), Array(second.dropLast(end)))
        guard oldPart.count + newPart.count <= maximumSearch else {
            return (Set(common..<common + oldPart.count), Set(common..<common + newPart.count))
        }
        var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
        for change in newPart.difference(from: oldPart) {
            switch change {
            case .remove(let offset, _, _): removed.insert(common + offset)
            case .insert(let offset, _, _): inserted.insert(common + offset)
            }
        }
        return (removed, inserted)
    }

    /// The number of equal lines before and after each difference.
    private static let context = 3

    private static func around(_ lines: [(text: String, isChange: Bool)]) -> [String] {
        var kept: [String] = []
        var isCut = false
        for index in lines.indices {
            let near = max(0, index - context)...min(lines.count - 1, index + context)
            if lines[near].contains(where: \.isChange) {
                kept.append(lines[index].text)
                isCut = false
            } else if !isCut {
                kept.append(" …")
                isCut = true
            }
        }
        return kept
    }
}

struct AnswerDifference {
    /// The path of the member in the answer's JSON, such as `nodes[2].text`; empty for the answer itself.
    let path: String
    let recorded: String
    let now: String

    /// Compares two answers; nil if they are equal.
    ///
    /// - Parameter hasSecret: Whether `*` in the recorded one stands for characters of a secret.
    init?(_ recorded: FeatureReply, _ now: FeatureReply, hasSecret: Bool) {
        guard recorded != now else { return nil }
        self.init(recorded.comparable, now.comparable, hasSecret, "")
    }

    private init?(_ recorded: JSON, _ now: JSON, _ hasSecret: Bool, _ path: String) {
        switch (recorded, now) {
        case (.object(let old), .object(let new)):
            let found = (old.keys + new.keys.filter { old[$0] == nil }).lazy.compactMap { key in
                let place = path.isEmpty ? key : "\(path).\(key)"
                return old[key] == new[key] ? nil : Self(old[key] ?? .null, new[key] ?? .null, hasSecret, place)
            }.first
            guard let found else { return nil }
            self = found
        case (.array(let old), .array(let new)):
            let found = (0..<max(old.count, new.count)).lazy.compactMap { index in
                let (first, second) = (old.dropFirst(index).first, new.dropFirst(index).first)
                return first == second ? nil : Self(first ?? .null, second ?? .null, hasSecret, "\(path)[\(index)]")
            }.first
            guard let found else { return nil }
            self = found
        case (.string(let old), .string(let new)) where hasSecret && Redaction.matches(old, new): return nil
        default:
            guard recorded != now else { return nil }
            (self.path, self.recorded, self.now) = (path, Self.text(recorded), Self.text(now))
        }
    }

    private static func text(_ json: JSON) -> String {
        switch json {
        case .null: "missing"
        case .object(let object): "a \(object["kind"]?.string ?? "record")"
        case .array(let elements): "\(elements.count) of them"
        default: json.text()
        }
    }
}
