// A feature of version 1.0 in Embedded Swift, against FeatureABI.h of that version alone; it stays as it is. It has no
// Swift runtime and no metadata, and is a small library. It takes numbers apart: each has a screen with links to its
// prime factors and to the next one.
import FeatureABI

let largestNumber: Int64 = 1_000_000_000_000

private let manifest = """
    {
        "manifest": 1, "id": "embedded", "name": "Factors", "version": "1.0.0", "abi": "1.0",
        "toolchain": "Embedded Swift",
        "incoming": [{"name": "of", "arguments": [{"name": "number", "type": "int"}]}],
        "links": [{"scheme": "challenge", "host": "embedded", "pattern": "/{number}", "route": "of"}]
    }
    """

/// The feature between activate and deactivate, used on the main thread only. It needs nothing but the host.
private nonisolated(unsafe) let feature = UnsafeMutablePointer<sy_feature>.allocate(capacity: 1)

private func givenHost(_ feature: UnsafePointer<sy_feature>?) -> UnsafePointer<sy_host>? {
    feature?.pointee.instance.map { UnsafePointer($0.assumingMemoryBound(to: sy_host.self)) }
}

/// Made at the first look, on the main thread, and never changed.
private nonisolated(unsafe) let library: UnsafePointer<sy_library> = {
    let library = UnsafeMutablePointer<sy_library>.allocate(capacity: 1)
    var table = sy_library()
    table.magic = SY_MAGIC
    table.size = UInt32(MemoryLayout<sy_library>.size)
    table.abi_major = SY_ABI_MAJOR
    table.abi_minor = SY_ABI_MINOR
    table.manifest = { _, sink, _ in
        manifest.withABI { text in _ = sink?.pointee.text(sink, text) }
        return sy_status(SY_OK)
    }
    table.activate = { _, host, _, activated, _ in
        var table = sy_feature()
        table.size = UInt32(MemoryLayout<sy_feature>.size)
        table.instance = UnsafeMutableRawPointer(mutating: host)
        table.make_main_screen = { table, id, screen, _ in
            guard let host = givenHost(table) else { return sy_status(SY_NOT_MINE) }
            screen?.pointee = Screen.make(360, id: id, host: host)
            return sy_status(SY_OK)
        }
        table.resolve = resolve
        table.deactivate = { _ in }
        feature.initialize(to: table)
        activated?.pointee = UnsafePointer(feature)
        return sy_status(SY_OK)
    }
    library.initialize(to: table)
    return UnsafePointer(library)
}()

private func resolve(
    _ table: UnsafePointer<sy_feature>?, _ destination: UnsafePointer<sy_destination>?, _ id: sy_screen_id,
    _ screen: UnsafeMutablePointer<UnsafePointer<sy_screen>?>?, _ error: UnsafePointer<sy_error>?
) -> sy_status {
    guard let host = givenHost(table), let destination = destination?.pointee, destination.route.isText("of") else {
        return sy_status(SY_NOT_MINE)
    }
    guard destination.argument_count == 1, let argument = destination.arguments?.pointee,
        argument.name.isText("number"), argument.value.kind == sy_value_kind(SY_VALUE_INT)
    else {
        return failed(error, SY_ERROR_INVALID_ARGUMENT, "embedded/of takes the integer 'number' and no more")
    }
    let number = argument.value.integer
    guard (1...largestNumber).contains(number) else {
        return failed(error, SY_ERROR_NOT_FOUND, "\(number) is not taken apart: it is not from 1 to \(largestNumber)")
    }
    screen?.pointee = Screen.make(number, id: id, host: host)
    return sy_status(SY_OK)
}

@c(switchyard_feature_entry) public func featureEntry() -> UnsafePointer<sy_library> { library }
