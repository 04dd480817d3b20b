import Dispatch
import FeatureABI
import FeatureContract
import Synchronization

/// The `sy_host` that one feature is given, as long as the feature is active.
@MainActor
final class HostTable {
    let pointer: UnsafePointer<sy_host>
    private let instance: HostTableInstance

    init(feature: String, host: any FeatureHost) {
        instance = HostTableInstance(feature: feature, host: host)
        var table = sy_host.sized
        table.abi_major = SY_ABI_MAJOR
        table.abi_minor = SY_ABI_MINOR
        table.instance = Unmanaged.passRetained(instance).toOpaque()
        table.name = HostName.nameConstant
        table.version = HostName.versionConstant
        table.navigate = { table, screen, destination, method, error in
            HostTableInstance.request(table, screen, error) { (feature) throws(ABIMalformed) in
                guard let method = RouteMethod??(abi: method) else {
                    throw ABIMalformed("the unknown method \(method)")
                }
                return .navigate(try Destination(abi: destination, sender: feature), method)
            }
        }
        table.back = { table, screen, error in HostTableInstance.request(table, screen, error) { _ in .back } }
        table.pop = { table, screen, count, error in
            HostTableInstance.request(table, screen, error) { _ in .pop(Int(count)) }
        }
        table.pop_to = { table, screen, destination, error in
            HostTableInstance.request(table, screen, error) { (feature) throws(ABIMalformed) in
                .popTo(try Destination(abi: destination, sender: feature))
            }
        }
        table.pop_to_root = { table, screen, error in
            HostTableInstance.request(table, screen, error) { _ in .popToRoot }
        }
        table.dismiss = { table, screen, error in HostTableInstance.request(table, screen, error) { _ in .dismiss } }
        table.dismiss_all = { table, screen, error in
            HostTableInstance.request(table, screen, error) { _ in .dismissAll }
        }
        table.replace_stack = { table, screen, destinations, count, error in
            HostTableInstance.request(table, screen, error) { (feature) throws(ABIMalformed) in
                var read: [Destination] = []
                for destination in try sy_destination.readArray(destinations, count) {
                    read.append(
                        try withUnsafePointer(to: destination) { (pointer) throws(ABIMalformed) in
                            try Destination(abi: pointer, sender: feature)
                        })
                }
                return .replaceStack(read)
            }
        }
        table.reset = { table, screen, error in HostTableInstance.request(table, screen, error) { _ in .reset } }
        table.select_tab = { table, screen, name, error in
            HostTableInstance.request(table, screen, error) { (_) throws(ABIMalformed) in
                .selectTab(try String(abi: name))
            }
        }
        table.return_to_checkpoint = { table, screen, name, value, error in
            HostTableInstance.request(table, screen, error) { (_) throws(ABIMalformed) in
                .returnToCheckpoint(try String(abi: name), try Value(abi: value))
            }
        }
        table.can_return = { table, screen, name in
            guard let instance = HostTableInstance.of(table), MainQueue.isCurrent, let name = try? String(abi: name)
            else { return 0 }
            return MainActor.assumeIsolated {
                instance.host?.canReturn(toCheckpoint: name, of: instance.feature, from: screen) == true ? 1 : 0
            }
        }
        table.send = { table, screen, messages, count, error in
            HostTableInstance.request(table, screen, error) { (feature) throws(ABIMalformed) in
                var read: [Message] = []
                for message in try sy_message.readArray(messages, count) {
                    read.append(try Message(abi: message, sender: feature))
                }
                return .send(read)
            }
        }
        table.resume = { table, screen, error in HostTableInstance.request(table, screen, error) { _ in .resume } }
        table.invalidate = { table, screen in
            HostTableInstance.of(table)?.nowOrOnMain { host, feature in host.invalidate(screen, of: feature) }
        }
        table.log = { table, level, message in
            guard let message = try? String(abi: message) else { return }
            let level = LogLine.Level(rawValue: level) ?? .error
            HostTableInstance.of(table)?.nowOrOnMain { host, feature in
                host.log(LogLine(feature: feature, level: level, message: message))
            }
        }
        table.post = { table, function, argument in
            guard let function, let instance = HostTableInstance.of(table) else { return 0 }
            return instance.post(PostedWork(function: function, argument: argument)) ? 1 : 0
        }
        table.extension = { _, _ in nil }
        let allocated = UnsafeMutablePointer<sy_host>.allocate(capacity: 1)
        allocated.initialize(to: table)
        pointer = UnsafePointer(allocated)
        Self.kept.append(pointer)
    }

    /// Every table there was, and so their instances: what stays on purpose is no leak to what looks for leaks.
    private static var kept: [UnsafePointer<sy_host>] = []

    /// Calls what the feature has posted and is not called yet; it posts nothing from now on.
    func finishPostedWork() {
        instance.finishPostedWork()
    }

    /// The feature is deactivated: what it still calls goes nowhere. The table and its instance stay for the life of the
    /// process, since a late thread of the feature may be about to read them.
    func end() {
        instance.end()
    }
}

/// A function that a feature wants to be called on the main thread.
private struct PostedWork: @unchecked Sendable {
    let function: @convention(c) (UnsafeMutableRawPointer?) -> Void
    let argument: UnsafeMutableRawPointer?

    func run() { function(argument) }
}

/// What a `sy_host`'s instance points to.
private final class HostTableInstance: Sendable {
    let feature: String
    private let active = Mutex(true)
    /// What waits to be called; nil once nothing is taken any more.
    private let posted = Mutex<[PostedWork]?>([])
    // Read and written on the main thread only.
    @MainActor private(set) weak var host: (any FeatureHost)?

    @MainActor
    init(feature: String, host: any FeatureHost) {
        self.feature = feature
        self.host = host
    }

    @MainActor
    func end() {
        active.withLock { $0 = false }
        host = nil
    }

    nonisolated static func of(_ table: UnsafePointer<sy_host>?) -> HostTableInstance? {
        table?.pointee.instance.map { Unmanaged<HostTableInstance>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Runs on the main thread, soon: from whichever thread it is asked.
    nonisolated func onMain(_ body: @escaping @MainActor @Sendable (any FeatureHost, _ feature: String) -> Void) {
        guard active.withLock(\.self) else { return }
        DispatchQueue.main.async { [self] in MainActor.assumeIsolated { run(body) } }
    }

    /// False when nothing is taken any more.
    nonisolated func post(_ work: PostedWork) -> Bool {
        let isTaken = posted.withLock { waiting in
            waiting?.append(work)
            return waiting != nil
        }
        if isTaken { onMain { [self] host, _ in host.callIntoFeature { runFirstPosted() } } }
        return isTaken
    }

    @MainActor
    private func runFirstPosted() {
        let first = posted.withLock { waiting in waiting?.isEmpty == false ? waiting?.removeFirst() : nil }
        first?.run()
    }

    @MainActor
    func finishPostedWork() {
        let rest = posted.withLock { waiting in
            defer { waiting = nil }
            return waiting ?? []
        }
        for work in rest { work.run() }
    }

    /// Runs now where this is the main thread, else on it soon.
    nonisolated func nowOrOnMain(_ body: @escaping @MainActor @Sendable (any FeatureHost, _ feature: String) -> Void) {
        guard MainQueue.isCurrent else { return onMain(body) }
        MainActor.assumeIsolated { run(body) }
    }

    @MainActor
    private func run(_ body: @MainActor (any FeatureHost, _ feature: String) -> Void) {
        guard let host else { return }
        body(host, feature)
    }

    /// Reads a request and passes it to the host.
    nonisolated static func request(
        _ table: UnsafePointer<sy_host>?, _ screen: ScreenID, _ error: UnsafePointer<sy_error>?,
        _ read: (_ feature: String) throws(ABIMalformed) -> NavigationRequest
    ) -> sy_status {
        guard let instance = of(table) else { return sy_status(SY_FAILED) }
        do throws(CallFailure) {
            let request: NavigationRequest
            do throws(ABIMalformed) {
                request = try read(instance.feature)
            } catch let malformed {
                // The feature may drop the answer; its author sees the log.
                instance.nowOrOnMain { host, feature in
                    host.log(
                        LogLine(feature: feature, level: .warning, message: "its request is refused: \(malformed)"))
                }
                throw CallFailure(.invalidArgument, malformed.description)
            }
            try pass(request, instance, screen)
            return sy_status(SY_OK)
        } catch let failure {
            return error?.fail(failure) ?? sy_status(SY_FAILED)
        }
    }

    private nonisolated static func pass(
        _ request: NavigationRequest, _ instance: HostTableInstance, _ screen: ScreenID
    ) throws(CallFailure) {
        guard MainQueue.isCurrent else {
            throw CallFailure(.invalidState, "navigation is asked for on the main thread only; use the host's post")
        }
        let result = MainActor.assumeIsolated { () -> Result<Void, CallFailure> in
            guard let host = instance.host else {
                return .failure(CallFailure(.invalidState, "the feature '\(instance.feature)' is not active"))
            }
            return Result { () throws(CallFailure) in
                try host.request(request, by: instance.feature, from: screen)
            }
        }
        try result.get()
    }
}

extension Optional<RouteMethod?> {
    /// Reads a `sy_method`; the outer nil is an unknown one.
    fileprivate init(abi method: sy_method) {
        switch Int(method) {
        case SY_METHOD_DEFAULT: self = .some(.none)
        case SY_METHOD_PUSH: self = .some(.push)
        case SY_METHOD_SHEET: self = .some(.sheet)
        case SY_METHOD_MANAGED_SHEET: self = .some(.managedSheet)
        case SY_METHOD_COVER: self = .some(.cover)
        case SY_METHOD_MANAGED_COVER: self = .some(.managedCover)
        case SY_METHOD_ALERT: self = .some(.alert)
        case SY_METHOD_CONFIRMATION: self = .some(.confirmation)
        case SY_METHOD_SEND: self = .some(.send)
        default: self = nil
        }
    }
}
