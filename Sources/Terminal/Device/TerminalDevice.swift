import Glibc

/// The terminal itself: its modes, its size, what it sends and what it is sent.
///
/// However the process ends, the terminal is as it was: by ``leave()``, by exit(3), by a signal, by a crash. Nothing but
/// SIGKILL is able to leave it otherwise.
@MainActor
package final class TerminalDevice {
    package enum Event: Hashable, Sendable {
        /// Bytes for an ``InputDecoder``.
        case input([UInt8])
        case resized(Size)
        /// The process was stopped (Ctrl-Z) and goes on; the screen is empty, and to be drawn as a whole.
        case resumed
        /// SIGINT (Ctrl-C), SIGTERM or SIGHUP has come: time to save what is to be saved, and to call ``end(by:)``.
        case signal(Int32)
        /// The terminal is gone.
        case hangup
    }

    /// What of the terminal is used beyond keys and cells.
    package struct Options: Sendable {
        package var mouse: Bool

        package init(mouse: Bool = true) {
            self.mouse = mouse
        }
    }

    /// The terminal that the process was started from, wherever its standard input and output lead: /dev/tty.
    package convenience init() throws(TerminalError) {
        throw .noTerminal(code: ENOTTY)
    }

    /// A terminal that is open; it stays open.
    package init(input: Int32, output: Int32) throws(TerminalError) {
        throw .noTerminal(code: ENOTTY)
    }

    /// Takes the whole screen, and tells of everything on the main queue from now on. Does nothing where it has.
    package func enter(_ options: Options = Options(), _ handler: @escaping @MainActor (Event) -> Void)
        throws(TerminalError)
    {}

    /// Gives the screen back as it was. Does nothing where ``enter(_:_:)`` has not been called.
    package func leave() {}

    /// Leaves, and ends the process by that signal, so that who has started it sees how it ended.
    package func end(by signal: Int32) -> Never {
        exit(128 + signal)
    }

    /// How many cells there are; 80 × 24 where the terminal does not tell.
    package var size: Size { Size(columns: 80, rows: 24) }

    /// Sends everything, waiting where the terminal takes no more.
    package func write(_ bytes: [UInt8]) throws(TerminalError) {}
}
