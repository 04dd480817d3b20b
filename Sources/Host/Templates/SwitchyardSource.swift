import Glibc
import HostCore

/// Where a feature's build finds Switchyard: the package, or the header.
enum SwitchyardSource: Equatable {
    /// A folder, with its links resolved.
    case checkout(String)
    /// A URL.
    case repository(String)
    /// What is installed, or what is needed no more than that.
    case installed

    /// - Parameters:
    ///   - place: What somebody has named; nil for where this program was built.
    ///   - program: The file that runs.
    init(
        named place: String?, for language: FeatureLanguage, program: String?
    ) throws(SwitchyardSourceError) {
        let found =
            try place.map { (place) throws(SwitchyardSourceError) in try Self(named: place) } ?? Self(of: program)
        switch (language, found) {
        case (.rust, _) where place != nil: throw .notNeeded
        case (.c, .repository(let url)): throw .noHeader(url)
        case (.swift, .installed): throw .noPackage(program ?? HostName.name)
        default: self = found
        }
    }

    private init(named place: String) throws(SwitchyardSourceError) {
        // As git takes them: https://host/path, user@host:path.
        let isURL = place.contains("://") || place.contains("@") && place.contains(":") && access(place, F_OK) != 0
        if isURL {
            self = .repository(place)
        } else {
            guard let path = Path.resolved(place), Self.isCheckout(path) else { throw .notCheckout(place) }
            self = .checkout(path)
        }
        // No Makefile and no package manifest holds them.
        if place.unicodeScalars.contains(where: { $0.value < 0x20 }) { throw .controlCharacter }
    }

    /// The checkout that a program stands in, since it was built there, else what is installed.
    private init(of program: String?) {
        self = .installed
        var folder = program.flatMap(Path.parent)
        while let path = folder, path != "/" {
            if Self.isCheckout(path) {
                self = .checkout(path)
                return
            }
            folder = Path.parent(path)
        }
    }

    /// Where FeatureABI.h lies in a checkout.
    static let includeFolder = "Sources/FeatureABI/include"

    private static func isCheckout(_ path: String) -> Bool {
        ["Package.swift", "\(includeFolder)/FeatureABI.h"].allSatisfy { access(Path.join(path, $0), R_OK) == 0 }
    }
}

/// Why a feature's build would not find Switchyard.
enum SwitchyardSourceError: Error {
    case notCheckout(String)
    case controlCharacter
    case notNeeded
    case noHeader(String)
    case noPackage(String)
}

extension SwitchyardSourceError: CustomStringConvertible {
    var description: String {
        switch self {
        case .notCheckout(let place):
            "'\(place)' is no checkout of Switchyard: expected a folder with Package.swift and "
                + "\(SwitchyardSource.includeFolder)/FeatureABI.h in it"
        case .controlCharacter: "'--switchyard' names a place with a control character; use another path to it"
        case .notNeeded: "'--switchyard' is for Swift and C: a feature in Rust needs nothing of Switchyard to be built"
        case .noHeader(let url):
            "a feature in C needs a checkout, and '\(url)' is a repository: clone it, and name the clone by --switchyard"
        case .noPackage(let program):
            "a feature in Swift depends on the Switchyard package, and '\(program)' stands in no checkout of it: name one, "
                + "or the URL of its repository, by --switchyard"
        }
    }
}
