import FuzzBodies
import TestSupport
import Testing

/// The folders of inputs, each with a folder per target.
private enum Inputs {
    /// The inputs with which fuzzing begins.
    static let corpora = Repository.path("Tests/Fuzzing/Corpora")
    /// The inputs that broke a property once.
    static let found = Repository.path("Tests/Fuzzing/Found")

    static func files(_ folder: String, _ target: FuzzTarget) -> [String] {
        ((try? File.names(in: "\(folder)/\(target.name)")) ?? []).map { "\(folder)/\(target.name)/\($0)" }
    }
}

@Suite("The replay of fuzzed inputs", .blocking)
struct ReplayTests {
    private func replay(_ files: [String], _ target: FuzzTarget) throws {
        for file in files {
            let bytes = try File.read(file)
            #expect(throws: Never.self, "\(file)") { try target.run(bytes) }
        }
    }

    @Test("each property holds for the seeds", arguments: FuzzTarget.all)
    func seeds(target: FuzzTarget) throws {
        let files = Inputs.files(Inputs.corpora, target)
        #expect(!files.isEmpty)
        try replay(files, target)
    }

    @Test("each property holds for the inputs that were found", arguments: FuzzTarget.all)
    func found(target: FuzzTarget) throws {
        try replay(Inputs.files(Inputs.found, target), target)
    }

    @Test("every folder of inputs belongs to a target", arguments: [Inputs.corpora, Inputs.found])
    func folders(folder: String) throws {
        let targets = FuzzTarget.all.map(\.name)
        #expect(Set(targets).count == targets.count)
        // The folder is absent as long as nothing is found.
        #expect(((try? File.names(in: folder)) ?? []).allSatisfy(targets.contains))
    }

    @Test("a seed is no longer than the inputs that the fuzzer makes", arguments: FuzzTarget.all)
    func lengths(target: FuzzTarget) throws {
        for file in Inputs.files(Inputs.corpora, target) {
            #expect(try File.read(file).count <= target.maximumLength, "\(file)")
        }
    }
}
