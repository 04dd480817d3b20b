import Glibc
import HostCore
import HostSystem
import JSONText
import Synchronization
import Terminal

/// The program's output: data on standard output, everything else on standard error.
enum Console {
    static func print(_ json: JSON) {
        print(json.text(pretty: true) + "\n")
    }

    private static let sink = Mutex<(@Sendable (String) -> Void)?>(nil)

    /// Sends messages to `sink` instead of standard error, while the app has the terminal.
    static func redirect(_ sink: (@Sendable (String) -> Void)?) {
        self.sink.withLock { $0 = sink }
    }

    /// Prints `switchyard: …` on one line, so that a feature's reason cannot look like another message.
    static func error(_ message: String) {
        report(message, Style(.red, .bold))
    }

    static func warning(_ message: String) {
        report("warning: \(message)", .bold)
    }

    /// - Parameter style: The style of the program's name before the message.
    private static func report(_ message: String, _ style: Style) {
        if let sink = sink.withLock(\.self) { return sink(message) }
        let layout = TextLayout.errors
        write(
            "\(layout.styled("\(HostName.name):", style)) \(layout.marked(DisplayText.safe(message)))\n",
            to: STDERR_FILENO)
    }

    /// Prints a further line below an error.
    static func note(_ text: String) {
        write(TextLayout.errors.marked(DisplayText.safe(text)) + "\n", to: STDERR_FILENO)
    }

    /// Prints a text for a reader, at a terminal fitted to it and with styles.
    ///
    /// - Parameter mark: The end of each broken line: ` \` for the command line of a shell.
    static func printReport(_ text: String, breakingWith mark: String = "") {
        print(TextLayout.output.report(text, breakingWith: mark))
    }

    private static let hasProgress = Mutex(false)

    /// Replaces the progress line on standard error, without a newline; nil removes it. Any other output removes it
    /// too.
    static func showProgress(_ line: String?) {
        hasProgress.withLock { isShown in
            guard isShown || line != nil else { return }
            // Return to the beginning of the line, and clear it to its end (EL, ECMA-48).
            send("\r\u{1B}[K" + (line ?? ""), to: STDERR_FILENO)
            isShown = line != nil
        }
    }

    /// Exits if standard output cannot be written, since incomplete output must not look like an answer.
    static func print(_ text: String) {
        guard let code = write(text, to: STDOUT_FILENO) else { return }
        // ``Interruption`` has caught SIGPIPE, and the command that uses it ends the program after its clean-up.
        if code == EPIPE, Interruption.hasCome { return }
        error("standard output cannot be written: \(String(cString: strerror(code)))")
        exit(ExitCode.ioError.rawValue)
    }

    /// - Returns: `errno` if not everything could be written; nil otherwise.
    @discardableResult
    private static func write(_ text: String, to descriptor: Int32) -> Int32? {
        showProgress(nil)
        return send(text, to: descriptor)
    }

    @discardableResult
    private static func send(_ text: String, to descriptor: Int32) -> Int32? {
        var text = text
        return text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                if count < 0 && errno == EINTR { continue }
                if count < 0 && errno == EAGAIN {
                    StandardDescriptors.wait(for: descriptor, POLLOUT)
                    continue
                }
                guard count > 0 else { return errno }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            }
            return nil
        }
    }
}
