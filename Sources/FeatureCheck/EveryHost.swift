/// The limits that every host accepts in one call: FeatureABI.h, *Limits*. A host may accept more, but a library cannot
/// rely on it.
enum EveryHost {
    /// The size of a string in bytes.
    static let stringSize = 1 << 20
    /// The number of elements of an array.
    static let arrayCount = 10_000
    /// The number of nodes of a screen.
    static let nodes = 10_000
    /// The depth of nested nodes.
    static let depth = 64
}
