import FeatureABI
import FeatureContract
import HTTPBroker

@testable import HostCore

typealias ErrorPointer = UnsafePointer<sy_error>?

/// A `sy_screen` made by hand, whose functions call closures.
final class CScreen {
    let table = UnsafeMutablePointer<sy_screen>.allocate(capacity: 1)
    var calls: [String] = []
    /// What each render was asked for.
    private(set) var asked: [sy_render] = []
    var render: (UnsafePointer<sy_view_sink>, ErrorPointer) -> sy_status = { _, _ in sy_status(SY_OK) }
    var perform: (UInt64, UnsafePointer<sy_value>?, ErrorPointer) -> sy_status = { _, _, _ in sy_status(SY_OK) }
    var checkpoint: (String, UnsafePointer<sy_value>?, ErrorPointer) -> sy_status = { _, _, _ in sy_status(SY_OK) }
    var receive: (UnsafePointer<sy_message>?, UnsafePointer<sy_resume_sink>?, ErrorPointer) -> sy_status = { _, _, _ in
        sy_status(SY_NOT_MINE)
    }

    init() {
        var screen = sy_screen.sized
        screen.instance = Unmanaged.passUnretained(self).toOpaque()
        screen.render = { table, how, sink, error in
            guard let screen = CScreen.of(table), let sink else { return sy_status(SY_OK) }
            if let how { screen.asked.append(how.pointee) }
            return screen.render(sink, error)
        }
        screen.perform = { table, event, error in
            CScreen.of(table)?.perform(event?.pointee.action ?? 0, event?.pointee.value, error) ?? sy_status(SY_OK)
        }
        screen.appear = { CScreen.of($0)?.calls.append("appear") }
        screen.disappear = { CScreen.of($0)?.calls.append("disappear") }
        screen.returned = { table, how, error in
            CScreen.of(table)?.checkpoint(
                (try? how.map { try String(abi: $0.pointee.name) }) ?? "?", how?.pointee.value, error)
                ?? sy_status(SY_OK)
        }
        screen.receive = { table, message, sink, error in
            CScreen.of(table)?.receive(message, sink, error) ?? sy_status(SY_OK)
        }
        screen.destroy = { CScreen.of($0)?.calls.append("destroy") }
        table.initialize(to: screen)
    }

    deinit { table.deallocate() }

    private static func of(_ table: UnsafePointer<sy_screen>?) -> CScreen? {
        table?.pointee.instance.map { Unmanaged<CScreen>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// A `sy_library` and its `sy_feature` made by hand, whose functions call closures.
final class CFeature {
    let library = UnsafeMutablePointer<sy_library>.allocate(capacity: 1)
    let table = UnsafeMutablePointer<sy_feature>.allocate(capacity: 1)
    var calls: [String] = []
    /// The host that the feature was activated with.
    private(set) var host: UnsafePointer<sy_host>?
    private(set) var dataDirectory = ""
    private(set) var settings = ""
    private(set) var locale = ""
    private(set) var libraryDirectory = ""
    /// The feature that `activate` returns.
    var activated: UnsafePointer<sy_feature>?
    var activate: (ErrorPointer) -> sy_status = { _ in sy_status(SY_OK) }
    var screen: UnsafePointer<sy_screen>?
    var make: (Destination?, ErrorPointer) -> sy_status = { _, _ in sy_status(SY_OK) }
    var resolveURL: (String, UnsafePointer<sy_destination_sink>?, ErrorPointer) -> sy_status = { _, _, _ in
        sy_status(SY_NOT_MINE)
    }
    var receive: (UnsafePointer<sy_message>?, UnsafePointer<sy_resume_sink>?, ErrorPointer) -> sy_status = { _, _, _ in
        sy_status(SY_NOT_MINE)
    }

    init() {
        let instance = Unmanaged.passUnretained(self).toOpaque()
        var feature = sy_feature.sized
        feature.instance = instance
        feature.make_main_screen = { table, id, screen, error in
            guard let feature = CFeature.of(table) else { return sy_status(SY_OK) }
            feature.calls.append("main #\(id)")
            screen?.pointee = feature.screen
            return feature.make(nil, error)
        }
        feature.resolve = { table, destination, id, screen, error in
            guard let feature = CFeature.of(table) else { return sy_status(SY_OK) }
            let read = try? Destination(abi: destination, sender: "?")
            feature.calls.append("resolve \(read?.text ?? "?") #\(id)")
            screen?.pointee = feature.screen
            return feature.make(read, error)
        }
        feature.resolve_url = { table, url, sink, error in
            CFeature.of(table)?.resolveURL((try? String(abi: url)) ?? "?", sink, error) ?? sy_status(SY_OK)
        }
        feature.receive = { table, message, sink, error in
            CFeature.of(table)?.receive(message, sink, error) ?? sy_status(SY_OK)
        }
        feature.deactivate = { CFeature.of($0)?.calls.append("deactivate") }
        table.initialize(to: feature)
        activated = UnsafePointer(table)

        var described = sy_library.sized
        described.magic = SY_MAGIC
        described.abi_major = SY_ABI_MAJOR
        described.abi_minor = SY_ABI_MINOR
        described.instance = instance
        described.activate = { library, host, context, activated, error in
            guard let instance = library?.pointee.instance else { return sy_status(SY_OK) }
            let feature = Unmanaged<CFeature>.fromOpaque(instance).takeUnretainedValue()
            feature.host = host
            feature.dataDirectory = (try? context.map { try String(abi: $0.pointee.data_directory) }) ?? "?"
            feature.settings = (try? context.map { try String(abi: $0.pointee.settings) }) ?? "?"
            feature.locale = (try? context.map { try String(abi: $0.pointee.locale) }) ?? "?"
            feature.libraryDirectory = (try? context.map { try String(abi: $0.pointee.library_directory) }) ?? "?"
            activated?.pointee = feature.activated
            return feature.activate(error)
        }
        library.initialize(to: described)
    }

    deinit {
        library.deallocate()
        table.deallocate()
    }

    /// Starts the feature inside this process.
    @MainActor
    func start(_ manifestText: String = #"{ "id": "c" }"#, host: any FeatureHost) throws -> InlineFeature {
        try InlineFeature(
            UnsafePointer(library), manifest: try manifest(manifestText), host: host,
            ActivationContext(
                dataDirectory: "/data/c", settings: #"{"a":1}"#, locale: "de-AT", libraryDirectory: "/lib/c"))
    }

    private static func of(_ table: UnsafePointer<sy_feature>?) -> CFeature? {
        table?.pointee.instance.map { Unmanaged<CFeature>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// Fails with a reason, as a feature does.
func fail(_ error: ErrorPointer, _ code: Int, _ reason: String) -> sy_status {
    error?.fail(CallFailure(FailureCode(rawValue: UInt32(code)), reason)) ?? sy_status(SY_FAILED)
}

/// A host that records the requests of a feature.
@MainActor
final class FakeHost: FeatureHost {
    private(set) var requests: [(request: NavigationRequest, feature: String, screen: ScreenID)] = []
    private(set) var invalidated: [ScreenID] = []
    private(set) var lines: [LogLine] = []
    private(set) var connecting: [(endpoint: Endpoint, done: Handover.Done)] = []
    private(set) var picking: [(request: FileRequest, done: Handover.Done)] = []
    private(set) var asking: [(question: HTTPQuestion, exchange: UInt64, done: Handover.Done)] = []
    private(set) var cancelled: [UInt64] = []
    var refusal: CallFailure?
    var canReturn = false

    func call(_ message: HostMessage, of feature: String, done: Handover.Done?) -> HostReply {
        if let refusal, message.waits { return .failure(refusal) }
        switch message {
        case .navigation(let request, let screen): requests.append((request, feature, screen))
        case .canReturn: return .bool(canReturn)
        case .connect(let endpoint, _): if let done { connecting.append((endpoint, done)) }
        case .pickFile(let request, _): if let done { picking.append((request, done)) }
        case .http(let question, let exchange, _): if let done { asking.append((question, exchange, done)) }
        case .cancel(let exchange): cancelled.append(exchange)
        case .invalidate(let screen): invalidated.append(screen)
        case .log(let level, let text, let defect):
            lines.append(LogLine(feature: feature, level: level, message: text, defect: defect))
        }
        return .done
    }
}

/// A host as its features ask it.
extension FeatureHost {
    func request(_ request: NavigationRequest, by feature: String, from screen: ScreenID) throws(CallFailure) {
        if case .failure(let refusal) = call(.navigation(request, screen), of: feature, done: nil) { throw refusal }
    }

    func canReturn(toCheckpoint name: String, of feature: String, from screen: ScreenID) -> Bool {
        call(.canReturn(checkpoint: name, screen), of: feature, done: nil) == .bool(true)
    }

    func invalidate(_ screen: ScreenID, of feature: String) {
        _ = call(.invalidate(screen), of: feature, done: nil)
    }
}

/// Returns the failure of `body`; nil if it does not fail.
func failure<Result>(_ body: () throws -> Result) -> CallFailure? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? CallFailure
    }
}
