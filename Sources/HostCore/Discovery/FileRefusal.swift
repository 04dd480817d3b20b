/// A file that is not used, with the reason.
package struct FileRefusal: Hashable {
    package enum Reason: Sendable, Hashable {
        case library(LibraryError)
        /// Another file, found earlier, has the same id.
        case shadowed(id: String, by: String)
    }

    package let path: String
    package let reason: Reason
    /// The id of the feature that the file was in an earlier version, or that its manifest names. Nil if not known.
    package let featureID: String?

    package init(path: String, reason: Reason, featureID: String? = nil) {
        self.path = path
        self.reason = reason
        self.featureID = featureID
    }
}

extension FileRefusal.Reason: CustomStringConvertible {
    /// The reason as a phrase of a message.
    package var description: String {
        switch self {
        case .library(let error): error.description
        case .shadowed(let id, let winner): "its id '\(id)' is taken by \(winner), which was found earlier"
        }
    }
}
