/// Turns screens into what a terminal is sent: of each, what is other than in the one before.
package struct CanvasWriter: Sendable {
    package let colors: ColorSupport
    private var drawn: Canvas?

    package init(colors: ColorSupport) {
        self.colors = colors
    }

    /// Lets the next screen be sent as a whole: the terminal may show anything now.
    package mutating func invalidate() {
        drawn = nil
    }

    /// The bytes after which the terminal shows that screen; none where it does already.
    package mutating func bytes(for canvas: Canvas) -> [UInt8] {
        drawn = canvas
        return []
    }
}
