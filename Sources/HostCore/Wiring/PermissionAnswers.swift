import FeatureContract
import Glibc
import HostSystem
import JSONText

/// A user's answers to what features ask for and the wiring says nothing of, by the features' ids.
///
/// What the wiring allows or denies has precedence: an answer adds to "allow", and "deny" takes away from both.
package struct PermissionAnswers: Hashable, Sendable {
    package struct Answer: Hashable, Sendable {
        package var allow = Permissions.none
        /// What the user is not asked for again.
        package var deny = Permissions.none

        /// Adds later answers. What is allowed is not refused any more, with all that lies in it.
        fileprivate mutating func add(_ later: Answer) {
            allow = allow.without(same: later.deny).union(later.allow)
            deny = deny.without(later.allow).union(later.deny)
        }
    }

    package enum Choice: UInt64, CaseIterable, Sendable {
        /// Allowed until the app ends.
        case now = 1
        case always
        /// Not allowed, and not asked for again until the app ends.
        case notNow
        /// Not allowed, and not asked for again.
        case never

        var isKept: Bool { self == .always || self == .never }
        var allows: Bool { self == .now || self == .always }
    }

    package private(set) var features: [String: Answer] = [:]

    package init() {}

    /// Adds an answer, which takes the place of earlier ones about the same permissions.
    package mutating func add(_ permissions: Permissions, of feature: String, _ choice: Choice) {
        var answer = features[feature] ?? Answer()
        answer.add(Answer(allow: choice.allows ? permissions : .none, deny: choice.allows ? .none : permissions))
        features[feature] = answer
    }

    /// Puts back the answers about a feature as they were.
    mutating func restore(_ feature: String, as answers: PermissionAnswers) {
        features[feature] = answers.features[feature]
    }

    package mutating func remove(_ feature: String) { features[feature] = nil }

    fileprivate var content: Wiring.Content {
        .deciding(features.mapValues { .permitting($0.allow, denying: $0.deny) })
    }

    fileprivate var json: JSON {
        let members = features.sorted { $0.key < $1.key }.map { id, answer -> (String, JSON) in
            let kinds = [("allow", answer.allow), ("deny", answer.deny)].filter { $0.1 != .none }
            return (id, .object(JSONObject(kinds.map { ($0.0, .object($0.1.json)) })))
        }
        return ["features": .object(JSONObject(members))]
    }

    /// These answers and later ones.
    func adding(_ later: PermissionAnswers) -> PermissionAnswers {
        var all = self
        for (feature, answer) in later.features { all.features[feature, default: Answer()].add(answer) }
        return all
    }
}

/// The answers that a user has given for good in one app, in a file that has the form of a wiring file: its `features`,
/// each with `allow` and `deny`.
///
/// A file that cannot be used is left as it is, and no answer counts.
package struct PermissionFile: Sendable {
    package struct Fault: Error, Sendable, CustomStringConvertible {
        package let description: String
    }

    package let path: String

    /// Returns the answers; none if there is no file.
    package func read(allowingInsecure: Bool) throws(Fault) -> PermissionAnswers {
        let content: InputFile.Content
        do throws(SystemError) {
            content = try InputFile.content(found: path, limit: Wiring.maximumSize)
        } catch {
            if error.code == ENOENT { return PermissionAnswers() }
            throw fault("\(error)")
        }
        if let problem = content.insecurity, !allowingInsecure { throw fault("\(problem)") }
        let file: Wiring.Content
        do throws(WiringError) {
            file = try Wiring.parse(content.bytes, path: path).content
        } catch {
            throw fault(error.messages.first ?? "")
        }
        var answers = PermissionAnswers()
        for (id, options) in file.features {
            answers.add(options.allow, of: id, .always)
            answers.add(options.deny, of: id, .never)
        }
        // A key that is not kept would be lost with the next answer.
        guard answers.content == file else { throw fault("it has more than \"allow\" and \"deny\" of features") }
        return answers
    }

    /// Changes the answers in the file, at once and as a whole. Removes the file if none is left.
    package func change(allowingInsecure: Bool, _ body: (inout PermissionAnswers) -> Void) throws(Fault) {
        do {
            if let folder = Path.parent(path) { try FileSystem.makeDirectories(folder) }
            let lock = try FileLock(path + ".lock", isMade: true, patience: .seconds(1))
            defer { lock.release() }
            let before = try read(allowingInsecure: allowingInsecure)
            var answers = before
            body(&answers)
            guard answers != before else { return }
            try write(answers)
        } catch let error as Fault {
            throw error
        } catch {
            let isLocked = (error as? SystemError)?.code == EWOULDBLOCK
            throw Fault(
                description: "'\(path)' cannot be changed: \(isLocked ? "another program is changing it" : "\(error)")")
        }
    }

    private func write(_ answers: PermissionAnswers) throws(SystemError) {
        guard !answers.features.isEmpty else { return try AtomicFile.removeLeftOver(path) }
        let new = path + ".new"
        try AtomicFile.removeLeftOver(new)
        let file = try AtomicFile(new) { _ in }
        try file.write(answers.json.utf8(pretty: true) + Array("\n".utf8))
        _ = try file.move(to: path)
    }

    private func fault(_ reason: String) -> Fault {
        Fault(
            description:
                "'\(path)' is not used, and so no permission that you have given: \(reason); mend it or remove it")
    }
}
