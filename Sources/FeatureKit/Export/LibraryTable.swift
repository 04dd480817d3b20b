internal import FeatureABI
internal import FeatureContract
internal import JSONText

/// The `sy_library` of an exported feature: C functions over ``ExportedLibrary``.
@MainActor
enum LibraryTable {
    static func make(_ library: ExportedLibrary) -> UnsafePointer<sy_library> {
        var table = sy_library.sized
        table.magic = SY_MAGIC
        table.abi_major = SY_ABI_MAJOR
        table.abi_minor = SY_ABI_MINOR
        table.instance = Unmanaged.passRetained(library).toOpaque()
        table.manifest = { table, sink, error in
            answer(error) { () throws(CallFailure) in
                guard let sink else { throw .nullArgument }
                let manifest = try ExportedLibrary.of(table).manifestText()
                var arena = ABIArena()
                _ = sink.pointee.text(sink, arena.string(manifest))
                return SY_OK
            }
        }
        table.activate = { table, host, context, feature, error in
            answer(error) { () throws(CallFailure) in
                guard let host, let feature else { throw .nullArgument }
                let exported = try ExportedFeature(
                    library: ExportedLibrary.of(table), host: host, context: .read(context))
                feature.pointee = FeatureTable.make(exported)
                return SY_OK
            }
        }
        table.extension = { _, _ in nil }
        let pointer = UnsafeMutablePointer<sy_library>.allocate(capacity: 1)
        pointer.initialize(to: table)
        return UnsafePointer(pointer)
    }
}

extension ExportedLibrary {
    fileprivate static func of(_ table: UnsafePointer<sy_library>?) throws(CallFailure) -> ExportedLibrary {
        guard let instance = table?.pointee.instance else { throw .nullArgument }
        return Unmanaged<ExportedLibrary>.fromOpaque(instance).takeUnretainedValue()
    }

    fileprivate func manifestText() throws(CallFailure) -> String {
        do {
            return try readManifest().json.text()
        } catch {
            throw CallFailure(.other, "\(error)")
        }
    }
}

extension CallFailure {
    static let nullArgument = CallFailure(.invalidArgument, "an argument that must not be null is null")
}

/// Runs the Swift side of one C function, and turns a throw into the reason and the status.
func answer(
    _ failure: UnsafePointer<sy_error>?, _ body: @MainActor () throws(CallFailure) -> Int
) -> sy_status {
    let result = onMainActor {
        do throws(CallFailure) {
            return Result<Int, CallFailure>.success(try body())
        } catch {
            return .failure(error)
        }
    }
    return switch result {
    case .success(let status): sy_status(status)
    case .failure(let reason): failure?.fail(reason) ?? sy_status(SY_FAILED)
    }
}

/// Runs `body` as main-actor code in a call that the host made on the main thread.
///
/// This is `MainActor.assumeIsolated` for results that are not `Sendable`, such as pointers: nothing leaves the thread.
/// A host that calls on another thread breaks FeatureABI.h and is stopped here.
func onMainActor<Result, Failure: Error>(
    _ body: @MainActor () throws(Failure) -> Result
) throws(Failure) -> Result {
    MainActor.preconditionIsolated("FeatureABI.h: this function is called on the main thread only")
    // As in the standard library's own assumeIsolated: the isolation is part of the static type alone.
    return try withoutActuallyEscaping(body) { (body) throws(Failure) -> Result in
        try unsafeBitCast(body, to: (() throws(Failure) -> Result).self)()
    }
}
