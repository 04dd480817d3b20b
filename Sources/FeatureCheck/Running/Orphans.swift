import Glibc
import HostCore

/// Processes that a feature has started and that outlive its test, in a session of their own too. They end with it.
enum Orphans {
    /// How often it is looked again: each that is ended may leave others, whose parent this process then becomes.
    private static let rounds = 100

    /// From now on this process is the parent of whatever a test leaves behind.
    static func adopt() {
        _ = inherited
        LinuxProcess.adoptOrphans()
    }

    /// Children that were there before: of a shell that has become this program by exec. They are nobody's to end.
    private static let inherited = ProcessState.currentChildren

    /// Ends all other children of this process. Called when none of its own runs.
    static func end() {
        for _ in 0..<rounds {
            let left = ProcessState.currentChildren.subtracting(inherited)
            for process in left { kill(process, SIGKILL) }
            // Those that have just been ended need a moment; those that had ended before wait to be asked for.
            if !left.isEmpty { usleep(1000) }
            while waitpid(-1, nil, WNOHANG) > 0 {}
            if left.isEmpty { return }
        }
    }
}
