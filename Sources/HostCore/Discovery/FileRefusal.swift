/// A file that is not used.
package struct FileRefusal: Error, Hashable {
    package enum Reason: Sendable, Hashable {
        case library(LibraryError)
        /// Another file, found earlier, has the same id.
        case shadowed(id: String, by: String)
    }

    package let path: String
    package let reason: Reason
    /// The id of the feature that the file was when it could be used, or that its manifest names; nil where that is
    /// not known.
    package let featureID: String?

    package init(path: String, reason: Reason, featureID: String? = nil) {
        self.path = path
        self.reason = reason
        self.featureID = featureID
    }
}

extension FileRefusal.Reason: CustomStringConvertible {
    /// A fragment for a person.
    package var description: String {
        switch self {
        case .library(let error): error.description
        case .shadowed(let id, let winner): "its id '\(id)' is taken by \(winner), which was found earlier"
        }
    }
}
