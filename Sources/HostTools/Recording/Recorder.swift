import FeatureContract
import Glibc
import HTTPBroker
import HostCore
import HostSystem
import JSONText

/// Records a run of an app into a file: the inputs of its coordinator, and all calls into features with their answers
/// and requests.
///
/// Each event is written at once, so that a killed host loses only the event that it was writing. Secrets become `*`:
/// the text of secure fields, and the environment variables that features may see.
///
/// ```swift
/// let recorder = try Recorder(path: "run.recording", application) { print("no more is recorded: \($0)") }
/// coordinator.observer = recorder   // before coordinator.start()
/// ```
@MainActor
package final class Recorder: CoordinatorObserver {
    private let file: FileDescriptor
    private let environment: HostEnvironment
    private var writer = RecordedEventWriter()
    private let start = ContinuousClock.now
    private let failed: @MainActor (SystemError) -> Void
    /// Whether an event could not be written, after which none is written.
    package private(set) var hasFailed = false

    /// The input in progress, as long as it has had no effect.
    private var pending: CoordinatorInput?
    /// Whether an event was written since a screen was shown.
    private var hasNews = true
    /// The text of a secure field that the current input changes.
    private var typedSecret: Value?
    /// What the requests of each feature mark, also for the answers.
    private var secretNames: [String: Set<String>] = [:]
    /// The responses that have come in part.
    private var responses: [String: ResponsesInProgress] = [:]
    /// The manifests, whose texts are not secret.
    private var manifests = ""

    /// Creates the file, or empties an existing recording. Refuses a file with other content.
    ///
    /// - Parameter failed: Called once, when an event cannot be written.
    package convenience init(
        path: String, _ application: HostApplication, failed: @escaping @MainActor (SystemError) -> Void
    ) throws(SystemError) {
        try self.init(
            path: path, application.catalog, application.wiring, application.options.environment, failed: failed)
    }

    init(
        path: String, _ catalog: Catalog, _ wiring: Wiring, _ environment: HostEnvironment,
        failed: @escaping @MainActor (SystemError) -> Void
    ) throws(SystemError) {
        // A recording has the texts that the user types.
        file = try FileDescriptor(emptying: path, ifItBegins: Recording.beginning)
        self.environment = environment
        self.failed = failed
        try Array(Recording.header.utf8).withBytes { (bytes) throws(SystemError) in try file.writeAll(bytes) }
        write(catalog, wiring)
    }

    /// Writes the features and the wiring in use from here on.
    private func write(_ catalog: Catalog, _ wiring: Wiring) {
        let files = catalog.files()
        manifests = files.map { String(decoding: $0.text, as: UTF8.self) }.joined(separator: "\n")
        for file in files {
            let id = file.manifest.id
            let names = file.manifest.permissions.union.environment.union(
                wiring.options(of: id)?.allow.environment ?? [])
            for name in names { insertSecret(environment[name] ?? "") }
        }
        write(
            .app(
                RecordedApp(
                    host: "\(HostName.name) \(HostName.version)",
                    features: files.map { .init(path: $0.path, version: $0.manifest.version, manifest: $0.text) },
                    refusals: catalog.refusals.compactMap { refusal in
                        guard case .library(let error) = refusal.reason else { return nil }
                        return .init(path: refusal.path, featureID: refusal.featureID, reason: error.description)
                    }, wiringPath: wiring.path, wiring: wiring.content)))
    }

    // MARK: CoordinatorObserver

    package func begin(_ input: CoordinatorInput, _ coordinator: NavigationCoordinator) {
        switch input {
        case .show, .renderHidden: pending = input
        case .work where !coordinator.hasRequests: pending = input
        case .use(let node, let value) where node.flags.contains(.secure):
            insertSecret(of: value)
            typedSecret = value
            write(.input(.use(node.labelled.redacted, value.redacted)), hasSecret: true)
        case .use(let node, let value): write(.input(.use(node.labelled, value)))
        case .start: write(.input(.start(restored: coordinator.restored.map(redacted))))
        case .adopt:
            if let successors = coordinator.successors { write(successors.catalog, successors.wiring) }
            write(.input(input))
        default: write(.input(input))
        }
    }

    package func end(_ input: CoordinatorInput, _ coordinator: NavigationCoordinator) {
        if case .show = input { write(shown: coordinator) }
        (pending, typedSecret) = (nil, nil)
    }

    /// Writes the visible screen, if any event has been written since the last time.
    private func write(shown coordinator: NavigationCoordinator) {
        guard hasNews else { return }
        let shown = ShownScreen(coordinator.shown, of: coordinator)
        let text = shown.text
        write(
            .shown(
                .init(
                    state: shown.state.text,
                    checksum: writer.redaction.isIn(text) ? nil : ShownScreen.checksum(of: text))))
        hasNews = false
    }

    package func begin(_ call: FeatureMessage, of feature: String) {
        switch call {
        case .perform(let id, let action, let value) where value == typedSecret:
            write(.call(.perform(id, action: action, value.redacted), feature: feature), hasSecret: true)
        default:
            let recorded = recorded(call, of: feature)
            write(.call(recorded, feature: feature), hasSecret: recorded != call)
        }
    }

    package func end(_ call: FeatureMessage, of feature: String, _ reply: FeatureReply) {
        guard case .screen(var screen) = reply else { return write(.reply(reply, feature: feature)) }
        var hasSecret = false
        screen.forEachNode { node in
            guard node.flags.contains(.secure), node.value.redacted != node.value else { return }
            hasSecret = true
            insertSecret(of: node.value)
        }
        if hasSecret { screen.nodes = screen.nodes.map(\.redacted) }
        write(.reply(.screen(screen), feature: feature), hasSecret: hasSecret)
    }

    package func answered(_ message: HostMessage, of feature: String, _ reply: HostReply) {
        switch (message, reply) {
        // A question that is refused at once has no answer later.
        case (.http(_, let exchange, let request), .done):
            responses[feature, default: .init()].exchanges[request] = exchange
        case (.cancel(let exchange), _): responses[feature]?.end(exchange)
        default: break
        }
        guard case .http(.send(let head, let piece), let exchange, let request) = message else {
            return write(.message(message, feature: feature, reply))
        }
        secretNames[feature, default: []].formUnion(head.secretNames.map { $0.lowercased() })
        insertSecrets(of: head.headers, head.url, feature)
        let recorded = head.recorded
        write(
            .message(
                .http(.send(recorded, piece), exchange: exchange, request: request), feature: feature, reply),
            hasSecret: recorded != head)
    }

    package func ended(of feature: String, _ reason: String?) {
        responses[feature] = nil
        write(.end(feature: feature, reason: reason))
    }

    // MARK: Secrets

    /// The call without the secrets that a piece of a response's body has only a part of.
    private func recorded(_ call: FeatureMessage, of feature: String) -> FeatureMessage {
        guard case .answered(let request, let answer, let failure) = call,
            let exchange = responses[feature]?.exchanges.removeValue(forKey: request)
        else { return call }
        if case .response(let head, _, _) = answer {
            insertSecrets(of: head.headers, head.url, feature)
        }
        let recorded = answer?.replacingPiece { piece in
            writer.redaction.redacted(
                piece: piece, after: &responses[feature, default: .init()].ends[exchange, default: []])
        }
        if answer?.isLast != false { responses[feature]?.end(exchange) }
        return .answered(request: request, recorded, failure)
    }

    private func insertSecrets(of fields: [HTTPHeader], _ url: String, _ feature: String) {
        for secret in fields.secrets(marked: secretNames[feature] ?? [], in: url) { insertSecret(secret) }
    }

    private func insertSecret(of value: Value) {
        if case .string(let text) = value { insertSecret(text) }
    }

    /// Adds a text to replace from now on, except a part of a manifest, which is not secret and which the replay needs.
    private func insertSecret(_ text: String) {
        if !manifests.contains(text) { writer.redaction.insert(text) }
    }

    /// A session's state without secrets, including the base64 of saved screens.
    private func redacted(_ state: NavigationState) -> String { redacted(state.sessionJSON, key: "").text() }

    private func redacted(_ json: JSON, key: String) -> JSON {
        switch json {
        case .string(let text):
            guard key == "bytes", let bytes = Base64.bytes(of: text) else {
                return .string(writer.redaction.redacted(text))
            }
            return .string(Base64.text(of: writer.redaction.redacted(bytes)))
        case .array(let elements): return .array(elements.map { redacted($0, key: key) })
        case .object(let members):
            var object: JSONObject = [:]
            for (key, value) in members { object.append(key: key, value: redacted(value, key: key)) }
            return .object(object)
        default: return json
        }
    }

    // MARK: Writing

    private func write(_ event: RecordedEvent, hasSecret: Bool = false) {
        if let input = pending {
            pending = nil
            write(.input(input))
        }
        guard !hasFailed else { return }
        hasNews = true
        let time = start.duration(to: .now) / .microseconds(1)
        let payload = writer.bytes(of: event, at: UInt64(max(0, time)), hasSecret: hasSecret)
        do throws(SystemError) {
            try ChecksummedRecord.bytes(of: payload).withBytes { (bytes) throws(SystemError) in
                try file.writeAll(bytes)
            }
        } catch {
            hasFailed = true
            failed(error)
        }
    }
}

/// The responses to a feature that have come in part.
private struct ResponsesInProgress {
    /// The exchange of each question that waits for its answer.
    var exchanges: [UInt64: UInt64] = [:]
    /// The last bytes of what has come of each body, where a secret may have begun.
    var ends: [UInt64: [UInt8]] = [:]

    mutating func end(_ exchange: UInt64) {
        exchanges = exchanges.filter { $0.value != exchange }
        ends[exchange] = nil
    }
}

extension Value {
    fileprivate var redacted: Value {
        if case .string(let text) = self { .string(Redaction.filler(for: text)) } else { self }
    }
}

extension ViewNode {
    /// The node and its descendants, without the texts of secure fields.
    fileprivate var redacted: ViewNode {
        var node = self
        if flags.contains(.secure) { node.value = value.redacted }
        if !children.isEmpty { node.children = children.map(\.redacted) }
        return node
    }

    /// The node without children, and with its label as its text.
    fileprivate var labelled: ViewNode {
        var node = self
        if text.isEmpty { node.text = label }
        node.children = []
        return node
    }
}
