import Glibc
import HostCore
import HostSystem
import Synchronization

/// One line on a terminal's standard error with the progress of lasting work.
///
/// It appears after 0.3 s, and disappears when the work ends. It goes to standard error independent of the command's
/// output, so it is shown with `--json` too. Nothing is shown if standard error is not a terminal that can clear a
/// line, or if the program runs in the background. Ctrl-C removes the line too.
@MainActor
final class ProgressLine {
    /// The earliest time of the next drawing.
    private var next = ContinuousClock.now.advanced(by: .milliseconds(300))
    /// The shortest time between two drawings.
    private static let interval = Duration.milliseconds(100)
    /// Whether a line was shown, or is about to be. Read in the signal's handler.
    private static let hasDrawn = Atomic(false)
    /// Whether Ctrl-C is caught here. A command that catches it also removes the line itself.
    private let catchesInterrupt: Bool

    init() {
        var action = sigaction()
        sigaction(SIGINT, nil, &action)
        catchesInterrupt = action.isDefault
        guard catchesInterrupt else { return }
        signal(SIGINT) { number in
            // Only functions that a handler may call: signal-safety(7).
            let clear: StaticString = "\r\u{1B}[K"
            if ProgressLine.hasDrawn.load(ordering: .relaxed) {
                _ = write(STDERR_FILENO, clear.utf8Start, clear.utf8CodeUnitCount)
            }
            signal(number, SIG_DFL)
            raise(number)
        }
    }

    /// Replaces the text, cut to the width of the terminal.
    func show(_ text: @autoclosure () -> String) {
        let now = ContinuousClock.now
        guard now >= next else { return }
        next = now.advanced(by: Self.interval)
        guard let columns = Self.columns else { return }
        var line = DisplayText.safe("\(HostName.name): \(text())")
        // A character in the last column would begin a new line on some terminals.
        while DisplayText.width(line) >= columns, !line.isEmpty { line.removeLast() }
        // Before the line is there: Ctrl-C may come at any time.
        Self.hasDrawn.store(true, ordering: .relaxed)
        Console.showProgress(line)
    }

    func remove() {
        Console.showProgress(nil)
        if catchesInterrupt { signal(SIGINT, SIG_DFL) }
    }

    /// The width of the terminal for the line; nil if there is none.
    private static var columns: Int? {
        let terminal = HostEnvironment.current["TERM"] ?? ""
        var size = winsize()
        guard isatty(STDERR_FILENO) == 1, !terminal.isEmpty, terminal != "dumb",
            tcgetpgrp(STDERR_FILENO) == getpgrp(), ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0
        else { return nil }
        // A terminal may not know its width, so assume a usual one.
        return size.ws_col > 0 ? Int(size.ws_col) : 80
    }
}
