import Dispatch
import FeatureABI
import FeatureContract
import HostSystem
import Synchronization

/// The `sy_host` of one feature, for as long as the feature is active.
@MainActor
package final class HostTable {
    /// The most waiting items for the main thread: posted functions, log lines, changed screens.
    nonisolated static let maximumPosted = 10_000
    nonisolated static let maximumLines = 1_000
    nonisolated static let maximumInvalidated = 256

    package let pointer: UnsafePointer<sy_host>
    private let instance: HostTableInstance

    /// - Parameter number: The number of the feature's instance: ``HostMessage/ofInstance(_:)``.
    package init(feature: String, host: any FeatureHost, number: UInt64 = 0) {
        instance = HostTableInstance(feature: feature, host: host, number: number)
        var table = Self.functions()
        table.instance = Unmanaged.passRetained(instance).toOpaque()
        let allocated = UnsafeMutablePointer<sy_host>.allocate(capacity: 1)
        allocated.initialize(to: table)
        pointer = UnsafePointer(allocated)
        Self.kept.append(pointer)
    }

    /// Returns the table without its instance.
    ///
    /// Nonisolated, since a feature may call the table on any thread, if only to be refused. A closure in a function of
    /// the main actor would inherit its isolation, and end the process on other threads.
    private nonisolated static func functions() -> sy_host {
        var table = sy_host.sized
        table.abi_major = SY_ABI_MAJOR
        table.abi_minor = SY_ABI_MINOR
        table.host_name = HostName.nameConstant
        table.host_version = HostName.versionConstant
        table.navigate = { table, screen, destination, method, error in
            HostTableInstance.request(table, screen, error) { (feature) throws(CallFailure) in
                let method = try NavigationMethod.asked(abi: method)
                return .navigate(try Destination(abi: destination, sender: feature), method: method)
            }
        }
        table.back = { table, screen, error in HostTableInstance.request(table, screen, error) { _ in .back } }
        table.pop = { table, screen, count, error in
            HostTableInstance.request(table, screen, error) { _ in .pop(Int(count)) }
        }
        table.pop_to = { table, screen, destination, error in
            HostTableInstance.request(table, screen, error) { (feature) throws(CallFailure) in
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
            HostTableInstance.request(table, screen, error) { (feature) throws(CallFailure) in
                var read: [Destination] = []
                for destination in try sy_destination.readArray(destinations, count) {
                    read.append(try Destination(abi: destination, sender: feature))
                }
                return .replaceStack(read)
            }
        }
        table.reset = { table, screen, error in HostTableInstance.request(table, screen, error) { _ in .reset } }
        table.select_tab = { table, screen, name, error in
            HostTableInstance.request(table, screen, error) { (_) throws(CallFailure) in
                .selectTab(try String(abi: name))
            }
        }
        table.return_to_checkpoint = { table, screen, name, value, error in
            HostTableInstance.request(table, screen, error) { (_) throws(CallFailure) in
                .returnToCheckpoint(try String(abi: name), value: try Value(abi: value))
            }
        }
        table.can_return = { table, screen, name in
            guard let instance = HostTableInstance.of(table), MainQueue.isCurrent, let name = try? String(abi: name)
            else { return 0 }
            return MainActor.assumeIsolated {
                // A render may ask, since its content depends on the answer.
                guard instance.function == "render" || instance.mayNavigate else { return 0 }
                return instance.tell(.canReturn(checkpoint: name, screen)) == .bool(true) ? 1 : 0
            }
        }
        table.send = { table, screen, messages, count, error in
            HostTableInstance.request(table, screen, error) { (feature) throws(CallFailure) in
                var read: [Message] = []
                for message in try sy_message.readArray(messages, count) {
                    read.append(try Message(abi: message, sender: feature))
                }
                return .send(read)
            }
        }
        table.resume_sending = { table, screen, error in
            HostTableInstance.request(table, screen, error) { _ in .resume }
        }
        table.invalidate = { table, screen in
            HostTableInstance.of(table)?.invalidate(screen)
        }
        table.log = { table, level, message in
            guard let message = try? String(abi: message).cut(toBytes: ABILimit.reasonSize) else { return }
            guard let instance = HostTableInstance.of(table) else { return }
            let level = LogLine.Level(rawValue: level) ?? .error
            instance.log(LogLine(feature: instance.feature, level: level, message: message))
        }
        table.post = { table, function, argument in
            guard let function, let instance = HostTableInstance.of(table) else { return 0 }
            return instance.post(PostedFunction(function: function, argument: argument)) ? 1 : 0
        }
        table.extension = { table, id in HostTableInstance.of(table)?.hostExtension(id) }
        return table
    }

    /// The table of `switchyard.swap/1` without its instance.
    fileprivate nonisolated static func swapFunctions() -> sy_swap {
        var table = sy_swap()
        table.size = UInt32(MemoryLayout<sy_swap>.size)
        table.swap = { table, screen, destination, error in
            HostTableInstance.request(table, screen, error) { (feature) throws(CallFailure) in
                .swap(try Destination(abi: destination, sender: feature))
            }
        }
        return table
    }

    /// The table of `switchyard.connect/1` without its instance.
    fileprivate nonisolated static func connectFunctions() -> sy_connect {
        var table = sy_connect()
        table.size = UInt32(MemoryLayout<sy_connect>.size)
        table.connect = { table, host, port, done, argument, error in
            HostTableInstance.connect(
                table, host, port, done.map { DoneFunction($0, argument) }, error)
        }
        return table
    }

    /// The table of `switchyard.files/1` without its instance.
    fileprivate nonisolated static func filesFunctions() -> sy_files {
        var table = sy_files()
        table.size = UInt32(MemoryLayout<sy_files>.size)
        table.open_file = { table, title, done, argument, error in
            let done = done.map { DoneFunction($0, argument) }
            return HostTableInstance.pickFile(table, done, error) { () throws(CallFailure) in
                try FileRequest(title: String(abi: title), .reading)
            }
        }
        table.save_file = { table, title, name, done, argument, error in
            let done = done.map { DoneFunction($0, argument) }
            return HostTableInstance.pickFile(table, done, error) { () throws(CallFailure) in
                try FileRequest(title: String(abi: title), .writing(suggestedName: String(abi: name)))
            }
        }
        return table
    }

    /// All tables ever made, and thereby their instances. They stay reachable so that leak checkers do not report them.
    private static var kept: [UnsafePointer<sy_host>] = []

    /// Makes a call into the feature's library. Some functions may not request navigation.
    ///
    /// - Parameter function: The name of the function in FeatureABI.h.
    package func during<Result, Failure: Error>(
        _ function: String, _ call: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let outer = instance.function
        instance.function = function
        defer { instance.function = outer }
        return try call()
    }

    /// Carries out the feature's requests from other threads, and calls the functions that it has posted.
    func runTurn() {
        instance.catchUp()
    }

    /// Calls the remaining posted functions. From now on the feature cannot post any.
    package func finishPostedWork() {
        instance.finishPostedWork()
    }

    /// Marks the feature as deactivated: further calls have no effect. The table and its instance stay for the life of
    /// the process, since a late thread of the feature may be about to read them.
    package func end() {
        instance.end()
    }
}

/// A table of functions that a feature calls.
package protocol CalledTable {
    // As the header's pointer is imported.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    var instance: UnsafeMutableRawPointer! { get set }
}

extension sy_host: CalledTable {}
extension sy_swap: CalledTable {}
extension sy_connect: CalledTable {}
extension sy_files: CalledTable {}
extension sy_http: CalledTable {}

/// A function that a feature has posted for the main thread.
struct PostedFunction: @unchecked Sendable {
    let function: @convention(c) (UnsafeMutableRawPointer?) -> Void
    let argument: UnsafeMutableRawPointer?

    func run() { function(argument) }
}

/// Receives the answer to a request, as the feature's function for it.
struct DoneFunction: @unchecked Sendable {
    private let deliver: (Result<Handover?, CallFailure>) -> Void

    init(_ deliver: @escaping (Result<Handover?, CallFailure>) -> Void) { self.deliver = deliver }

    init(_ function: @escaping sy_connected, _ argument: UnsafeMutableRawPointer?) {
        self.init(descriptor: { descriptor, _, code, reason in
            withUnsafePointer(to: reason) { function(argument, descriptor, code, $0) }
        })
    }

    init(_ function: @escaping sy_picked, _ argument: UnsafeMutableRawPointer?) {
        self.init(descriptor: { descriptor, name, code, reason in
            withUnsafePointer(to: name) { name in
                withUnsafePointer(to: reason) { function(argument, descriptor, name, code, $0) }
            }
        })
    }

    private init(
        descriptor deliver:
            @escaping (_ descriptor: Int32, _ name: sy_string, _ code: sy_error_code, _ reason: sy_string) -> Void
    ) {
        self.init { result in
            var arena = ABIArena()
            switch result {
            case .success(let handover?):
                deliver(handover.descriptor?.giveAway() ?? -1, arena.string(handover.name), 0, sy_string())
            case .success(nil): deliver(SY_FILES_CANCELLED, sy_string(), 0, sy_string())
            case .failure(let failure):
                deliver(-1, sy_string(), failure.code.rawValue, arena.string(failure.reason))
            }
        }
    }

    func callAsFunction(_ result: Result<Handover?, CallFailure>) { deliver(result) }
}

/// A feature's requests, apart from navigation, that the main thread handles later.
private struct Waiting {
    /// The posted functions; nil once no more are accepted.
    var posted: [PostedFunction]? = []
    /// The changed screens, each once; 0 stands for all.
    var invalidated: [ScreenID] = []
    var lines: [LogLine] = []
    /// The number of lines dropped for lack of room.
    var droppedLines = 0
    /// Whether the main thread is already scheduled to handle them.
    var isScheduled = false
    var isActive = true

    mutating func post(_ work: PostedFunction) -> Bool {
        guard let count = posted?.count, count < HostTable.maximumPosted else { return false }
        posted?.append(work)
        return true
    }

    mutating func invalidate(_ screen: ScreenID) -> Bool {
        if invalidated == [0] || invalidated.contains(screen) { return true }
        // With so many screens, the feature probably has no others.
        if invalidated.count < HostTable.maximumInvalidated { invalidated.append(screen) } else { invalidated = [0] }
        return true
    }

    mutating func log(_ line: LogLine) -> Bool {
        guard lines.count < HostTable.maximumLines else {
            droppedLines += 1
            return true
        }
        lines.append(line)
        return true
    }

    /// Returns all waiting requests, and empties this.
    mutating func removeAll() -> Waiting {
        let taken = self
        (invalidated, lines, droppedLines, isScheduled) = ([], [], 0, false)
        if posted != nil { posted = [] }
        return taken
    }
}

/// The object behind the `instance` of a `sy_host`.
final class HostTableInstance: Sendable {
    let feature: String
    private let number: UInt64
    private nonisolated(unsafe) let swap = UnsafeMutablePointer<sy_swap>.allocate(capacity: 1)
    private nonisolated(unsafe) let connect = UnsafeMutablePointer<sy_connect>.allocate(capacity: 1)
    private nonisolated(unsafe) let files = UnsafeMutablePointer<sy_files>.allocate(capacity: 1)
    private nonisolated(unsafe) let http = UnsafeMutablePointer<sy_http>.allocate(capacity: 1)
    private let waiting = Mutex(Waiting())
    // Read and written on the main thread only.
    @MainActor private(set) weak var host: (any FeatureHost)?
    /// The library function in progress, by its name in FeatureABI.h; empty if there is none.
    @MainActor var function = ""
    /// The unanswered requests, by their numbers; nil once no more are accepted.
    @MainActor var unanswered: [UInt64: DoneFunction]? = [:]
    @MainActor private(set) var lastRequest: UInt64 = 0
    /// The requests of HTTP that are not done, by their numbers.
    @MainActor var transfers: [UInt64: HTTPTransfer] = [:]

    @MainActor
    init(feature: String, host: any FeatureHost, number: UInt64) {
        self.feature = feature
        self.number = number
        self.host = host
        fill(swap, HostTable.swapFunctions())
        fill(connect, HostTable.connectFunctions())
        fill(files, HostTable.filesFunctions())
        fill(http, HostTable.httpFunctions())
    }

    private func fill<Table: CalledTable>(_ place: UnsafeMutablePointer<Table>, _ functions: Table) {
        place.initialize(to: functions)
        place.pointee.instance = Unmanaged.passUnretained(self).toOpaque()
    }

    @MainActor
    func end() {
        waiting.withLock { $0.isActive = false }
        host = nil
    }

    nonisolated static func of(_ table: UnsafePointer<some CalledTable>?) -> HostTableInstance? {
        table?.pointee.instance.map { Unmanaged<HostTableInstance>.fromOpaque($0).takeUnretainedValue() }
    }

    // MARK: Any thread

    /// Posts a function. Returns false if it is not accepted.
    nonisolated func post(_ work: PostedFunction) -> Bool {
        later { $0.post(work) }
    }

    nonisolated func invalidate(_ screen: ScreenID) {
        guard MainQueue.isCurrent else {
            _ = later { $0.invalidate(screen) }
            return
        }
        MainActor.assumeIsolated { _ = tell(.invalidate(screen)) }
    }

    nonisolated func log(_ line: LogLine) {
        guard MainQueue.isCurrent else {
            _ = later { $0.log(line) }
            return
        }
        MainActor.assumeIsolated { host?.log(line) }
    }

    /// The table of an extension; nil for an unknown one, and once the feature has ended.
    nonisolated func hostExtension(_ id: sy_string) -> UnsafeRawPointer? {
        guard waiting.withLock(\.isActive), let id = try? String(abi: id) else { return nil }
        return switch HostExtension(id: id) {
        case .connect: UnsafeRawPointer(connect)
        case .files: UnsafeRawPointer(files)
        case .http: UnsafeRawPointer(http)
        case .swap: UnsafeRawPointer(swap)
        case nil: nil
        }
    }

    /// Records an item for the main thread, which handles all items in one turn. Otherwise threads that never pause
    /// would fill its queue and starve all other work.
    private nonisolated func later(_ note: (inout Waiting) -> Bool) -> Bool {
        let (isTaken, isFirst) = waiting.withLock { waiting in
            guard waiting.isActive, note(&waiting) else { return (false, false) }
            defer { waiting.isScheduled = true }
            return (true, !waiting.isScheduled)
        }
        if isFirst { DispatchQueue.main.async { [self] in MainActor.assumeIsolated { catchUp() } } }
        return isTaken
    }

    // MARK: The main thread

    @MainActor
    func catchUp() {
        guard let host else { return }
        let taken = waiting.withLock { $0.removeAll() }
        for line in taken.lines { host.log(line) }
        if taken.droppedLines > 0 {
            let count = taken.droppedLines
            let what = count == 1 ? "1 line is left out: it" : "\(count) lines are left out: they"
            let reason = "\(what) came faster than the log takes them"
            host.log(LogLine(feature: feature, level: .warning, message: reason))
        }
        for work in taken.posted ?? [] { host.callIntoFeature { work.run() } }
        for screen in taken.invalidated { tell(.invalidate(screen)) }
    }

    @MainActor
    func finishPostedWork() {
        let rest = waiting.withLock { waiting in
            defer { waiting.posted = nil }
            return waiting.posted ?? []
        }
        for work in rest { work.run() }
        let (answers, hasTransfers) = (unanswered ?? [:], !transfers.isEmpty)
        unanswered = nil
        for (_, answer) in answers.sorted(by: { $0.key < $1.key }) {
            answer(.failure(CallFailure(.invalidState, "the feature '\(feature)' ends")))
        }
        if hasTransfers { tell(.cancel(exchange: 0)) }
    }

    /// Passes a message to the host; nil without a host.
    @MainActor
    @discardableResult
    func tell(_ message: HostMessage) -> HostReply? { host?.call(message.ofInstance(number), of: feature, done: nil) }

    nonisolated static func connect(
        _ table: UnsafePointer<sy_connect>?, _ name: sy_string, _ port: UInt16, _ answer: DoneFunction?,
        _ error: UnsafePointer<sy_error>?
    ) -> sy_status {
        ask(table, "a connection", error, answer) { (_, number) throws(CallFailure) in
            guard answer != nil else { throw noFunction }
            let host = try String(abi: name)
            guard let endpoint = Endpoint(host: host, port: port) else {
                throw CallFailure(
                    .invalidArgument,
                    "\(quoted: host) with the port \(port) is no address; expected a name in ASCII or an IP address, "
                        + "without brackets, and a port from 1 to 65535")
            }
            return .connect(endpoint, request: number)
        }
    }

    nonisolated static func pickFile(
        _ table: UnsafePointer<sy_files>?, _ answer: DoneFunction?, _ error: UnsafePointer<sy_error>?,
        _ read: () throws(CallFailure) -> FileRequest
    ) -> sy_status {
        ask(table, "a file", error, answer) { (_, number) throws(CallFailure) in
            guard answer != nil else { throw noFunction }
            return .pickFile(try read(), request: number)
        }
    }

    nonisolated static var noFunction: CallFailure {
        CallFailure(malformed: "the function that takes the answer is null")
    }

    /// Answers a request for a descriptor, or closes the descriptor if the feature has ended.
    @MainActor
    private func answer(_ number: UInt64, by result: Result<Handover?, CallFailure>) {
        guard let host, let answer = unanswered?.removeValue(forKey: number) else { return }
        host.callIntoFeature { answer(result) }
    }

    nonisolated static func request(
        _ table: UnsafePointer<some CalledTable>?, _ screen: ScreenID, _ error: UnsafePointer<sy_error>?,
        _ read: (_ feature: String) throws(CallFailure) -> NavigationRequest
    ) -> sy_status {
        ask(table, "navigation", error) { (feature, _) throws(CallFailure) in .navigation(try read(feature), screen) }
    }

    /// Reads a request, and passes it to the host.
    ///
    /// - Parameters:
    ///   - what: The requested thing, for messages.
    ///   - answer: Receives the answer.
    ///   - read: Reads the request of a feature, given its number.
    nonisolated static func ask(
        _ table: UnsafePointer<some CalledTable>?, _ what: String, _ error: UnsafePointer<sy_error>?,
        _ answer: DoneFunction? = nil, _ read: (_ feature: String, _ number: UInt64) throws(CallFailure) -> HostMessage
    ) -> sy_status {
        guard let instance = of(table) else { return sy_status(SY_FAILED) }
        do throws(CallFailure) {
            let message: HostMessage
            do throws(CallFailure) {
                try instance.require(what)
                let repairs = RepairedText.count
                message = try read(instance.feature, MainActor.assumeIsolated { instance.lastRequest + 1 })
                if RepairedText.count != repairs { instance.log(.repaired("a request", of: instance.feature)) }
            } catch let defect {
                // The feature may ignore the error, but its author sees the log.
                instance.log(.defect("its request is refused: \(defect)", of: instance.feature))
                throw defect
            }
            try MainActor.assumeIsolated { instance.pass(message, answer) }.get()
            return sy_status(SY_OK)
        } catch let failure {
            return error?.fail(failure) ?? sy_status(SY_FAILED)
        }
    }

    /// The library functions that may not navigate, each with advice for its author.
    @MainActor private static let functionsWithoutNavigation = [
        "render": "; ask in an action, or use the host's post", "save": "; ask in an action, or use the host's post",
        "restore": "; ask in an action, or use the host's post", "destroy": "", "deactivate": "",
    ]

    /// Whether the function in progress may request navigation.
    @MainActor var mayNavigate: Bool { Self.functionsWithoutNavigation[function] == nil }

    /// Throws unless the feature may make requests here: on the main thread, and outside the functions that only
    /// describe something or end it.
    ///
    /// - Parameter what: The requested thing: navigation, a connection, a file.
    private nonisolated func require(_ what: String) throws(CallFailure) {
        guard MainQueue.isCurrent else {
            throw CallFailure(.invalidState, "\(what) is asked for on the main thread only; use the host's post")
        }
        let refused = MainActor.assumeIsolated { () -> String? in
            if host == nil { return "the feature '\(feature)' is not active" }
            return Self.functionsWithoutNavigation[function].map { "\(what) is not asked for in \(function)\($0)" }
        }
        if let refused { throw CallFailure(.invalidState, refused) }
    }

    @MainActor
    func pass(_ message: HostMessage, _ answer: DoneFunction?) -> Result<Void, CallFailure> {
        let number = message.request
        guard let host, number == nil || unanswered != nil else {
            return .failure(CallFailure(.invalidState, "the feature '\(feature)' is not active"))
        }
        if let number { lastRequest = number }
        var done: Handover.Done?
        if let number { done = { [weak self] result in self?.answer(number, by: result) } }
        guard case .failure(let refusal) = host.call(message.ofInstance(self.number), of: feature, done: done) else {
            if let number { unanswered?[number] = answer }
            return .success(())
        }
        // The feature handles its refusal: the user hears of it only if the feature passes it on.
        host.log(LogLine(feature: feature, level: .notice, message: "its request is refused: \(refusal)"))
        return .failure(refusal)
    }
}
