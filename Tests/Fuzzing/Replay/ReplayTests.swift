import FuzzBodies
import TestSupport
import Testing

/// A folder of inputs for each target.
private enum Inputs {
    /// What fuzzing begins with.
    static let corpora = Repository.path("Tests/Fuzzing/Corpora")
    /// What was found once.
    static let found = Repository.path("Tests/Fuzzing/Found")

    static func files(_ folder: String, _ target: FuzzTarget) -> [String] {
        ((try? File.names(in: "\(folder)/\(target.name)")) ?? []).map { "\(folder)/\(target.name)/\($0)" }
    }
}

@Suite("Fuzzed inputs, again", .blocking)
struct ReplayTests {
    private func replay(_ files: [String], _ target: FuzzTarget) throws {
        for file in files {
            let bytes = try File.read(file)
            #expect(throws: Never.self, "\(file)") { try target.run(bytes) }
        }
    }

    @Test("what every input should do is done with the seeds", arguments: FuzzTarget.all)
    func seeds(target: FuzzTarget) throws {
        let files = Inputs.files(Inputs.corpora, target)
        #expect(!files.isEmpty)
        try replay(files, target)
    }

    @Test("and with what was found", arguments: FuzzTarget.all)
    func found(target: FuzzTarget) throws {
        try replay(Inputs.files(Inputs.found, target), target)
    }

    @Test("every folder of inputs is a target's", arguments: [Inputs.corpora, Inputs.found])
    func folders(folder: String) throws {
        let targets = FuzzTarget.all.map(\.name)
        #expect(Set(targets).count == targets.count)
        // There is none where nothing was found yet.
        #expect(((try? File.names(in: folder)) ?? []).allSatisfy(targets.contains))
    }

    @Test("a seed is no longer than what the fuzzer makes", arguments: FuzzTarget.all)
    func lengths(target: FuzzTarget) throws {
        for file in Inputs.files(Inputs.corpora, target) {
            #expect(try File.read(file).count <= target.maximumLength, "\(file)")
        }
    }
}
