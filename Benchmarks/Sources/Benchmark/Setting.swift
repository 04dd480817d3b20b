/// The programs that are measured, and a temporary home for them: nothing of the user's is read or written.
struct Setting {
    /// The folder Benchmarks, with what `run` has made in it.
    let folder: String
    let home: String
    let rounds: Int
    let instructions: Instructions?

    init(folder: String, options: Options) throws {
        self.folder = folder
        home = try Folder.makeTemporary()
        rounds = options.rounds
        instructions = options.countsInstructions ? Instructions(in: home) : nil
        for name in ["cache", "data", "config", "state"] { try Folder.make("\(home)/\(name)") }
    }

    func remove() { Folder.remove(home) }

    /// The folder in which SwiftPM has built the programs.
    private var built: String { "\(folder)/../.build/release" }
    var switchyard: String { "\(built)/switchyard" }
    var features: String { "\(folder)/.build/features" }
    /// A Swift program that does nothing.
    var emptyProgram: Program { program("\(built)/EmptyProgram") }
    var inProcess: String { "\(built)/InProcess" }
    var screenFeature: String { "\(built)/libScreenFeature.so" }

    /// Returns a program with the environment of this setting.
    func program(_ path: String, _ arguments: [String] = []) -> Program {
        Program(
            path: path, arguments: arguments,
            environment: [
                "HOME": home, "PATH": "/usr/bin:/bin", "TMPDIR": home,
                "XDG_CACHE_HOME": "\(home)/cache", "XDG_DATA_HOME": "\(home)/data",
                "XDG_CONFIG_HOME": "\(home)/config", "XDG_STATE_HOME": "\(home)/state",
            ])
    }

    /// Returns the host with a number of features installed, wired in a ring.
    func switchyard(_ arguments: [String], features count: Int) -> Program {
        program(
            switchyard, arguments + ["--plugins", "\(features)/\(count)", "--config", "\(features)/\(count).jsonc"])
    }

    /// Returns a C program that opens the first `count` features.
    func loadingLibraries(_ count: Int) -> Program {
        program("\(folder)/.build/baselines/load-libraries", ["\(features)/1000", String(count)])
    }

    /// Lets the host put a number of features into its registry.
    func warm(features count: Int) throws {
        let list = try switchyard(["list"], features: count).output()
        let found = list.split(separator: "\n").filter { $0.hasPrefix("f0") }.count
        guard found == count else { throw MeasuringError("list shows \(found) features instead of \(count)") }
    }

    /// Measures two programs in turn.
    ///
    /// - Parameter countsInstructions: Whether instructions are counted. They cannot be for a host that starts workers:
    ///   under valgrind it would start valgrind.
    func measured(ours: Program, baseline: Program, countsInstructions: Bool = true) throws -> Pair {
        // The first runs bring the files into memory.
        for program in [ours, baseline] { for _ in 0..<2 { _ = try program.time() } }
        var pair = try Pair.measured(rounds: rounds, ours: ours.time, baseline: baseline.time)
        if let instructions, countsInstructions {
            pair.instructions = (try instructions.count(ours), try instructions.count(baseline))
        }
        return pair
    }
}
