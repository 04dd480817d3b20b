import Dispatch

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
    private var decoder = InputDecoder()
    private var handler: @MainActor (Event) -> Void = { _ in }
    /// How often something has come: what waits for more to come gives up where it is another number.
    private var pieces = 0

    package init(_ device: TerminalDevice, colors: ColorSupport) {
        self.device = device
        writer = CanvasWriter(colors: colors)
    }

    package var size: Size { device.size }

    /// Takes the screen, and tells of everything on the main queue from now on.
    package func enter(
        _ options: TerminalDevice.Options = TerminalDevice.Options(), _ handler: @escaping @MainActor (Event) -> Void
    ) throws(TerminalError) {
        self.handler = handler
        decoder = InputDecoder()
        writer.invalidate()
        try device.enter(options) { [weak self] event in self?.take(event) }
    }

    /// Shows that screen. What has been shown before is not sent again.
    package func draw(_ canvas: Canvas) throws(TerminalError) {
        try device.write(writer.bytes(for: canvas))
    }

    /// Lets the next screen be sent as a whole: Ctrl-L.
    package func invalidate() {
        writer.invalidate()
    }

    /// Puts a text on the clipboard of the person's desktop, where the terminal lets programs do that: OSC 52 of
    /// xterm's control sequences. Others pass it over.
    package func copy(_ text: String) {
        try? device.write(Array("\u{1B}]52;c;\(Base64.text(of: Array(text.utf8)))\u{07}".utf8))
    }

    /// Gives the screen back as it was. Does nothing where it has not been taken.
    package func leave() {
        pieces += 1
        // What came with the key that ended it is nobody's.
        handler = { _ in }
        device.leave()
    }

    /// Leaves, and ends the process by that signal, so that who has started it sees how it ended.
    package func end(by signal: Int32) -> Never {
        device.end(by: signal)
    }

    // MARK: What comes

    private func take(_ event: TerminalDevice.Event) {
        switch event {
        case .input(let bytes): take(bytes)
        case .resized, .resumed:
            writer.invalidate()
            handler(.redraw)
        case .signal(let signal): handler(.signal(signal))
        case .hangup: handler(.hangup)
        }
    }

    /// How long what follows an ESC may take to come: a person does not notice it, and a line is seldom slower.
    private static let patience = DispatchTimeInterval.milliseconds(50)

    private func take(_ bytes: [UInt8]) {
        pieces += 1
        for event in decoder.decode(bytes) { handler(.input(event)) }
        guard decoder.hasPendingEscape else { return }
        let piece = pieces
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.patience) {
            MainActor.assumeIsolated { [weak self] in
                guard let self, piece == pieces else { return }
                for event in decoder.flush() { handler(.input(event)) }
            }
        }
    }
}
