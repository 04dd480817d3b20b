import Glibc
import HostCore
import HostSystem

/// Processes that a feature has started and that outlive its test, even in a session of their own. They are killed
/// after the test.
enum Orphans {
    /// The most rounds of killing: each killed process may leave others, whose parent this process then becomes.
    private static let rounds = 100

    /// Makes this process the parent of all processes that a test leaves behind.
    static func adopt() {
        _ = inherited
        LinuxProcess.adoptOrphans()
    }

    /// Children that existed before: those of a shell that has become this program by exec. They must not be killed.
    private static let inherited = ProcessState.currentChildren

    /// Kills all other children of this process. Called while no test's process is running.
    static func end() {
        for _ in 0..<rounds {
            let left = ProcessState.currentChildren.subtracting(inherited)
            for process in left { kill(process, SIGKILL) }
            // Killed processes need a moment to exit; those that had exited before only have to be waited for.
            if !left.isEmpty { usleep(1000) }
            while waitpid(-1, nil, WNOHANG) > 0 {}
            if left.isEmpty { return }
        }
    }
}
