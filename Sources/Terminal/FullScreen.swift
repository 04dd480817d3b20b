/// A terminal as an application uses it: screens go in, events come out.
@MainActor
package final class FullScreen {
    package enum Event: Hashable, Sendable {
        case input(InputEvent)
        /// The size has changed, or nothing of what was drawn is there any more: draw.
        case redraw
        /// SIGINT (Ctrl-C), SIGTERM or SIGHUP has come: time to save what is to be saved, and to call ``end(by:)``.
        case signal(Int32)
        /// The terminal is gone.
        case hangup
    }

    private let device: TerminalDevice
    private var writer: CanvasWriter

    package init(_ device: TerminalDevice, colors: ColorSupport) {
        self.device = device
        writer = CanvasWriter(colors: colors)
    }

    package var size: Size { device.size }

    /// Takes the screen, and tells of everything on the main queue from now on.
    package func enter(
        _ options: TerminalDevice.Options = TerminalDevice.Options(), _ handler: @escaping @MainActor (Event) -> Void
    ) throws(TerminalError) {
    }

    /// Shows that screen. What has been shown before is not sent again.
    package func draw(_ canvas: Canvas) throws(TerminalError) {
        try device.write(writer.bytes(for: canvas))
    }

    /// Lets the next screen be sent as a whole: Ctrl-L.
    package func invalidate() {
        writer.invalidate()
    }

    /// Gives the screen back as it was.
    package func leave() {
        device.leave()
    }

    /// Leaves, and ends the process by that signal.
    package func end(by signal: Int32) -> Never {
        device.end(by: signal)
    }
}
