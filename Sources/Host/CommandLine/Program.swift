import HostCore

/// This program, as a person calls it.
enum Program {
    /// The file that runs; nil where that is not to be found out.
    static let path = Path.resolved("/proc/self/exe")

    /// Its name where a shell finds it by that, else where it was called from, as an absolute path.
    static let word: String = {
        let folders = (HostEnvironment.current["PATH"] ?? "").split(separator: ":")
        let found = folders.lazy.compactMap { Path.resolved(Path.join(String($0), HostName.name)) }.first
        if found == path { return HostName.name }
        guard let called = CommandLine.arguments.first, called.contains("/") else { return path ?? HostName.name }
        return absolute(called)
    }()

    /// Without the folders that one only leaves again, which would make it hard to read.
    private static func absolute(_ called: String) -> String {
        var folder = Path.resolved(".") ?? "/"
        var rest = called[...]
        while true {
            if rest.hasPrefix("./") {
                rest = rest.dropFirst(2)
            } else if rest.hasPrefix("../") {
                rest = rest.dropFirst(3)
                folder = Path.parent(folder) ?? folder
            } else {
                return Path.join(folder, String(rest))
            }
        }
    }
}
