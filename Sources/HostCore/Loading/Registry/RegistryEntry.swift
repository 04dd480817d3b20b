/// What one version of a file was found to be.
package struct RegistryEntry: Hashable, Sendable {
    /// Absolute, as it was found.
    package let path: String
    package let identity: FileIdentity
    /// The libraries that lie or could lie beside it and belong to the answer, in the order of their names. Another
    /// version of one of them makes the answer worth nothing.
    package let companions: [Companion]
    package let answer: Answer

    package struct Companion: Hashable, Sendable {
        package let name: String
        /// Nil where it was not there.
        package let identity: FileIdentity?

        package init(name: String, identity: FileIdentity?) {
            self.name = name
            self.identity = identity
        }
    }

    package enum Answer: Hashable, Sendable {
        /// It is a feature, and this is its manifest: the JSON text exactly as it was given.
        case manifest([UInt8])
        case refused(RegistryRefusal)
    }

    /// - Parameter companions: In any order.
    package init(path: String, identity: FileIdentity, companions: [Companion], answer: Answer) {
        self.path = path
        self.identity = identity
        self.companions = companions.sorted { $0.name < $1.name }
        self.answer = answer
    }
}

/// Why a file is no feature that can be used.
package struct RegistryRefusal: Hashable, Sendable {
    /// A fragment for a person: `it is not a feature: it does not export 'feature_entry'`.
    package let reason: String
    /// False for a library of another kind, which has no entry.
    package let hasEntry: Bool
    /// Where looking at it has ended the process that did.
    package let ending: WorkerEnding?
    /// The id of the feature that an earlier version of the file was; nil where none was known.
    package var featureID: String?

    package init(reason: String, hasEntry: Bool, ending: WorkerEnding? = nil, featureID: String? = nil) {
        self.reason = reason
        self.hasEntry = hasEntry
        self.ending = ending
        self.featureID = featureID
    }
}
