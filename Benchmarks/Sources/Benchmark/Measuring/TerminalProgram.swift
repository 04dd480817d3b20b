import Glibc

/// A program at a terminal of 80 columns and 24 lines.
final class TerminalProgram {
    private let process: pid_t
    private let terminal: Int32
    /// When the program drew last.
    private(set) var lastDrawn: UInt64 = 0

    init(_ program: Program) throws {
        // pty(7): a terminal is locked until its other side has unlocked it.
        terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (unlocked, number): (Int32, UInt32) = (0, 0)
        var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
        guard ioctl(terminal, 0x4004_5431, &unlocked) == 0,  // TIOCSPTLCK
            ioctl(terminal, 0x8004_5430, &number) == 0,  // TIOCGPTN
            ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0
        else { throw MeasuringError("no terminal can be made") }
        var program = program
        program.environment["TERM"] = "xterm-256color"
        process = try program.start(terminal: "/dev/pts/\(number)")
    }

    /// Presses keys.
    func press(_ keys: String) throws {
        guard write(terminal, keys, keys.utf8.count) == keys.utf8.count else {
            throw MeasuringError("the terminal takes no keys")
        }
    }

    /// Reads what the program draws until that has a text, for ten seconds at most.
    func wait(for text: String) throws {
        var drawn = ""
        while !drawn.contains(text) {
            guard let piece = drawing(within: 10_000) else {
                throw MeasuringError("the program does not draw '\(text)': \(drawn.suffix(200))")
            }
            drawn += piece
        }
    }

    /// Reads what the program draws until it has drawn nothing for some milliseconds.
    func discard(for milliseconds: Int32) {
        while drawing(within: milliseconds) != nil {}
    }

    private func drawing(within milliseconds: Int32) -> String? {
        var descriptor = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        guard poll(&descriptor, 1, milliseconds) > 0 else { return nil }
        lastDrawn = Program.now
        var piece = [UInt8](repeating: 0, count: 65536)
        let count = read(terminal, &piece, piece.count)
        return count > 0 ? String(decoding: piece[..<count], as: UTF8.self) : nil
    }

    /// The memory of the program and its children, in bytes: what they share counts in parts.
    func memory() throws -> Double {
        var kilobytes = 0
        for number in try Folder.names(in: "/proc").compactMap(pid_t.init) {
            guard number == process || (try? Self.parent(of: number)) == process,
                let lines = try? Folder.read("/proc/\(number)/smaps_rollup").split(separator: "\n")
            else { continue }
            for line in lines where line.hasPrefix("Pss:") {
                kilobytes += line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            }
        }
        return Double(kilobytes << 10)
    }

    private static func parent(of process: pid_t) throws -> pid_t? {
        let status = try Folder.read("/proc/\(process)/status").split(separator: "\n")
        return status.first { $0.hasPrefix("PPid:") }?.split(separator: "\t").last.flatMap { pid_t($0) }
    }

    func end() {
        kill(process, SIGTERM)
        // The program ends only once somebody has read what it draws last.
        discard(for: 1000)
        close(terminal)
        _ = Program.wait(for: process)
    }
}
