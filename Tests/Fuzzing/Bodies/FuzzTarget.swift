/// One thing that is fuzzed: a reader of bytes from outside, and what must be so for whatever it is given.
///
/// libFuzzer runs a target through `Tests/Fuzzing/Entry`, and `swift test` replays its corpus and what was found.
package struct FuzzTarget: Sendable, CustomStringConvertible {
    /// What its corpus, its dictionary and the inputs that were found are named after.
    package let name: String
    /// How long the inputs are that the fuzzer makes. Time goes into many of them before it goes into long ones.
    package let maximumLength: Int
    /// - Throws: What should be so and is not. A trap, a time without end and memory without bounds are for the fuzzer
    ///   to see.
    package let run: @Sendable (_ bytes: [UInt8]) throws(BrokenProperty) -> Void

    package var description: String { name }

    /// In the order of their names.
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
