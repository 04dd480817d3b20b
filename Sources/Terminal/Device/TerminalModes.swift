import Glibc

/// The sequences for taking the screen and giving it back.
struct TerminalModes {
    private let modes = [
        Escape.Mode.bracketedPaste, Escape.Mode.mouseButtons, Escape.Mode.mouseDrags, Escape.Mode.mouseAsText,
    ]

    /// The sequence for taking the screen. The alternate screen comes first, so that later modes are not saved with the
    /// user's screen.
    var entering: String {
        Escape.set(Escape.Mode.alternateScreen) + Escape.plain + Escape.clearScreen
            + Escape.reset(Escape.Mode.autowrap) + Escape.reset(Escape.Mode.cursor)
            + modes.map(Escape.set).joined()
    }

    /// The sequence for giving the screen back, after any output: an ESC ends a sequence that was cut off, and the
    /// first mode ends synchronized output, which may hold the screen back.
    var leaving: String {
        Escape.reset(Escape.Mode.synchronized) + modes.reversed().map(Escape.reset).joined() + Escape.plain
            + Escape.set(Escape.Mode.autowrap) + Escape.set(Escape.Mode.cursor)
            + Escape.reset(Escape.Mode.alternateScreen)
    }

    /// Returns the kernel's settings for the terminal: bytes arrive at once and are sent unchanged.
    ///
    /// The keys for signals stay: Ctrl-C, Ctrl-Z and Ctrl-\ work even if the program hangs. They discard no pending
    /// output, which could leave half of a sequence.
    static func settings(from original: termios) -> termios {
        var settings = original
        cfmakeraw(&settings)
        settings.c_lflag |= tcflag_t(ISIG | NOFLSH)
        return settings
    }
}
