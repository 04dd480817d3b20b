import FeatureABI
import FeatureContract

/// A feature that runs in this process.
@MainActor
package final class InlineFeature: FeatureInstance {
    package let manifest: Manifest
    private let table: UnsafePointer<sy_feature>
    private let hostTable: HostTable
    private let calls: FeatureCalls

    /// Activates a feature from its loaded library.
    package init(
        _ library: UnsafePointer<sy_library>, manifest: Manifest, host: any FeatureHost, _ context: ActivationContext
    ) throws(CallFailure) {
        self.manifest = manifest
        let hostTable = HostTable(feature: manifest.id, host: host)
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

    package func makeMainScreen(_ id: ScreenID) throws(CallFailure) -> any ScreenInstance {
        var screen: UnsafePointer<sy_screen>?
        guard try calls.make("make_main_screen", { table.pointee.make_main_screen(table, id, &screen, $0) }) else {
            throw CallFailure(.notFound, "the feature '\(manifest.id)' has no main screen")
        }
        return try InlineScreen(screen, of: manifest, calls)
    }

    package func resolve(_ destination: Destination, _ id: ScreenID) throws(CallFailure) -> (any ScreenInstance)? {
        var arena = ABIArena()
        let destination = arena.pointer(to: arena.destination(destination))
        var screen: UnsafePointer<sy_screen>?
        guard try calls.make("resolve", { table.pointee.resolve(table, destination, id, &screen, $0) }) else {
            return nil
        }
        return try InlineScreen(screen, of: manifest, calls)
    }

    package func resolve(url: String) throws(CallFailure) -> Destination? {
        guard !manifest.customLinks.isEmpty else { return nil }
        var arena = ABIArena()
        let url = arena.string(url)
        var taker = DestinationTaker(feature: manifest.id)
        let table = table
        let isMine = try withUnsafeMutablePointer(to: &taker) { (taker) throws(CallFailure) in
            var sink = sy_destination_sink.sized
            sink.instance = UnsafeMutableRawPointer(taker)
            sink.destination = { sink, destination in
                guard let taker = sink?.pointee.instance?.assumingMemoryBound(to: DestinationTaker.self) else {
                    return sy_status(SY_FAILED)
                }
                return taker.pointee.take(destination)
            }
            return try calls.make("resolve_url") { table.pointee.resolve_url(table, url, &sink, $0) }
        }
        return isMine ? try taker.taken() : nil
    }

    package func receive(_ message: Message) throws(CallFailure) -> Resume? {
        guard !manifest.receives.isEmpty else { return nil }
        let table = table
        return try ResumeTaker.take(from: manifest.id, calls) { sink, error in
            var arena = ABIArena()
            let message = arena.pointer(to: arena.message(message))
            return table.pointee.receive(table, message, sink, error)
        }
    }

    package func takeTurns() { hostTable.takeTurn() }

    package func deactivate() {
        hostTable.finishPostedWork()
        calls.run("deactivate") { table.pointee.deactivate(table) }
        hostTable.end()
    }
}

/// Reads the destination that a feature passes to its sink.
private struct DestinationTaker {
    let feature: String
    private var result: Result<Destination, CallFailure>?

    init(feature: String) {
        self.feature = feature
    }

    mutating func take(_ destination: UnsafePointer<sy_destination>?) -> sy_status {
        let taken = Result { () throws(CallFailure) in try Destination(abi: destination, sender: feature) }
        result = taken
        return taken.status
    }

    func taken() throws(CallFailure) -> Destination? {
        switch result {
        case .success(let destination): return destination
        case .failure(let error):
            throw CallFailure(.invalidArgument, "the feature '\(feature)' passed a malformed destination: \(error)")
        case nil: return nil
        }
    }
}

/// Makes the calls of one feature, so that its host table knows which function runs, and reports defects that show in
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

    /// Makes a call that cannot fail.
    func run(_ function: String, _ call: () -> Void) {
        hostTable.during(function, call)
    }

    /// Warns the author about a defective node of a render.
    func report(_ defect: NodeDefect) {
        host?.log(.defect("its render passes \(defect)", of: feature, name: "\(defect.kind)"))
    }
}

/// Reads a receiver's answer.
@MainActor
struct ResumeTaker {
    let feature: String
    private var result: Result<Resume, CallFailure> = .success(.auto)

    private init(feature: String) {
        self.feature = feature
    }

    /// Calls a receiver. Nil if it answers that the value is not its own.
    static func take(
        from feature: String, _ calls: FeatureCalls,
        _ call: (UnsafePointer<sy_resume_sink>, UnsafePointer<sy_error>) -> sy_status
    ) throws(CallFailure) -> Resume? {
        var taker = ResumeTaker(feature: feature)
        let isMine = try withUnsafeMutablePointer(to: &taker) { (taker) throws(CallFailure) in
            var sink = sy_resume_sink.sized
            sink.instance = UnsafeMutableRawPointer(taker)
            sink.answer = { sink, resume in
                guard let taker = sink?.pointee.instance?.assumingMemoryBound(to: ResumeTaker.self) else {
                    return sy_status(SY_FAILED)
                }
                let feature = taker.pointee.feature
                let taken = Result { () throws(CallFailure) in try Resume(abi: resume, sender: feature) }
                taker.pointee.result = taken
                return taken.status
            }
            return try calls.make("receive") { call(&sink, $0) }
        }
        guard isMine else { return nil }
        switch taker.result {
        case .success(let resume): return resume
        case .failure(let error):
            throw CallFailure(.invalidArgument, "the feature '\(feature)' answered a value malformed: \(error)")
        }
    }
}

extension Result {
    /// The answer of a sink to what it was given.
    fileprivate var status: sy_status {
        switch self {
        case .success: sy_status(SY_OK)
        case .failure: sy_status(SY_FAILED)
        }
    }
}
