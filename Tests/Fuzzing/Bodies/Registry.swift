import HostCore
import HostSystem

/// A registry's file: its records are read whole or not at all, and written again they read back equal.
///
/// The input is a list of payloads, each behind a byte with its size; a payload that is announced and cut off is a
/// damaged end. The checksums are added here, as no fuzzer guesses them.
func fuzzRegistry(_ bytes: [UInt8]) throws(BrokenProperty) {
    var file = RegistryLog().bytes
    var rest = bytes[...]
    var count = 0
    while let size = rest.popFirst(), Int(size) <= rest.count {
        file += RegistryLog.record(Array(rest.prefix(Int(size))))
        rest = rest.dropFirst(Int(size))
        count += 1
    }
    let damaged = file + rest
    let log = try require("a file with a good header is read", file) { () throws(RegistryDamage) in
        try RegistryLog(reading: damaged)
    }
    try require("what is taken stands in the file", damaged.starts(with: log.bytes), log.bytes)
    let entries = log.entries.sorted { $0.path < $1.path }
    try require("no more entries than records", entries.count <= count, entries)
    var again = RegistryLog()
    for entry in entries {
        var writer = BinaryWriter()
        writer.append(coded: entry)
        try require("what was read can be recorded", again.read(RegistryLog.record(writer.bytes)), entry)
    }
    try require("it says the same", again.entries.sorted { $0.path < $1.path } == entries, entries)
    // The input as a file of its own, with any beginning.
    _ = try? RegistryLog(reading: bytes)
}
