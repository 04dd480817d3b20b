import Glibc
import HostCore

/// What the program needs of the system before it does anything.
enum SystemNeeds {
    /// How many descriptors the commands need beside those that are open: to look at four libraries at a time, and for
    /// what libdispatch opens by itself.
    private static let descriptors = 48

    /// Takes what the system gives.
    ///
    /// - Returns: What is missing and how to provide it; nil where nothing is.
    static func take() -> String? {
        DescriptorLimit.raise()
        let free = fcntl(STDIN_FILENO, F_DUPFD, 0)
        if free >= 0 { close(free) }
        guard free >= 0, DescriptorLimit.leaves(descriptors, beyond: free) else {
            return "at least \(descriptors) more files must be open at a time than are now, and this process may have "
                + "\(DescriptorLimit.current) in all; 'ulimit -n' or whoever has set that limit (ulimit -Hn) allows more"
        }
        return LinuxProcess.missingProc
    }
}
