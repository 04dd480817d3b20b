import Glibc

/// The reason why a terminal cannot be used.
package enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The process has no terminal: `errno` of opening /dev/tty, or the error of a descriptor that is not a terminal.
    case noTerminal(code: Int32)
    /// A call failed, with its `errno`.
    case failed(String, code: Int32)
    /// Another ``TerminalDevice`` of this process has taken the screen.
    case inUse

    package var description: String {
        switch self {
        case .noTerminal(let code): "there is no terminal here: \(String(cString: strerror(code)))"
        case .failed(let call, let code): "the terminal cannot be used: \(call): \(String(cString: strerror(code)))"
        case .inUse: "the terminal is already in use by this program"
        }
    }
}
