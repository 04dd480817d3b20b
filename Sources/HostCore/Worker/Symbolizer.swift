import FeatureContract
import Glibc
import HostSystem
import JSONText

/// Adds names, files and lines to the frames of a crash, by the toolchain's llvm-symbolizer(1).
///
/// That program reads a library that may be anybody's, so it runs in a process that is confined as a worker is. Where it
/// is not installed, a frame has the name that the library exports.
@MainActor
struct Symbolizer {
    /// A frame in a crash report.
    struct Frame: Equatable {
        /// The address in the library.
        let address: UInt
        /// The path of the library.
        let path: String
        /// The text in the report: `read_notes + 25 in /home/ann/libnotes.so`.
        let text: String
    }

    /// The executable that is started as the process: a host.
    let executable: String

    /// The frames as texts, each with the function, the library's file name, and the place in a source file, if known:
    /// `read_notes + 25 in libnotes.so at /home/ann/notes.c:12:9`. A function that was inlined has a frame of its own.
    ///
    func texts(of frames: [Frame]) -> [String] {
        let host = Path.resolved(executable)
        let wanted = frames.filter { frame in
            frame.path.hasPrefix("/") && Path.resolved(frame.path) != host
                && !WorkerExit.isSystemLibrary(Path.name(frame.path))
        }
        let found = wanted.isEmpty ? [:] : look(for: wanted)
        let texts = frames.flatMap { frame in
            let short = Self.shortened(frame)
            guard let symbols = found[frame.key], !symbols.isEmpty else { return [short] }
            return symbols.enumerated().map { index, symbol in
                // The last one is the function itself; the others are inlined in it.
                let isInlined = index < symbols.count - 1
                let offset = symbol.start.flatMap { isInlined || $0 > frame.address ? nil : " + \(frame.address - $0)" }
                let name = symbol.name.map { Self.demangled($0) + (offset ?? "") + " in \(Path.name(frame.path))" }
                return (name ?? short) + (symbol.place.map { " at \($0)" } ?? "")
            }
        }
        // An abort begins in the system's libraries.
        let own = texts.firstIndex { !WorkerExit.isOfSystem($0) } ?? 0
        return Array(texts.dropFirst(own).prefix(WorkerExit.maximumFrames))
    }

    /// The text of a frame with the file name of its library and the function's name as the author wrote it.
    private static func shortened(_ frame: Frame) -> String {
        guard frame.path != "?" else { return "0x" + String(frame.address, radix: 16) }
        guard frame.path.hasPrefix("/") else { return frame.text }
        let function = frame.text.dropLast(" in \(frame.path)".count)
        let words = function.splitOnce(at: " ")
        guard function != "-" else { return "0x" + String(frame.address, radix: 16) + " in \(Path.name(frame.path))" }
        return demangled(String(words.0)) + (words.1.map { " \($0)" } ?? "") + " in \(Path.name(frame.path))"
    }

    // MARK: The program

    private struct Symbol {
        let name: String?
        /// The address of the function. Nil for one that is inlined.
        let start: UInt?
        let place: String?
    }

    /// The time that is left for the program in this run of the host: a feature may crash as often as it is started, and
    /// give the program much to read.
    private static var patience = Duration.seconds(10)

    private func look(for frames: [Frame]) -> [String: [Symbol]] {
        guard Self.patience > .zero, let program = Self.program,
            let process = try? WorkerProcess.start(
                executable: executable, name: Self.name, more: [program] + Set(frames.map(\.key)).sorted(),
                sandbox: .bestEffort)
        else { return [:] }
        var text = ""
        process.lineSink = { text += $0 }
        let start = ContinuousClock.now
        process.waitForExit(Self.patience)
        process.stop()
        Self.patience -= start.duration(to: .now)
        guard let answers = (try? JSON.parse(text))?.array else { return [:] }
        var found: [String: [Symbol]] = [:]
        for answer in answers {
            guard let address = answer["Address"]?.string, let path = answer["ModuleName"]?.string else { continue }
            found["\(path) \(address)"] = answer["Symbol"]?.array?.compactMap(Self.symbol)
        }
        return found
    }

    private static func symbol(_ json: JSON) -> Symbol? {
        let name = json["FunctionName"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        let file = json["FileName"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        let line = json["Line"]?.integer ?? 0
        guard name != nil || file != nil else { return nil }
        let start = json["StartAddress"]?.string.flatMap { UInt($0.dropFirst(2), radix: 16) }
        return Symbol(
            name: name, start: start,
            place: line > 0 ? file.map { "\($0):\(line):\(json["Column"]?.integer ?? 0)" } : nil)
    }

    /// The program of the toolchain whose libraries this process has loaded, or the first in `PATH`.
    private static let program: String? = {
        let name = "llvm-symbolizer"
        let libraries = "/lib/swift/linux"
        var folders = HostLibraries.folders.filter { $0.hasSuffix(libraries) }
            .map { String($0.dropLast(libraries.count)) + "/bin" }
        folders += (HostEnvironment.current["PATH"] ?? "").split(separator: ":").map(String.init)
        return folders.map { Path.join($0, name) }.first { $0.hasPrefix("/") && access($0, X_OK) == 0 }
    }()

    // MARK: In the process

    /// The purpose of the process, which ps(1) shows.
    private static let name = "symbols"

    /// Becomes the program, if this process was started for that.
    nonisolated static func runIfAsked() {
        let arguments = CommandLine.arguments.dropFirst(1 + WorkerMain.argumentCount)
        guard let program = arguments.first, program.hasPrefix("/") else { return }
        let frames = Array(arguments.dropFirst())
        let folders = frames.compactMap(Path.parent)
        let confinement = Confinement(.bestEffort, permissions: Permissions(read: Set(folders)))
        guard (try? confinement.enforce(becoming: program)) != nil else { _exit(1) }
        var words = ([program, "--output-style=JSON", "--no-demangle"] + frames).map { strdup($0) } + [nil]
        execv(program, &words)
        _exit(1)
    }

    // MARK: Names

    private typealias Demangle =
        @convention(c) (
            UnsafePointer<CChar>?, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?, UInt32
        ) -> UnsafeMutablePointer<CChar>?

    private static let demangle: Demangle? =
        dlsym(nil, "swift_demangle").map { unsafeBitCast($0, to: Demangle.self) }

    private static func demangled(_ name: String) -> String {
        guard name.hasPrefix("$s"), let text = demangle?(name, name.utf8.count, nil, nil, 0) else { return name }
        defer { free(text) }
        return String(cString: text)
    }
}

extension Symbolizer.Frame {
    /// The frame as the program takes it.
    fileprivate var key: String { "\(path) 0x\(String(address, radix: 16))" }
}
