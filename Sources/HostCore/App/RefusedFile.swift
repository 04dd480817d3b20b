/// A file in a plugins directory that is not used.
public struct RefusedFile: Hashable, Sendable {
    /// Of the file, as it was found.
    public let path: String
    /// Why, as a fragment for a person: `it needs the library 'libtone.so.1', which is not found`.
    public let reason: String
}
