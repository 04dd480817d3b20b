import Glibc
import HostCore
import HostSystem

/// A file that a script is read from.
struct ScriptFile {
    /// The largest script, in bytes.
    static let maximumSize = 1 << 20

    /// The file's path; `-` for standard input.
    let path: String

    var name: String { path == "-" ? "standard input" : path }

    func read() throws(FlowError) -> [UInt8] {
        guard path != "-" else { return try readStandardInput() }
        guard !path.utf8.contains(0) else { throw notReadable(String(cString: strerror(ENOENT))) }
        do throws(InputFileError) {
            return try InputFile.read(named: path, limit: Self.maximumSize)
        } catch {
            if case .failed(let error) = error, error.code == EFBIG { throw tooLarge }
            throw notReadable(error.description)
        }
    }

    private func readStandardInput() throws(FlowError) -> [UInt8] {
        let descriptor = STDIN_FILENO
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &block, block.count)
            if count < 0 && errno == EINTR { continue }
            if count < 0 && errno == EAGAIN {
                StandardDescriptors.wait(for: descriptor, POLLIN)
                continue
            }
            guard count >= 0 else { throw notReadable(String(cString: strerror(errno))) }
            if count == 0 { return bytes }
            bytes += block.prefix(count)
            guard bytes.count <= Self.maximumSize else { throw tooLarge }
        }
    }

    private var tooLarge: FlowError {
        FlowError(
            ["\(name): a script has at most \(Self.maximumSize >> 20) MiB, and this one has more"], code: .dataError)
    }

    private func notReadable(_ reason: String) -> FlowError {
        FlowError(["the script '\(name)' cannot be read: \(reason)"], code: .noInput)
    }
}
