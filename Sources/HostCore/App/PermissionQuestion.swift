import FeatureContract
import HostSystem

/// A question to the user: whether a feature may have what it asks for, where the wiring says nothing of it.
package struct PermissionQuestion: Hashable, Sendable {
    package let feature: String
    /// What the feature would have if the user allowed it, and the reasons that it gives.
    package let requests: [PermissionRequest]

    /// The question as an alert of the host's own. The choice that harms nothing comes first, so that a key that was meant
    /// for the screen below does not allow anything.
    package var box: ViewNode {
        var box = ViewNode(.alert, text: "'\(feature)' asks for permissions")
        box.detail =
            "It runs without them until you allow them. '\(HostName.name) permissions' takes back what you always allow."
        box.children = requests.flatMap { request in
            var reason = ViewNode(.text, text: "Its reason: “\(Self.quotable(request.reason))”")
            reason.role = .secondary
            return request.permissions.sentences.map { ViewNode(.text, text: "• \($0)") } + [reason]
        }
        box.children += [.notNow, .now, .always, .never].map { (choice: PermissionAnswers.Choice) in
            var button = ViewNode(.button, text: choice.label)
            button.action = choice.rawValue
            if choice == .notNow { button.flags = .cancel }
            return button
        }
        return box
    }

    /// The most lines of a question, and the most bytes of a line: a user allows nothing unread.
    private static let (mostLines, longestLine) = (10, 200)

    /// Whether a user can see the whole question in a usual window. Otherwise the wiring decides.
    var canBeShown: Bool {
        let sentences = requests.flatMap(\.permissions.sentences)
        return sentences.count + requests.count <= Self.mostLines
            && sentences.allSatisfy { $0.utf8.count <= Self.longestLine }
    }

    /// A reason in which nothing looks like the end of the quotation.
    private static func quotable(_ reason: String) -> String {
        String(
            reason.cut(toBytes: longestLine).map { character in
                character.unicodeScalars.contains {
                    [.initialPunctuation, .finalPunctuation].contains($0.properties.generalCategory)
                        || "\"＂″❛❜❝❞〝〞〟„‚".unicodeScalars.contains($0)
                } ? "'" : character
            })
    }
}

extension PermissionAnswers.Choice {
    fileprivate var label: String {
        switch self {
        case .now: "Allow for now"
        case .always: "Always allow"
        case .notNow: "Not now"
        case .never: "Never"
        }
    }
}

extension Permissions {
    /// What a feature may do with these permissions, in words for a user.
    fileprivate var sentences: [String] {
        let places = endpoints.map(\.text).sorted().map { "connect to \($0)" }
        let ports = ports.sorted().map { "connect to port \($0) of any machine" }
        let origins = origins.map(\.text).sorted().map { "send requests to \($0)" }
        func name(_ path: String) -> String {
            let parts = path.split(separator: "/").filter { $0 != "." }
            if parts.isEmpty { return "all files of yours" }
            if !path.hasPrefix("/"), parts.count == 1, ["~", "$HOME"].contains(parts[0]) {
                return "all of your home directory"
            }
            // A space may be there to push a text into the next line.
            let clean = (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
            return "'\(clean.replacing("  ", with: "␣␣"))'"
        }
        return ports + places + origins + read.sorted().map { "read \(name($0))" }
            + write.sorted().map { "read and change \(name($0))" } + (run ? ["start other programs"] : [])
            + environment.sorted().map { "see the environment variable \($0)" }
    }
}

extension HostApplication {
    /// The file with the answers that the user has given for good in this app. Nil if the user has no directory for it.
    ///
    /// An app in which other versions of features are tried has the answers of the app itself.
    package var permissionFile: PermissionFile? {
        var id = id
        if !options.replacements.isEmpty {
            id = AppID.id(
                of: Array(directories.dropFirst(options.replacements.count)),
                wiring: Wiring.path(named: options.config, environment: options.environment))
        }
        return options.environment.stateHome.map {
            PermissionFile(path: Path.join($0, "switchyard/permissions/\(id).json"))
        }
    }

    /// What the user is to be asked about a feature; nil if there is nothing.
    package func question(about feature: String) -> PermissionQuestion? {
        guard wiring.asking == .user, isConfined(feature), let manifest = catalog.feature(feature)?.manifest,
            !manifest.permissions.isEmpty
        else { return nil }
        let latest = latestAnswers.map(wiring.answered) ?? wiring
        let requests = FeaturePermissions(of: manifest, wiring: latest, in: options.environment).unanswered
        let question = PermissionQuestion(feature: feature, requests: requests)
        return requests.isEmpty || !question.canBeShown ? nil : question
    }

    /// Records the user's answer, which has an effect from the next reload on.
    ///
    /// - Throws: If an answer for good cannot be kept. It counts until the app ends.
    package func answer(
        _ question: PermissionQuestion, _ choice: PermissionAnswers.Choice
    ) throws(PermissionFile.Fault) {
        let permissions = question.requests.union
        var latest = latestAnswers ?? wiring.answers
        latest.add(permissions, of: question.feature, choice)
        latestAnswers = latest
        guard choice.isKept else { return answersOfRun.add(permissions, of: question.feature, choice) }
        do throws(PermissionFile.Fault) {
            guard let file = permissionFile else {
                throw PermissionFile.Fault(description: "there is no directory to keep it in: HOME is not set")
            }
            try file.change(allowingInsecure: options.allowsInsecure) {
                $0.add(permissions, of: question.feature, choice)
            }
        } catch {
            answersOfRun.add(permissions, of: question.feature, choice)
            throw error
        }
    }

    /// What the user has answered, by the ids of features.
    package var answered: [String: PermissionAnswers.Answer] { wiring.answers.features }

    /// Forgets what the user has answered for good.
    ///
    /// - Parameter ids: The features; none for all.
    /// - Returns: The features with forgotten answers.
    package func forgetAnswers(about ids: [String]) throws(PermissionFile.Fault) -> [String] {
        var forgotten: [String] = []
        try permissionFile?.change(allowingInsecure: options.allowsInsecure) { answers in
            forgotten = answers.features.keys.filter { ids.isEmpty || ids.contains($0) }.sorted()
            for id in forgotten { answers.remove(id) }
        }
        return forgotten
    }

    /// The user's answers: those of the file, and those of this run.
    func answers() throws(PermissionFile.Fault) -> PermissionAnswers {
        let kept = try permissionFile?.read(allowingInsecure: options.allowsInsecure) ?? PermissionAnswers()
        let answers = kept.adding(answersOfRun)
        latestAnswers = answers
        return answers
    }
}
