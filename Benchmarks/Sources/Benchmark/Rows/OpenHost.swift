import Glibc

/// A host that stays open, and takes one command a line.
final class OpenHost {
    private let process: pid_t
    private let input: Int32
    private let output: Int32
    /// The number of requests so far.
    private var turn = 0

    init(_ setting: Setting, features count: Int) throws {
        let inputs = try Pipe()
        let outputs = try Pipe()
        process = try setting.switchyard(["run", "--plain", "--fresh", "--isolation", "inline"], features: count)
            .start(input: inputs.read, output: outputs.write)
        close(inputs.read)
        close(outputs.write)
        input = inputs.write
        output = outputs.read
    }

    /// Opens links one after the other, and returns once the last one is shown.
    func show(_ links: [String]) throws {
        // The last command prints the URL of a link that no other line opens: that URL behind an empty line is the end.
        turn += 1
        let end = "bench://f0000/search?text=end\(turn)"
        let lines = (links + [end, "url"]).map { $0 + "\n" }.joined()
        var rest = Array(lines.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
            guard count > 0 else { throw MeasuringError("the host takes no commands") }
            rest = rest.dropFirst(count)
        }
        var printed = ""
        var piece = [UInt8](repeating: 0, count: 65536)
        while !printed.hasSuffix("\n\n\(end)\n") {
            let count = read(output, &piece, piece.count)
            guard count > 0 else { throw MeasuringError("the host has ended, after: \(printed.suffix(200))") }
            printed += String(decoding: piece[..<count], as: UTF8.self)
        }
    }

    /// Returns the host's resident memory, in bytes.
    func resident() throws -> Double {
        let pages = try Folder.read("/proc/\(process)/statm").split(separator: " ").dropFirst().first
        guard let pages = pages.flatMap({ Double($0) }) else { throw MeasuringError("statm cannot be read") }
        return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
    }

    func end() {
        close(input)
        _ = Program.wait(for: process)
        close(output)
    }
}
