/// A file that is not used, with the reason.
package struct FileRefusal: Hashable {
    package enum Reason: Sendable, Hashable {
        case library(LibraryError)
        /// A file found earlier has the same id.
        case shadowed(id: String, by: String)
    }

    package let path: String
    package let reason: Reason
    /// The feature's id in an earlier version of the file, or in its manifest; nil if unknown.
    package let featureID: String?

    package init(path: String, reason: Reason, featureID: String? = nil) {
        self.path = path
        self.reason = reason
        self.featureID = featureID
    }
}

extension FileRefusal.Reason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .library(let error): error.description
        case .shadowed(let id, let winner): "its id '\(id)' is taken by \(winner), which was found earlier"
        }
    }
}
