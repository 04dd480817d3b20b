import Dispatch
import JSONText

/// A terminal for a full-screen application, which draws screens and receives events.
@MainActor
package final class FullScreen {
    package enum Event: Hashable, Sendable {
        case input(InputEvent)
        /// The size has changed, or the terminal no longer shows the drawn screen: the application must draw again.
        case redraw
        /// SIGINT (Ctrl-C), SIGTERM or SIGHUP has come: the application saves its state and calls ``end(by:)``.
        case signal(Int32)
        case hangup
    }

    private let device: TerminalDevice
    private var writer: CanvasWriter
    private var decoder = InputDecoder()
    private var handler: @MainActor (Event) -> Void = { _ in }
    /// The number of inputs so far. A change ends the wait for more input.
    private var pieces = 0

    /// Whether to ask the terminal for its background, to choose exact colours for that.
    private let asksForBackground: Bool

    package init(_ device: TerminalDevice, colors: ColorSupport, asksForBackground: Bool = false) {
        self.device = device
        self.asksForBackground = asksForBackground && colors == .sixteen
        writer = CanvasWriter(colors: colors)
    }

    package var size: Size { device.size }

    /// Takes the screen, and delivers events on the main queue from now on.
    package func enter(_ handler: @escaping @MainActor (Event) -> Void) throws(TerminalError) {
        self.handler = handler
        decoder = InputDecoder()
        writer.invalidate()
        try device.enter { [weak self] event in self?.handle(event) }
        // OSC 11 of xterm's control sequences. A terminal without support does not answer.
        if asksForBackground { try device.write(Array("\u{1B}]11;?\u{07}".utf8)) }
    }

    /// Delivers the present events, for a caller that keeps the main queue busy.
    package func deliverEvents() {
        let (piece, isPending) = (pieces, decoder.hasPendingEscape)
        TerminalWatch.deliver()
        // No more has come since the last time.
        guard isPending, piece == pieces else { return }
        for event in decoder.flush() { handler(.input(event)) }
    }

    /// Shows a screen, and sends only the changed cells.
    package func draw(_ canvas: Canvas) throws(TerminalError) {
        try device.write(writer.bytes(for: canvas))
    }

    /// Makes the next screen be sent as a whole, as for Ctrl-L.
    package func invalidate() {
        writer.invalidate()
    }

    /// Puts a text on the clipboard of the user's desktop, by OSC 52 of xterm's control sequences. Terminals that do
    /// not support or allow this ignore it.
    package func copy(_ text: String) {
        try? device.write(Array("\u{1B}]52;c;\(Base64.text(of: Array(text.utf8)))\u{07}".utf8))
    }

    /// Restores the screen. Does nothing if it has not been taken.
    package func leave() {
        pieces += 1
        // Input that came together with the key that ended the application is dropped.
        handler = { _ in }
        device.leave()
    }

    /// Leaves, and ends the process by this signal, so that its parent sees the reason for the exit.
    package func end(by signal: Int32) -> Never {
        device.end(by: signal)
    }

    // MARK: Input

    private func handle(_ event: TerminalDevice.Event) {
        switch event {
        case .input(let bytes): handle(bytes)
        case .resized, .resumed:
            writer.invalidate()
            handler(.redraw)
        case .signal(let signal): handler(.signal(signal))
        case .hangup: handler(.hangup)
        }
    }

    /// The time to wait for the bytes after an ESC, which a bad connection delivers in pieces. A longer wait would be
    /// noticeable at the key Esc.
    private static let patience = DispatchTimeInterval.milliseconds(200)

    private func handle(_ bytes: [UInt8]) {
        pieces += 1
        for event in decoder.decode(bytes) {
            guard case .background(let color) = event else {
                handler(.input(event))
                continue
            }
            guard asksForBackground, let background = Background(color) else { continue }
            writer.colors = .exact(background)
            handler(.redraw)
        }
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
