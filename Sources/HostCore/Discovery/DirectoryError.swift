import HostSystem

/// The reason why a plugins directory that the user named cannot be searched.
package enum DirectoryError: Error, Sendable, CustomStringConvertible {
    case missing(String)
    case notReadable(String, SystemError)

    package var description: String {
        switch self {
        case .missing(let path):
            "the plugins directory '\(path)' does not exist; name one that holds features' .so files"
        case .notReadable(let path, let error): "the plugins directory '\(path)' cannot be read: \(error)"
        }
    }
}
