import HostCore
import HostSystem

/// The path and the name of this program, as the user calls it.
enum Program {
    /// The path of the running executable; nil if it cannot be found out.
    static let path = Path.resolved("/proc/self/exe")

    /// The program's name if a shell finds this executable by it, else the absolute path by which it was called.
    static let word: String = {
        let folders = (HostEnvironment.current["PATH"] ?? "").split(separator: ":")
        let found = folders.lazy.compactMap { Path.resolved(Path.join(String($0), HostName.name)) }.first
        if found == path { return HostName.name }
        guard let called = CommandLine.arguments.first, called.contains("/") else { return path ?? HostName.name }
        return absolute(called)
    }()

    /// Makes a path absolute. A leading `./` or `../` is resolved, since it would make the path hard to read.
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
