import Glibc
import HostCore
import JSONText
import Synchronization

/// Data goes to standard output, everything else to standard error.
enum Console {
    static func print(_ text: String) {
        printBytes(of: text)
    }

    /// One JSON value and a newline.
    static func print(_ json: JSON) {
        printBytes(of: json.text(pretty: true) + "\n")
    }

    private static let sink = Mutex<(@Sendable (String) -> Void)?>(nil)

    /// Gives messages to somebody else, while the terminal that they would be written on is taken.
    static func redirect(_ sink: (@Sendable (String) -> Void)?) {
        self.sink.withLock { $0 = sink }
    }

    /// `switchyard: …`, on one line: a feature's reason cannot look like another message.
    static func error(_ message: String) {
        if let sink = sink.withLock(\.self) { return sink(message) }
        write("\(HostName.name): \(DisplayText.safe(message))\n", to: STDERR_FILENO)
    }

    static func warning(_ message: String) {
        error("warning: \(message)")
    }

    /// A further line below an error.
    static func note(_ text: String) {
        write(DisplayText.safe(text) + "\n", to: STDERR_FILENO)
    }

    /// Ends the program where standard output takes no more: what is missing must not look like an answer.
    private static func printBytes(of text: String) {
        guard let code = write(text, to: STDOUT_FILENO) else { return }
        // Whoever has noted that the reader is gone ends the program when it is time.
        if code == EPIPE, Interruption.hasCome { return }
        error("standard output cannot be written: \(String(cString: strerror(code)))")
        exit(ExitCode.ioError.rawValue)
    }

    /// - Returns: `errno` where not everything could be written.
    @discardableResult
    private static func write(_ text: String, to descriptor: Int32) -> Int32? {
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
