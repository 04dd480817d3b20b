import Glibc
import HostSystem

/// The scan result of one version of a file.
package struct RegistryEntry: Hashable, Sendable {
    /// The absolute path, as it was found.
    package let path: String
    package let identity: FileIdentity
    /// The libraries on which the answer depends, sorted by name: those that lie or could lie beside the file, and
    /// those that the loader takes from elsewhere. The answer is not valid for other versions of them.
    package let siblings: [SiblingLibrary]
    package let answer: Answer

    package enum Answer: Hashable, Sendable {
        /// The file is a feature. This is its manifest, the JSON text exactly as the library gave it.
        case manifest([UInt8])
        case refused(RegistryRefusal)
    }

    /// The reason why the file is not used. Nil for a feature.
    var refusal: RegistryRefusal? {
        if case .refused(let refusal) = answer { refusal } else { nil }
    }

    /// Whether the answer is final, so that no later host scans this version again.
    var isFinal: Bool { refusal?.isTriedAgain != true }

    /// - Parameter siblings: In any order.
    package init(path: String, identity: FileIdentity, siblings: [SiblingLibrary], answer: Answer) {
        self.path = path
        self.identity = identity
        self.siblings = siblings.sorted { $0.name < $1.name }
        self.answer = answer
    }
}
