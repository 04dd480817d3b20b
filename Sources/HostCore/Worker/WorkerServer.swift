import FeatureContract
import HostSystem

/// The worker's side of the protocol: makes the host's calls, and owns the feature's screens.
@MainActor
package final class WorkerServer {
    /// The connection to the host, which takes requests and notices.
    @MainActor
    package protocol Upstream: AnyObject {
        func ask(_ request: WorkerRequest) -> HostAnswer
        func tell(_ notice: WorkerNotice)
        /// Returns the descriptor that came with the call that is being made. Nil if there is none.
        func takeDescriptor() -> OpenDescriptor?
    }

    /// A loaded library: its manifest, and a function that activates the feature.
    package struct Library {
        package let manifest: [UInt8]
        /// Activates the feature.
        package let activate: @MainActor (any FeatureHost, ActivationContext) throws(CallFailure) -> any FeatureInstance

        package init(
            manifest: [UInt8],
            activate:
                @escaping @MainActor (any FeatureHost, ActivationContext) throws(CallFailure) -> any FeatureInstance
        ) {
            self.manifest = manifest
            self.activate = activate
        }
    }

    /// Loads a library, and reports each stage that it reaches. Only this version of the file is loaded; nil stands for
    /// any.
    package typealias Load =
        @MainActor (
            _ path: String, _ version: FileIdentity?, _ limits: WorkerLimits, _ reached: (LoadingStage) -> Void
        ) throws(LibraryError) -> Library

    private let load: Load
    private unowned let upstream: any Upstream
    private var library: Library?
    private var feature: (any FeatureInstance)?
    private var host: RemoteHost?
    private var screens: [ScreenID: any ScreenInstance] = [:]

    package init(upstream: any Upstream, load: @escaping Load) {
        self.upstream = upstream
        self.load = load
    }

    /// Makes a call.
    package func reply(to call: WorkerCall) -> WorkerReply {
        do {
            return try perform(call)
        } catch {
            return .failure(error)
        }
    }

    private func perform(_ call: WorkerCall) throws(CallFailure) -> WorkerReply {
        switch call {
        case .load(let path, let version, let limits): return load(path, version, limits)
        case .activate(let context):
            guard let library, feature == nil else { throw Self.outOfTurn }
            let host = RemoteHost(upstream)
            self.host = host
            feature = try library.activate(host, context)
            return .done
        case .makeMainScreen(let id):
            return try keep(id) { (feature) throws(CallFailure) in try feature.makeMainScreen(id) }
        case .resolve(let destination, let id):
            return try keep(id) { (feature) throws(CallFailure) in try feature.resolve(destination, id) }
        case .resolveURL(let url): return try active.resolve(url: url).map { .destination($0) } ?? .notMine
        case .receive(let message): return try active.receive(message).map { .resume($0) } ?? .notMine
        case .deactivate:
            try active.deactivate()
            feature = nil
            return .done
        case .render(let id): return .screen(try screen(id).render())
        case .perform(let id, let action, let value):
            try screen(id).perform(action, value)
            return .done
        case .appear(let id):
            try screen(id).appear()
            return .done
        case .disappear(let id):
            try screen(id).disappear()
            return .done
        case .returned(let id, let checkpoint, let value):
            try screen(id).returned(toCheckpoint: checkpoint, with: value)
            return .done
        case .screenReceive(let id, let message):
            return try screen(id).receive(message).map { .resume($0) } ?? .notMine
        case .destroy(let id):
            let screen = try screen(id)
            screens[id] = nil
            screen.destroy()
            return .done
        case .save(let id): return try screen(id).save().map { .state($0) } ?? .notMine
        case .restore(let id, let state):
            try screen(id).restore(state)
            return .done
        case .connected(let request, let failure):
            return try answer(request, name: "", failure)
        case .picked(let request, let name, let failure): return try answer(request, name: name, failure)
        case .turn: return .done
        case .fork: throw Self.outOfTurn
        }
    }

    /// Answers a request of the feature for a descriptor.
    ///
    /// - Parameter name: The name of the file; nil if the user has picked none.
    private func answer(_ request: UInt64, name: String?, _ failure: CallFailure?) throws(CallFailure) -> WorkerReply {
        guard let host else { throw Self.outOfTurn }
        let descriptor = upstream.takeDescriptor()
        if let failure {
            host.answer(request, .failure(failure))
        } else if let name {
            host.answer(
                request, descriptor.map { .success(Handover($0, name: name)) } ?? .failure(Self.noDescriptorLeft))
        } else {
            host.answer(request, .success(nil))
        }
        return .done
    }

    private func load(_ path: String, _ version: FileIdentity?, _ limits: WorkerLimits) -> WorkerReply {
        do {
            let library = try load(path, version, limits) { upstream.tell(.reached($0)) }
            self.library = library
            return .manifest(library.manifest)
        } catch {
            return .refused(error)
        }
    }

    private func keep(
        _ id: ScreenID,
        _ make: (any FeatureInstance) throws(CallFailure) -> (any ScreenInstance)?
    ) throws(CallFailure) -> WorkerReply {
        guard screens[id] == nil else { throw Self.outOfTurn }
        guard let screen = try make(try active) else { return .notMine }
        screens[id] = screen
        return .made(keepsState: screen.keepsState)
    }

    private var active: any FeatureInstance {
        get throws(CallFailure) {
            guard let feature else { throw Self.outOfTurn }
            return feature
        }
    }

    private func screen(_ id: ScreenID) throws(CallFailure) -> any ScreenInstance {
        guard let screen = screens[id] else { throw Self.outOfTurn }
        return screen
    }

    /// The failure of a call that no correct host makes.
    private static var outOfTurn: CallFailure { CallFailure(.invalidState, "a call out of turn") }

    /// The kernel closes a descriptor on its way into a process that may not have more.
    private static var noDescriptorLeft: CallFailure {
        CallFailure(
            .limit,
            "the feature has as many open files as it may (\(DescriptorLimit.current)), so it gets no other")
    }
}

/// The host as the feature in a worker sees it: passes everything on to the process of the host.
@MainActor
private final class RemoteHost: FeatureHost {
    private unowned let upstream: any WorkerServer.Upstream
    /// The requests for descriptors that the host has not answered yet, by their numbers.
    private var unanswered: [UInt64: Handover.Done] = [:]
    private var lastRequest: UInt64 = 0

    init(_ upstream: any WorkerServer.Upstream) {
        self.upstream = upstream
    }

    func request(_ request: NavigationRequest, by feature: String, from screen: ScreenID) throws(CallFailure) {
        try ask(.navigation(request, screen))
    }

    func connect(to endpoint: Endpoint, for feature: String, done: @escaping Handover.Done) throws(CallFailure) {
        lastRequest += 1
        try ask(.connect(endpoint, request: lastRequest))
        unanswered[lastRequest] = done
    }

    func pickFile(_ request: FileRequest, for feature: String, done: @escaping Handover.Done) throws(CallFailure) {
        lastRequest += 1
        try ask(.pickFile(request, request: lastRequest))
        unanswered[lastRequest] = done
    }

    /// Passes the host's answer to a request for a descriptor on.
    func answer(_ request: UInt64, _ result: Result<Handover?, CallFailure>) {
        unanswered.removeValue(forKey: request)?(result)
    }

    private func ask(_ request: WorkerRequest) throws(CallFailure) {
        switch upstream.ask(request) {
        case .done: return
        case .failure(let failure): throw failure
        case .bool: throw CallFailure(.other, "the host gave the answer to another question")
        }
    }

    func canReturn(toCheckpoint name: String, of feature: String, from screen: ScreenID) -> Bool {
        upstream.ask(.canReturn(checkpoint: name, screen)) == .bool(true)
    }

    func invalidate(_ screen: ScreenID, of feature: String) { upstream.tell(.invalidate(screen)) }
    func log(_ line: LogLine) {
        upstream.tell(line.defect.map { .defect(name: $0, line.message) } ?? .log(line.level, line.message))
    }
    // The connection handles no calls while this runs, so the feature's requests need not wait.
    func callIntoFeature(_ body: () -> Void) { body() }
    func featureStopped(_ feature: String, _ reason: String?) {}
}
