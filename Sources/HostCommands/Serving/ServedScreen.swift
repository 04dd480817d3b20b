import FeatureContract
import HostCore
import HostSystem
import JSONText

/// A screen as clients of ``Server`` see it, under the number of its revision.
@MainActor
final class ServedScreen {
    let revision: Int
    /// The screen's number, and that of its inner screen; 0 for none.
    let owner: (screen: ScreenID, inner: Int)
    let destination: String
    let url: String?
    /// How the screen stands over the one below.
    let presentation: Presentation
    /// The screen below a modal; nil if it is none.
    let below: (destination: String, revision: Int?)?
    /// Of a screen that the host shows in the place of one that cannot be shown: what the user can do, and the destination
    /// that the user probably meant. Nil for any other screen.
    let failure: (advice: String, guess: String?)?
    let screen: RenderedScreen
    private(set) lazy var json = screen.json
    /// The whole screen as a notification, up to what differs between clients: ``message(_:after:)``.
    private(set) lazy var whole: [UInt8] = notification([("screen", json)])
    /// The last patch that was made, likewise, and the revision that the patch is for.
    private var patch: (base: Int, bytes: [UInt8])?

    /// The number of nodes on the screen.
    let nodeCount: Int

    /// - Parameter screens: The screens before it.
    init(_ coordinator: NavigationCoordinator, _ screen: RenderedScreen, revision: Int, after screens: ServedScreens) {
        var count = 0
        screen.forEachNode { _ in count += 1 }
        nodeCount = count
        self.revision = revision
        self.screen = screen
        owner = Self.owner(coordinator)
        destination = coordinator.state.top.place.text
        url = coordinator.url
        failure = coordinator.failureAdvice.map { ($0, coordinator.failureGuess) }
        let (entries, inner) = (coordinator.state.selected.entries, coordinator.state.top.inner)
        presentation = inner.last?.presentation ?? coordinator.state.top.presentation
        below =
            if !presentation.isModal {
                nil
            } else if !inner.isEmpty {
                (destination, screens.revision(of: (owner.screen, coordinator.layers.dropLast().last?.inner ?? 0)))
            } else {
                entries.dropLast().last.map { ($0.place.text, screens.revision(of: ($0.id, nil))) }
            }
    }

    private static func owner(_ coordinator: NavigationCoordinator) -> (screen: ScreenID, inner: Int) {
        (coordinator.state.top.id, coordinator.layers.last?.inner ?? 0)
    }

    /// Whether a coordinator still shows the same.
    func isShown(by coordinator: NavigationCoordinator, _ current: RenderedScreen) -> Bool {
        owner == Self.owner(coordinator) && destination == coordinator.state.top.place.text && url == coordinator.url
            && screen.title == current.title && screen.lock == current.lock && screen.isLoading == current.isLoading
            && screen.checkpoints == current.checkpoints && screen.nodes.count == current.nodes.count
            && zip(screen.nodes, current.nodes).allSatisfy { $0.isIdentical(to: $1) }
    }

    /// The notification for a client that has an earlier screen: a patch, or the whole screen if that is shorter.
    func update(from base: ServedScreen) -> [UInt8] {
        if let patch, patch.base == base.revision { return patch.bytes }
        let operations = JSONPatch.operations(from: base.json, to: json)
        let patched = notification([("base", .integer(Int64(base.revision))), ("patch", .array(operations))])
        let bytes = patched.count < whole.count ? patched : whole
        patch = (base.revision, bytes)
        return bytes
    }

    /// Frees what is not sent any more, once there is a later screen.
    func dropNotifications() {
        whole = []
        patch = nil
    }

    /// How the screen stands over the one below, and what to do about one that cannot be shown, as members of messages.
    var standing: [(String, JSON)] {
        var members: [(String, JSON)] = [("presentation", .string(presentation.rawValue))]
        if let below {
            var object: JSONObject = ["destination": .string(below.destination)]
            if let revision = below.revision { object.append(key: "revision", value: .integer(Int64(revision))) }
            members.append(("below", .object(object)))
        }
        if let failure {
            var object: JSONObject = ["advice": .string(failure.advice)]
            if let guess = failure.guess { object.append(key: "guess", value: .string(guess)) }
            members.append(("failure", .object(object)))
        }
        return members
    }

    private func notification(_ content: [(String, JSON)]) -> [UInt8] {
        var params: JSONObject = [
            "revision": .integer(Int64(revision)), "destination": .string(destination),
        ]
        if let url { params.append(key: "url", value: .string(url)) }
        for (key, value) in standing + content { params.append(key: key, value: value) }
        return Array(RPCMessage.notification(.screen, params).utf8().dropFirst(Self.beginning.count))
    }

    /// The bytes of a notification in front of its first parameter.
    private static let beginning = Array(RPCMessage.notification(.screen, [:]).utf8().dropLast("}}".utf8.count))

    /// The message for a client: a notification with the id of the last request of the client that the screen includes.
    static func message(_ notification: [UInt8], after id: JSON?) -> [UInt8] {
        let after = id.map { Array("\"after\":".utf8) + $0.utf8() + [UInt8(ascii: ",")] } ?? []
        return beginning + after + notification
    }
}

/// The screens that clients may still have, the latest last.
@MainActor
struct ServedScreens {
    /// The most screens that are kept: a user types some letters before the screen with the first of them is there.
    private static let mostScreens = 64
    /// The most nodes in all of them, besides the latest two.
    private static let mostNodes = 20_000

    private var screens: [ServedScreen] = []

    var current: ServedScreen? { screens.last }

    subscript(revision: Int) -> ServedScreen? { screens.last { $0.revision == revision } }

    /// The latest revision of a screen; nil if it is not known any more.
    ///
    /// - Parameter owner: The screen, and the number of its inner screen; nil for the latest of these.
    func revision(of owner: (screen: ScreenID, inner: Int?)) -> Int? {
        screens.last { $0.owner.screen == owner.screen && (owner.inner == nil || owner.inner == $0.owner.inner) }?
            .revision
    }

    mutating func append(_ screen: ServedScreen) {
        current?.dropNotifications()
        screens.append(screen)
        var count = screens.reduce(0) { $0 + $1.nodeCount }
        while screens.count > 2, screens.count > Self.mostScreens || count > Self.mostNodes {
            count -= screens.removeFirst().nodeCount
        }
    }

    /// Returns the control of the current screen that a client means by its path on the screen of a revision. If that is
    /// an earlier one, the control is found by the keys on the path, and has to look the same.
    func control(at path: [Int], revision: Int) throws(RPCError) -> ViewNode {
        guard let seen = self[revision], let current else {
            throw RPCError(
                .stale,
                "the screen of revision \(revision) is not known any more; the latest is \(current?.revision ?? 0)",
                data: ["revision": .integer(Int64(current?.revision ?? 0))])
        }
        guard let node = seen.screen.nodes(at: path)?.last else {
            throw RPCError(.invalidParams, "the screen of revision \(revision) has nothing at \(path)")
        }
        guard seen !== current else { return try current.screen.usableNode(at: path) }
        guard seen.owner == current.owner, let now = current.screen.path(like: path, in: seen.screen) else {
            throw RPCError(
                .stale, "'\(node.label)' is not on the screen any more",
                data: ["revision": .integer(Int64(current.revision))])
        }
        return try current.screen.usableNode(at: now)
    }
}

extension RenderedScreen {
    /// Returns the node at a path, which has to be a control that the user can use now.
    func usableNode(at path: [Int]) throws(RPCError) -> ViewNode {
        do {
            return try usableControl(at: path).node
        } catch {
            throw RPCError(.init(error.kind), error.text)
        }
    }
}

extension ViewNode {
    /// Returns the value to use a control with for what a client sends.
    ///
    /// - Parameter json: Nil if the client sends none.
    func value(_ json: JSON?) throws(RPCError) -> Value {
        func expected(_ what: String) -> RPCError {
            RPCError(.invalidParams, "'value' is expected to be \(what), for '\(label)'")
        }
        switch kind?.actionValue {
        case .string? where json == nil && flags.contains(.submits): return .null
        case .string?:
            if flags.contains(.focus), let hasFocus = json?.bool { return .bool(hasFocus) }
            guard let text = json?.string else { throw expected("a text") }
            return .string(text)
        case .double?:
            guard let number = json?.number else { throw expected("a number") }
            return .double(number)
        case .bool?:
            guard let json else { return switched }
            guard let isOn = json.bool else { throw expected("true or false") }
            return .bool(isOn)
        case .option?:
            guard
                let option = children.first(where: { $0.value.json == json })
                    ?? children.first(where: { .string($0.label) == json })
            else {
                throw expected("the value or the label of one of the options")
            }
            guard !option.flags.contains(.disabled) else {
                throw RPCError(.disabled, "'\(option.label)' is disabled")
            }
            return option.value
        case .nothing?, nil:
            guard json == nil else { throw RPCError(.invalidParams, "'\(label)' takes no value") }
            return .null
        }
    }
}
