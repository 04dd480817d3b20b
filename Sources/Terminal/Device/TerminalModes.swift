import Glibc

/// What a terminal is told when the screen is taken, and when it is given back.
struct TerminalModes {
    private let modes: [Int]

    init(_ options: TerminalDevice.Options) {
        let mouse = [Escape.Mode.mouseButtons, Escape.Mode.mouseDrags, Escape.Mode.mouseAsText]
        modes = [Escape.Mode.bracketedPaste] + (options.mouse ? mouse : [])
    }

    /// The screen of its own comes first: what is set after it is not kept with the person's one.
    var entering: String {
        Escape.set(Escape.Mode.alternateScreen) + Escape.plain + Escape.clearScreen
            + Escape.reset(Escape.Mode.autowrap) + Escape.reset(Escape.Mode.cursor)
            + modes.map(Escape.set).joined()
    }

    /// Whatever was being sent: an ESC ends a sequence that was cut off, and the screen may be held back.
    var leaving: String {
        Escape.reset(Escape.Mode.synchronized) + modes.reversed().map(Escape.reset).joined() + Escape.plain
            + Escape.set(Escape.Mode.autowrap) + Escape.set(Escape.Mode.cursor)
            + Escape.reset(Escape.Mode.alternateScreen)
    }

    /// The settings of the kernel's side: each byte as it comes, and sent as it is.
    ///
    /// The keys for signals stay: Ctrl-C, Ctrl-Z and Ctrl-\ do something even when the program does not. They discard
    /// nothing, as half of a sequence would be left.
    static func settings(from original: termios) -> termios {
        var settings = original
        cfmakeraw(&settings)
        settings.c_lflag |= tcflag_t(ISIG | NOFLSH)
        return settings
    }
}
