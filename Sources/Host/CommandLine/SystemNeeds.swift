import Glibc
import HostCore
import HostSystem

/// The program's requirements of the system, checked before it does anything else.
enum SystemNeeds {
    /// The number of descriptors that the commands need beside those that are open: to scan four libraries at a time,
    /// and for those that libdispatch opens by itself.
    private static let descriptors = 48

    /// Raises the limit of open files, and checks the requirements.
    ///
    /// - Returns: The requirement that is not met and how to meet it; nil if all are met.
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
