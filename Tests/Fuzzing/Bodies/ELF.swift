import HostCore

/// The inspection of a library: any bytes are answered, soon, with a description or with the reason why they are no
/// library.
func fuzzELF(_ bytes: [UInt8]) throws(BrokenProperty) {
    let symbols: Set<String> = ["feature_entry", "absent", "a"]
    let first = look(bytes, for: symbols)
    try require("bytes are answered the same every time", look(bytes, for: symbols) == first)
    switch first {
    case .failure(let error):
        try requirePrintable(error.description)
    case .success(let file):
        try require("only what was looked for is found", file.definedFunctions.isSubset(of: symbols))
        let names = file.neededLibraries + [file.soname ?? ""]
        // U+FFFD for a byte is two bytes longer.
        try require("no name is longer than a path", names.allSatisfy { $0.utf8.count <= 3 * 4096 }, names)
        // Bytes behind the last segment are not read.
        try require("more bytes at the end change nothing", look(bytes + [0, 0x7F, 0xFF], for: symbols) == first)
    }
}

private func look(_ bytes: [UInt8], for symbols: Set<String>) -> Result<ELFFile, ELFError> {
    bytes.withUnsafeBytes { buffer in
        // The machine is fixed, so that a corpus means the same on all machines.
        Result { () throws(ELFError) in try ELFFile(buffer, lookingFor: symbols, machine: .amd64) }
    }
}
