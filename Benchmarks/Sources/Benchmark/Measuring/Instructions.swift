import Glibc

/// Counts the instructions of a program, and of the processes that it starts, by valgrind's cachegrind.
struct Instructions {
    private let valgrind: String
    private let folder: String

    /// Makes a counter; nil if valgrind is not installed.
    init?(in folder: String) {
        guard let valgrind = SearchPath.program("valgrind") else { return nil }
        self.valgrind = valgrind
        self.folder = folder
    }

    func count(_ program: Program) throws -> Int {
        let out = "\(folder)/instructions"
        let counted = Program(
            path: valgrind,
            arguments: [
                "--tool=cachegrind", "--cache-sim=no", "--trace-children=yes", "--quiet",
                "--cachegrind-out-file=\(out)/%p", program.path,
            ] + program.arguments, environment: program.environment)
        // The host's snapshot belongs to its executable, which is valgrind's here: the first run makes the snapshot.
        for _ in 0..<2 {
            Folder.remove(out)
            try Folder.make(out)
            _ = try counted.time()
        }
        // Each process writes a file that ends with its sum.
        return try Folder.names(in: out).reduce(0) { sum, name in
            let summary = try Folder.read("\(out)/\(name)").split(separator: "\n").last { $0.hasPrefix("summary:") }
            return sum + (summary.flatMap { Int($0.dropFirst("summary:".count).trimmingPrefix(" ")) } ?? 0)
        }
    }
}

/// Programs on the search path.
enum SearchPath {
    static func program(_ name: String) -> String? {
        let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return folders.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }
}
