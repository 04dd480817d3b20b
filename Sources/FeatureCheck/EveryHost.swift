/// What every host takes in one call: FeatureABI.h, *Limits*. One may take more, and a library cannot count on that.
enum EveryHost {
    /// Bytes of a string.
    static let stringSize = 1 << 20
    /// Elements of an array.
    static let arrayCount = 10_000
    /// Nodes of a screen.
    static let nodes = 10_000
    /// How deep they nest.
    static let depth = 64
}
