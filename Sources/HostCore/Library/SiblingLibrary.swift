import HostSystem

/// A library that another one needs, with the version that was found.
package struct SiblingLibrary: Hashable, Sendable {
    /// The name of a sibling library; the path of a library that the loader takes from elsewhere.
    package let name: String
    /// The version that was found. Nil if the library was missing.
    package let identity: FileIdentity?

    package init(name: String, identity: FileIdentity?) {
        self.name = name
        self.identity = identity
    }

    /// Whether the loader takes it from outside the file's folder: ``OutsideLibrary``.
    package var isOutside: Bool { name.contains("/") }
}
