import Glibc
import HostCore
import JSONText

/// Data goes to standard output, everything else to standard error.
enum Console {
    static func print(_ text: String) {
        write(text, to: STDOUT_FILENO)
    }

    /// One JSON value and a newline.
    static func print(_ json: JSON) {
        write(json.text(pretty: true) + "\n", to: STDOUT_FILENO)
    }

    /// `switchyard: …`, a line for each line of the message.
    static func error(_ message: String) {
        for line in message.split(separator: "\n") {
            write("\(HostName.name): \(DisplayText.safe(String(line)))\n", to: STDERR_FILENO)
        }
    }

    static func warning(_ message: String) {
        error("warning: \(message)")
    }

    /// A further line below an error.
    static func note(_ text: String) {
        write(DisplayText.safe(text) + "\n", to: STDERR_FILENO)
    }

    private static func write(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                if count < 0 && errno == EINTR { continue }
                // Nobody reads any more, or the disk is full: there is nowhere to tell it.
                guard count > 0 else { return }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            }
        }
    }
}
