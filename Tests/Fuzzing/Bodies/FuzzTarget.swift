/// A reader of bytes from outside, with the properties that hold for every input.
///
/// libFuzzer runs a target through `Tests/Fuzzing/Entry`, and `swift test` replays its corpus and the inputs in
/// `Found`.
package struct FuzzTarget: Sendable, CustomStringConvertible {
    /// The name of the target's corpus, dictionary and found inputs.
    package let name: String
    /// The maximum length of the inputs that the fuzzer makes: time goes into many short inputs before it goes into
    /// long ones.
    package let maximumLength: Int
    /// - Throws: The property that does not hold. Traps, endless loops and unbounded memory are left to the fuzzer to
    ///   detect.
    package let run: @Sendable (_ bytes: [UInt8]) throws(BrokenProperty) -> Void

    package var description: String { name }

    /// The targets, sorted by name.
    package static let all = [
        FuzzTarget(name: "elf", maximumLength: 16384, run: fuzzELF),
        FuzzTarget(name: "flat", maximumLength: 1024, run: fuzzFlat),
        FuzzTarget(name: "input", maximumLength: 512, run: fuzzInput),
        FuzzTarget(name: "json", maximumLength: 4096, run: fuzzJSON),
        FuzzTarget(name: "link", maximumLength: 1024, run: fuzzLink),
        FuzzTarget(name: "manifest", maximumLength: 8192, run: fuzzManifest),
        FuzzTarget(name: "message", maximumLength: 4096, run: fuzzMessage),
        FuzzTarget(name: "registry", maximumLength: 4096, run: fuzzRegistry),
        FuzzTarget(name: "session", maximumLength: 4096, run: fuzzSession),
        FuzzTarget(name: "wiring", maximumLength: 8192, run: fuzzWiring),
    ]
}
