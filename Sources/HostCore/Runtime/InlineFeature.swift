import FeatureABI
import FeatureContract

/// A feature that runs in this process.
@MainActor
package final class InlineFeature: FeatureInstance {
    package let manifest: Manifest
    private let table: UnsafePointer<sy_feature>
    private let hostTable: HostTable
    private let calls: FeatureCalls
    private var data: FeatureData?
    private var screens: [ScreenID: InlineScreen] = [:]

    /// Activates a feature from its loaded library.
    ///
    /// - Parameter data: The right to use the data directory of the context.
    package init(
        _ library: UnsafePointer<sy_library>, manifest: Manifest, host: any FeatureHost, _ context: ActivationContext,
        data: FeatureData? = nil
    ) throws(CallFailure) {
        self.data = data
        self.manifest = manifest
        let hostTable = HostTable(feature: manifest.id, host: host, number: HostMessage.nextInstance())
        self.hostTable = hostTable
        calls = FeatureCalls(of: manifest.id, hostTable, host: host)
        do {
            table = try Self.activate(library, manifest, hostTable.pointer, context, calls)
        } catch {
            hostTable.finishPostedWork()
            hostTable.end()
            throw error
        }
    }

    private static func activate(
        _ library: UnsafePointer<sy_library>, _ manifest: Manifest, _ host: UnsafePointer<sy_host>,
        _ given: ActivationContext, _ calls: FeatureCalls
    ) throws(CallFailure) -> UnsafePointer<sy_feature> {
        var arena = ABIArena()
        var context = sy_context.sized
        context.data_directory = arena.string(given.dataDirectory)
        context.settings = arena.string(given.settings)
        context.locale = arena.string(given.locale)
        context.library_directory = arena.string(given.libraryDirectory)
        var activated: UnsafePointer<sy_feature>?
        let pointer = arena.pointer(to: context)
        guard try calls.make("activate", { library.pointee.activate(library, host, pointer, &activated, $0) }) else {
            throw .notMine
        }
        do {
            try sy_feature.read(activated).requireFunctions(for: manifest)
        } catch {
            throw CallFailure(.other, "its activate answered with a malformed feature: \(error)")
        }
        guard let activated else { throw CallFailure(.other, "its activate answered without a feature") }
        return activated
    }

    package func call(_ message: FeatureMessage) throws(CallFailure) -> FeatureReply {
        switch message {
        case .makeMainScreen(let id):
            return try make(id, "make_main_screen") { table.pointee.make_main_screen(table, id, $0, $1) }
        case .resolve(let destination, let id):
            var arena = ABIArena()
            let destination = arena.pointer(to: arena.destination(destination))
            return try make(id, "resolve") { table.pointee.resolve(table, destination, id, $0, $1) }
        case .resolveURL(let url): return try resolve(url).map { .destination($0) } ?? .notMine
        case .receive(let message):
            guard table.pointee.receive != nil else { return .notMine }
            let table = table
            let resume = try calls.receive { sink, error in
                var arena = ABIArena()
                return table.pointee.receive(table, arena.pointer(to: arena.message(message)), sink, error)
            }
            return resume.map { .resume($0) } ?? .notMine
        case .deactivate: deactivate()
        case .render(let id, let unseen, let parts):
            return .screen(try screen(id).render(unseen: unseen, parts: parts))
        case .perform(let id, let action, let value): try screen(id).perform(action, value)
        case .appear(let id): try screen(id).appear()
        case .disappear(let id): try screen(id).disappear()
        case .returned(let id, let checkpoint, let value):
            try screen(id).returned(toCheckpoint: checkpoint, with: value)
        case .screenReceive(let id, let message):
            return try screen(id).receive(message).map { .resume($0) } ?? .notMine
        case .destroy(let id):
            try screen(id).destroy()
            screens[id] = nil
        case .save(let id): return try screen(id).save().map { .state($0) } ?? .notMine
        case .restore(let id, let state): try screen(id).restore(state)
        // The host's table answers requests itself, and a feature is activated once.
        case .activate, .connected, .picked, .answered: throw .outOfTurn
        }
        return .done
    }

    private func make(
        _ id: ScreenID, _ function: String,
        _ make: (UnsafeMutablePointer<UnsafePointer<sy_screen>?>, UnsafePointer<sy_error>) -> sy_status
    ) throws(CallFailure) -> FeatureReply {
        guard screens[id] == nil else { throw .outOfTurn }
        var pointer: UnsafePointer<sy_screen>?
        guard try calls.make(function, { make(&pointer, $0) }) else { return .notMine }
        let screen = try InlineScreen(pointer, of: manifest, calls)
        screens[id] = screen
        return .made(keepsState: screen.keepsState)
    }

    private func screen(_ id: ScreenID) throws(CallFailure) -> InlineScreen {
        guard let screen = screens[id] else { throw .outOfTurn }
        return screen
    }

    private func resolve(_ url: String) throws(CallFailure) -> Destination? {
        guard table.pointee.resolve_url != nil else { return nil }
        var arena = ABIArena()
        let url = arena.pointer(to: arena.string(url))
        var taker = AnswerTaker<Destination>(from: manifest.id)
        let table = table
        let isMine = try withUnsafeMutablePointer(to: &taker) { (taker) throws(CallFailure) in
            var sink = sy_destination_sink.sized
            sink.instance = UnsafeMutableRawPointer(taker)
            sink.destination = { sink, destination in
                AnswerTaker<Destination>.receive(sink?.pointee.instance) { (feature) throws(CallFailure) in
                    try Destination(abi: destination, sender: feature)
                }
            }
            return try calls.make("resolve_url") { table.pointee.resolve_url(table, url, &sink, $0) }
        }
        return isMine ? try taker.answer(malformed: "the feature '\(manifest.id)' passed a malformed destination") : nil
    }

    package func runTurns() { hostTable.runTurn() }

    private func deactivate() {
        hostTable.finishPostedWork()
        calls.run("deactivate") { table.pointee.deactivate(table) }
        hostTable.end()
        data = nil
    }
}

extension CallFailure {
    /// The failure of a call that no correct host makes.
    static var outOfTurn: CallFailure { CallFailure(.invalidState, "a call out of turn") }
}

/// Makes the calls of one feature, so that its host table knows the function in progress, and reports defects found in
/// them.
@MainActor
final class FeatureCalls {
    private let feature: String
    private let hostTable: HostTable
    private weak var host: (any FeatureHost)?

    init(of feature: String, _ hostTable: HostTable, host: any FeatureHost) {
        self.feature = feature
        self.hostTable = hostTable
        self.host = host
    }

    /// Makes a call.
    ///
    /// - Returns: False if the feature answered `SY_NOT_MINE`.
    @discardableResult
    func make(
        _ function: String, _ call: (UnsafePointer<sy_error>) -> sy_status
    ) throws(CallFailure) -> Bool {
        let repairs = RepairedText.count
        defer { if RepairedText.count != repairs { host?.log(.repaired("its \(function)", of: feature)) } }
        return try hostTable.during(function) { () throws(CallFailure) in try callABI(call) }
    }

    /// Calls a receiver. Nil if it answers that the value is not its own.
    func receive(
        _ call: (UnsafePointer<sy_resume_sink>, UnsafePointer<sy_error>) -> sy_status
    ) throws(CallFailure) -> Resume? {
        var taker = AnswerTaker<Resume>(from: feature)
        let isMine = try withUnsafeMutablePointer(to: &taker) { (taker) throws(CallFailure) in
            var sink = sy_resume_sink.sized
            sink.instance = UnsafeMutableRawPointer(taker)
            sink.answer = { sink, resume in
                AnswerTaker<Resume>.receive(sink?.pointee.instance) { (feature) throws(CallFailure) in
                    try Resume(abi: resume, sender: feature)
                }
            }
            return try make("receive") { call(&sink, $0) }
        }
        return isMine
            ? try taker.answer(malformed: "the feature '\(feature)' answered a value malformed") ?? .auto : nil
    }

    /// Makes a call that cannot fail.
    func run(_ function: String, _ call: () -> Void) {
        hostTable.during(function, call)
    }

    func report(_ defect: NodeDefect) {
        host?.log(.defect("its render passes \(defect)", of: feature, name: "\(defect.kind)"))
    }
}

/// Collects the answer that a feature passes to a sink in one call; the last one counts.
struct AnswerTaker<Answer> {
    private let feature: String
    private var result: Result<Answer, CallFailure>?

    init(from feature: String) {
        self.feature = feature
    }

    /// Receives the arguments of a sink's function.
    ///
    /// - Parameter instance: The sink's instance, a pointer to a taker.
    /// - Returns: The result of the sink's function.
    static func receive(
        _ instance: UnsafeMutableRawPointer?, _ read: (_ feature: String) throws(CallFailure) -> Answer
    ) -> sy_status {
        guard let taker = instance?.assumingMemoryBound(to: Self.self) else { return sy_status(SY_FAILED) }
        do throws(CallFailure) {
            taker.pointee.result = .success(try read(taker.pointee.feature))
            return sy_status(SY_OK)
        } catch {
            taker.pointee.result = .failure(error)
            return sy_status(SY_FAILED)
        }
    }

    /// Returns the answer; nil if there was none.
    ///
    /// - Parameter message: The message about a malformed answer, before the reason.
    func answer(malformed message: @autoclosure () -> String) throws(CallFailure) -> Answer? {
        switch result {
        case .success(let answer): return answer
        case .failure(let error): throw CallFailure(error.code, "\(message()): \(error)")
        case nil: return nil
        }
    }
}
