/// Library that another one needs, and which version of it was there.
package struct LibraryCompanion: Hashable, Sendable {
    /// A name beside the file; for a library that the loader takes from elsewhere its path.
    package let name: String
    /// Nil where it was not there.
    package let identity: FileIdentity?

    package init(name: String, identity: FileIdentity?) {
        self.name = name
        self.identity = identity
    }

    /// Whether it lies elsewhere than beside the file: ``OutsideLibrary``.
    package var isOutside: Bool { name.contains("/") }
}
