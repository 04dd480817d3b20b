/// Turns what a terminal sends into what a person has done.
///
/// Any bytes may come, cut anywhere. What is unknown gives nothing, as a whole.
package struct InputDecoder: Sendable {
    package init() {}

    /// The events that are complete with these bytes.
    package mutating func decode(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
        []
    }

    /// Whether the Escape key may have been pressed: what it sends is how the other keys begin. Where nothing follows
    /// within some 50 ms, ``flush()`` tells.
    package var hasPendingEscape: Bool { false }

    /// What the bytes mean that may be the beginning of more, now that nothing follows.
    package mutating func flush() -> [InputEvent] {
        []
    }
}
