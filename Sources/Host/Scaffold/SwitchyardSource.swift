import Glibc
import HostCore
import HostSystem

/// The place where a feature's build finds Switchyard: its package, or its header.
enum SwitchyardSource {
    /// A folder, with its symbolic links resolved.
    case checkout(String)
    /// The URL of a repository.
    case repository(String)
    /// An installed Switchyard: the folder of its header if that lies beside the program, where `make install` puts it.
    case installed(header: String?)

    /// Reads the value of `--switchyard`.
    ///
    /// - Returns: Nil if the place is no checkout.
    init?(named place: String) throws(UsageError) {
        // Neither a Makefile nor a package manifest can hold a control character.
        guard place.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) else {
            throw UsageError(
                "'--switchyard' names a place with a control character; use another path to it", command: "new")
        }
        // The forms of URLs that git takes: https://host/path, user@host:path.
        if place.contains("://") || place.contains("@") && place.contains(":") && access(place, F_OK) != 0 {
            self = .repository(place)
        } else if let path = Path.resolved(place), Self.isCheckout(path) {
            self = .checkout(path)
        } else {
            return nil
        }
    }

    /// Finds the checkout that a program lies in, having been built there; without one, the installed Switchyard.
    init(of program: String?) {
        let prefix = program.flatMap(Path.parent).flatMap(Path.parent)
        let header = prefix.map { Path.join($0, "include/switchyard") }
        self = .installed(header: header.flatMap { access(Path.join($0, "FeatureABI.h"), R_OK) == 0 ? $0 : nil })
        var folder = program.flatMap(Path.parent)
        while let path = folder, path != "/" {
            if Self.isCheckout(path) {
                self = .checkout(path)
                return
            }
            folder = Path.parent(path)
        }
    }

    /// The folder of FeatureABI.h in a checkout.
    static let includeFolder = "Sources/FeatureABI/include"

    private static func isCheckout(_ path: String) -> Bool {
        ["Package.swift", "\(includeFolder)/FeatureABI.h"].allSatisfy { access(Path.join(path, $0), R_OK) == 0 }
    }
}
