import TestSupport

/// The program strace(1).
enum Strace {
    static let program = installedProgram("strace") ?? ""

    /// Whether strace may trace a process here.
    static let mayTrace: Bool = {
        guard !program.isEmpty, let outcome = try? Subprocess(program, ["-o", "/dev/null", "/bin/true"]).run() else {
            return false
        }
        return outcome.end == .exit(0)
    }()
}
