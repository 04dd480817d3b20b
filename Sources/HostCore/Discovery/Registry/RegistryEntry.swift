import Glibc

/// Scan result of one version of a file.
package struct RegistryEntry: Hashable, Sendable {
    /// Absolute, as it was found.
    package let path: String
    package let identity: FileIdentity
    /// The libraries that lie or could lie beside it and belong to the answer, in the order of their names. Another
    /// version of one of them makes the answer worth nothing.
    package let siblings: [SiblingLibrary]
    package let answer: Answer

    package enum Answer: Hashable, Sendable {
        /// It is a feature, and this is its manifest: the JSON text exactly as it was given.
        case manifest([UInt8])
        case refused(RegistryRefusal)
    }

    /// Why the file is not used; nil for a feature.
    var refusal: RegistryRefusal? {
        if case .refused(let refusal) = answer { refusal } else { nil }
    }

    /// Whether no later host scans this version again.
    var isFinal: Bool { refusal?.isTriedAgain != true }

    /// - Parameter siblings: In any order.
    package init(path: String, identity: FileIdentity, siblings: [SiblingLibrary], answer: Answer) {
        self.path = path
        self.identity = identity
        self.siblings = siblings.sorted { $0.name < $1.name }
        self.answer = answer
    }
}
