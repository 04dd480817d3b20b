import FeatureABI
import FeatureContract
import Glibc
import HostCore
import HostSystem

/// A feature under test: makes every call of the ABI and watches it, with none of the host's tolerance.
@MainActor
final class Probe {
    let job: CheckJob
    let needed: NeededLibraries
    private(set) var shared: SharedLibrary?
    private(set) var library: UnsafePointer<sy_library>?
    private(set) var feature: UnsafePointer<sy_feature>?
    private var manifestRead: Manifest?
    private(set) var host: CheckHost?
    private var watched: WatchedHost?
    private var hostTable: HostTable?
    private var nextScreen: ScreenID = 1
    var random: SeededNumbers
    /// Whether destinations are passed in larger structs, as by a host of a later minor version.
    var passesLargerStructs = false
    /// The remaining time for screens to load, in total.
    var patienceLeft = Probe.wholePatience

    init(_ job: CheckJob, _ needed: NeededLibraries) {
        self.job = job
        self.needed = needed
        random = SeededNumbers(seed: job.seed)
    }

    // MARK: The library

    /// Loads the library, and reads the struct of its entry.
    @discardableResult
    func load() throws(ProbeError) -> UnsafePointer<sy_library> {
        if let library { return library }
        do {
            Reporter.reached("its constructors")
            let shared = try SharedLibrary(loading: job.library, needing: needed)
            self.shared = shared
            Reporter.reached("switchyard_feature_entry")
            let library = try shared.entry()
            self.library = library
            WatchedSize.libraryMinor.store(library.pointee.abi_minor, ordering: .relaxed)
            WatchedSize.examine(library)
            return library
        } catch {
            throw .library(error.description)
        }
    }

    /// The manifest's bytes, read again at each call.
    func manifestText() throws(ProbeError) -> [UInt8] {
        let library = try load()
        do {
            try library.pointee.requireFunctions()
        } catch {
            throw .library(error.description)
        }
        let record = CallRecord()
        let sink = TextProbe(record, limit: Manifest.maximumSize)
        _ = try call(ProbeCall(function: "manifest"), record) { library.pointee.manifest(library, sink.pointer, $0) }
        if let problem = sink.problem { throw .answer(ProbeCall(function: "manifest"), problem) }
        return sink.bytes
    }

    func manifest() throws(ProbeError) -> Manifest {
        if let manifestRead { return manifestRead }
        let text = try manifestText()
        let manifest: Manifest
        do {
            manifest = try Manifest(parsing: text)
        } catch {
            throw .answer(ProbeCall(function: "manifest"), error.messageOfManifest)
        }
        examine(manifest)
        manifestRead = manifest
        if job.test == "forks", manifest.permissions.contains(where: \.permissions.run) {
            Reporter.mayRunPrograms()
        }
        return manifest
    }

    // MARK: The feature

    func activate(settings: String = "{}") throws(ProbeError) {
        guard feature == nil else { return }
        let library = try load()
        let manifest = try manifest()
        let host = CheckHost(manifest)
        let hostTable = HostTable(feature: manifest.id, host: host)
        let watched = WatchedHost(feature: manifest.id, passingTo: hostTable.pointer)
        var arena = ABIArena()
        var context = sy_context.sized
        context.data_directory = arena.string(job.dataDirectory)
        context.locale = arena.string("en")
        context.library_directory = arena.string(Path.resolved(job.library).flatMap { Path.parent($0) } ?? "")
        context.settings = arena.string(settings)
        let pointer = arena.pointer(to: context)
        var activated: UnsafePointer<sy_feature>?
        do {
            _ = try call(ProbeCall(function: "activate")) {
                library.pointee.activate(library, watched.pointer, pointer, &activated, $0)
            }
            WatchedSize.examine(activated)
            try Self.require(ProbeCall(function: "activate")) { () throws(CallFailure) in
                try sy_feature.read(activated).requireFunctions(for: manifest)
            }
        } catch {
            hostTable.finishPostedWork()
            watched.end()
            hostTable.end()
            // Not a fault of the feature: something that it needs is missing here.
            if case .failure(_, let failure) = error, failure.code == .unavailable {
                throw .nothingToTest("it cannot start here: \(failure.reason)")
            }
            throw error
        }
        (self.host, self.hostTable, self.watched, feature) = (host, hostTable, watched, activated)
    }

    /// Ends the feature, whose screens have been destroyed; does nothing if it is not active.
    func deactivate() {
        guard let feature, let watched, let hostTable else { return }
        hostTable.finishPostedWork()
        Reporter.reached("deactivate")
        during("deactivate") { feature.pointee.deactivate(feature) }
        watched.end()
        hostTable.end()
        self.feature = nil
        host = nil
        Reporter.reached("what it does by itself after deactivate")
    }

    // MARK: Screens

    /// - Parameter destination: Nil for the main screen.
    /// - Returns: Nil if the feature answers that the destination is not its own.
    func make(_ destination: Destination?) throws(ProbeError) -> ProbeScreen? {
        guard let feature, let watched else { throw .nothingToTest("the feature is not active") }
        let manifest = try manifest()
        let id = nextScreen
        nextScreen += 1
        watched.made(id)
        var screen: UnsafePointer<sy_screen>?
        let answer: Answer
        let name = destination?.text.shortened ?? manifest.id
        let pendingScreen = ProbeCall(function: destination == nil ? "make_main_screen" : "resolve", subject: name)
        do {
            if let destination {
                var arena = ABIArena()
                let pointer =
                    passesLargerStructs
                    ? arena.largerDestination(destination) : arena.pointer(to: arena.destination(destination))
                answer = try call(pendingScreen, mayDisown: true) {
                    feature.pointee.resolve(feature, pointer, id, &screen, $0)
                }
            } else {
                answer = try call(pendingScreen, mayDisown: true) {
                    feature.pointee.make_main_screen(feature, id, &screen, $0)
                }
            }
            guard case .done = answer else {
                watched.destroyed(id)
                return nil
            }
            WatchedSize.examine(screen)
            try Self.require(pendingScreen) { () throws(CallFailure) in
                try sy_screen.read(screen).requireFunctions(for: manifest)
            }
        } catch {
            watched.destroyed(id)
            throw error
        }
        guard let screen else { throw .answer(pendingScreen, "it makes no screen") }
        return ProbeScreen(id: id, name: name, destination: destination, table: screen)
    }

    /// Makes a screen for a destination that had one before; nil if it fails, since its content may be gone by now.
    func makeAgain(_ destination: Destination?) throws(ProbeError) -> ProbeScreen? {
        do {
            return try make(destination)
        } catch {
            guard case .failure = error else { throw error }
            return nil
        }
    }

    /// - Parameter parts: The parts of lists to ask for; by default those that a host shows first.
    func render(_ screen: ProbeScreen, parts: [ListPart] = [ListPart()]) throws(ProbeError) -> RenderedScreen {
        let record = CallRecord()
        let sink = ViewProbe(record, feature: try manifest().id)
        let rendering = ProbeCall(function: "render", subject: screen.name)
        var arena = ABIArena()
        let how = arena.pointer(to: arena.render(parts: parts))
        _ = try call(rendering, record) {
            screen.table.pointee.render(screen.table, how, sink.pointer, $0)
        }
        let rendered: RenderedScreen
        do {
            rendered = try sink.finished()
        } catch {
            throw .answer(rendering, error.reason)
        }
        try examine(rendered, of: screen)
        return rendered
    }

    /// - Parameter control: The control in messages; nil if the screen shows none.
    func perform(
        _ screen: ProbeScreen, _ action: UInt64, _ value: Value, by control: String? = nil
    ) throws(ProbeError) {
        var arena = ABIArena()
        let event = arena.pointer(to: arena.event(action, value))
        let subject = control.map { "\($0) on \(screen.name)" } ?? screen.name
        _ = try call(ProbeCall(function: "perform", subject: subject)) {
            screen.table.pointee.perform(screen.table, event, $0)
        }
    }

    func appear(_ screen: ProbeScreen) {
        Reporter.reached("appear of \(screen.name)")
        screen.table.pointee.appear(screen.table)
    }

    func disappear(_ screen: ProbeScreen) {
        Reporter.reached("disappear of \(screen.name)")
        screen.table.pointee.disappear(screen.table)
    }

    func returned(_ screen: ProbeScreen, _ checkpoint: String, _ value: Value) throws(ProbeError) {
        guard screen.table.pointee.returned != nil else {
            throw .library("\(screen.name) shows the checkpoint '\(checkpoint)', and its returned is null")
        }
        var arena = ABIArena()
        let how = arena.pointer(to: arena.returned(to: checkpoint, with: value))
        _ = try call(ProbeCall(function: "returned", subject: screen.name)) {
            screen.table.pointee.returned(screen.table, how, $0)
        }
    }

    /// The saved state of a screen; nil if it has none.
    func save(_ screen: ProbeScreen) throws(ProbeError) -> ScreenState? {
        guard let function = screen.table.pointee.save else { return nil }
        let record = CallRecord()
        let sink = StateProbe(record)
        let saving = ProbeCall(function: "save", subject: screen.name)
        let answer = try during("save") { () throws(ProbeError) in
            try call(saving, record, mayDisown: true) { function(screen.table, sink.pointer, $0) }
        }
        guard case .done = answer else {
            if sink.state != nil { throw .answer(saving, "it passes a state, and answers SY_NOT_MINE") }
            return nil
        }
        switch sink.state {
        case .success(let state): return state
        case .failure(let error): throw .answer(saving, error.description)
        case nil: throw .answer(saving, "it answers SY_OK, and passes no state")
        }
    }

    /// Restores a state in a new screen; false if the screen does not accept it.
    func restore(_ state: ScreenState, in screen: ProbeScreen) throws(ProbeError) -> Bool {
        guard let function = screen.table.pointee.restore else { return false }
        var arena = ABIArena()
        let pointer = arena.pointer(to: arena.state(state))
        let answer = try during("restore") { () throws(ProbeError) in
            try call(ProbeCall(function: "restore", subject: screen.name), mayDisown: true) {
                function(screen.table, pointer, $0)
            }
        }
        if case .done = answer { return true } else { return false }
    }

    /// The destination of a link that no pattern matches; nil if the feature has none for it.
    func resolve(url: String) throws(ProbeError) -> Destination? {
        guard let feature else { throw .nothingToTest("the feature is not active") }
        var arena = ABIArena()
        let text = arena.pointer(to: arena.string(url))
        let record = CallRecord()
        let sink = DestinationProbe(record, feature: try manifest().id)
        let resolving = ProbeCall(function: "resolve_url", subject: url.shortened)
        let answer = try call(resolving, record, mayDisown: true) {
            feature.pointee.resolve_url(feature, text, sink.pointer, $0)
        }
        guard case .done = answer else { return nil }
        switch sink.destination {
        case .success(let destination): return destination
        case .failure(let error): throw .answer(resolving, error.description)
        case nil: throw .answer(resolving, "it answers SY_OK, and passes no destination")
        }
    }

    /// Delivers a message to a screen, or to the feature if `screen` is nil; false if it is declined.
    func receive(_ message: Message, _ screen: ProbeScreen?) throws(ProbeError) -> Bool {
        guard let feature else { throw .nothingToTest("the feature is not active") }
        var arena = ABIArena()
        let pointer = arena.pointer(to: arena.message(message))
        let record = CallRecord()
        let sink = ResumeProbe(record, feature: try manifest().id)
        let receiving = ProbeCall(function: "receive", subject: screen?.name ?? "the feature")
        let answer = try call(receiving, record, mayDisown: true) {
            if let screen {
                screen.table.pointee.receive(screen.table, pointer, sink.pointer, $0)
            } else {
                feature.pointee.receive(feature, pointer, sink.pointer, $0)
            }
        }
        if let problem = sink.problem { throw .answer(receiving, problem) }
        if case .done = answer { return true } else { return false }
    }

    func destroy(_ screen: ProbeScreen) {
        guard let watched else { return }
        Reporter.reached("destroy of \(screen.name)")
        during("destroy") { screen.table.pointee.destroy(screen.table) }
        watched.destroyed(screen.id)
    }

    // MARK: Calls

    /// Calls a function of the library, and compares its status with the failures left in the error.
    func call(
        _ call: ProbeCall, _ record: CallRecord = CallRecord(), mayDisown: Bool = false,
        _ body: (UnsafePointer<sy_error>) -> sy_status
    ) throws(ProbeError) -> Answer {
        Reporter.reached(call.description)
        let status = during(call.function) { body(record.error) }
        return try record.ended(status, call, mayDisown: mayDisown)
    }

    /// Runs a function of the library, and announces it to both hosts: the watching one, and the real one, which
    /// refuses.
    private func during<Result, Failure>(
        _ function: String, _ call: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let watched, let hostTable else { return try call() }
        return try hostTable.during(function) { () throws(Failure) in try watched.during(function, call) }
    }

    private static func require(_ call: ProbeCall, _ body: () throws(CallFailure) -> Void) throws(ProbeError) {
        do {
            try body()
        } catch {
            throw .answer(call, error.description)
        }
    }
}

struct ProbeScreen {
    let id: ScreenID
    /// The name for messages: the destination, or the feature's id for its main screen.
    let name: String
    /// Nil for the main screen.
    let destination: Destination?
    let table: UnsafePointer<sy_screen>
}

extension String {
    var shortened: String { count > 80 ? "\(prefix(79))…" : self }
}

/// A call into the library, with its name in messages: `render of notes/detail?identifier=1`.
struct ProbeCall: CustomStringConvertible {
    /// The name of the function in the ABI.
    let function: String
    /// The screen, link or other subject of the call; empty if the function's name suffices.
    var subject = ""

    var description: String { subject.isEmpty ? function : "\(function) of \(subject)" }

    var isOfMaking: Bool { function == "resolve" || function == "make_main_screen" }
}

/// The reason why a step of a test ended early.
enum ProbeError: Error, CustomStringConvertible {
    /// The feature answered `SY_FAILED`, with its code and reason.
    case failure(ProbeCall, CallFailure)
    case answer(ProbeCall, String)
    /// The library fails the test for this reason.
    case library(String)
    case nothingToTest(String)

    var description: String {
        switch self {
        case .failure(let call, let failure): "\(call) failed: \(failure.reason)"
        case .answer(let call, let problem): "\(call): \(problem)"
        case .library(let reason), .nothingToTest(let reason): reason
        }
    }

    /// The status of a test that ends with this error.
    var status: CheckStatus {
        if case .nothingToTest = self { .skipped } else { .failed }
    }

    /// The ABI function in the error.
    var function: String? {
        switch self {
        case .failure(let call, _), .answer(let call, _): call.function
        case .library, .nothingToTest: nil
        }
    }
}

/// The answer of a call that did not fail.
enum Answer {
    case done
    case notMine
}
