import FeatureContract
import Glibc
import HostSystem
import JSONText

/// Adds names, files and lines to the frames of a crash, by the toolchain's llvm-symbolizer(1).
///
/// That program reads a library of unknown origin, and a mangled name of a few bytes can expand to gigabytes. So both
/// are processed under the confinement and limits of a worker. Without the program, a frame has the name that the
/// library exports.
@MainActor
struct Symbolizer {
    struct Frame: Equatable {
        /// The address in the library.
        let address: UInt
        /// The path of the library.
        let path: String
        /// The text in the report: `read_notes + 25 in /home/ann/libnotes.so`.
        let text: String
    }

    /// The executable for the process: that of the host.
    let executable: String

    /// The frames as texts, each with the function, the library's file name and the source location if known:
    /// `read_notes + 25 in libnotes.so at /home/ann/notes.c:12:9`. An inlined function has a separate frame.
    func texts(of frames: [Frame]) -> [String] {
        let host = Path.resolved(executable)
        let wanted = frames.filter { frame in
            frame.path.hasPrefix("/") && Path.resolved(frame.path) != host
                && !WorkerExit.isSystemLibrary(Path.name(frame.path)) && Self.isFile(frame.path)
        }
        let found = wanted.isEmpty ? [:] : look(for: wanted)
        let names = demangled(frames.map(Self.function) + found.values.flatMap { $0.compactMap(\.name) })
        let texts = frames.flatMap { frame in
            let short = Self.shortened(frame, names)
            guard let symbols = found[frame.key], !symbols.isEmpty else { return [short] }
            return symbols.enumerated().map { index, symbol in
                // The last is the function itself; the others are inlined in it.
                let isInlined = index < symbols.count - 1
                let offset = symbol.start.flatMap { isInlined || $0 > frame.address ? nil : " + \(frame.address - $0)" }
                let name = symbol.name.map { (names[$0] ?? $0) + (offset ?? "") + " in \(Path.name(frame.path))" }
                return (name ?? short) + (symbol.place.map { " at \($0)" } ?? "")
            }
        }
        // An abort begins in the system's libraries.
        let own = texts.firstIndex { !WorkerExit.isOfSystem($0) } ?? 0
        return Array(texts.dropFirst(own).prefix(WorkerExit.maximumFrames))
    }

    /// The text of a frame, with the library's file name and the demangled function.
    private static func shortened(_ frame: Frame, _ names: [String: String]) -> String {
        guard frame.path != "?" else { return "0x" + String(frame.address, radix: 16) }
        guard frame.path.hasPrefix("/") else { return frame.text }
        let function = function(of: frame)
        guard function != "-" else { return "0x" + String(frame.address, radix: 16) + " in \(Path.name(frame.path))" }
        return (names[function] ?? function) + frame.text.dropFirst(function.count).dropLast(frame.path.count)
            + Path.name(frame.path)
    }

    /// The exported name of the function; `-` if there is none.
    private static func function(of frame: Frame) -> String { String(frame.text.prefix { $0 != " " }) }

    /// Whether a path leads to a regular file. A library can print any path, and a device may have endless content.
    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    // MARK: The program

    private struct Symbol {
        let name: String?
        /// The address of the function; nil if it is inlined.
        let start: UInt?
        let place: String?
    }

    /// The time left for the program in this run of the host: a feature may crash at each start, and give the program
    /// much to read.
    private static var patience = Duration.seconds(10)

    private func look(for frames: [Frame]) -> [String: [Symbol]] {
        guard let program = Self.program else { return [:] }
        let lines = lines([program] + Set(frames.map(\.key)).sorted())
        guard let answers = (try? JSON.parse(lines.joined()))?.array else { return [:] }
        var found: [String: [Symbol]] = [:]
        for answer in answers {
            guard let address = answer["Address"]?.string, let path = answer["ModuleName"]?.string else { continue }
            found["\(path) \(address)"] = answer["Symbol"]?.array?.compactMap(Self.symbol)
        }
        return found
    }

    /// Starts the process, and returns the lines that it prints while time is left.
    private func lines(_ arguments: [String]) -> [String] {
        guard Self.patience > .zero,
            let process = try? WorkerProcess.start(executable: executable, name: Self.name, more: arguments)
        else { return [] }
        var lines: [String] = []
        process.lineSink = { lines.append($0) }
        let start = ContinuousClock.now
        process.waitForExit(Self.patience)
        process.stop()
        Self.patience -= start.duration(to: .now)
        return lines
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

    /// The program of the toolchain whose libraries this process has loaded, else the first in `PATH`.
    private static let program: String? = {
        let name = "llvm-symbolizer"
        let libraries = "/lib/swift/linux"
        var folders = HostLibraries.folders.filter { $0.hasSuffix(libraries) }
            .map { String($0.dropLast(libraries.count)) + "/bin" }
        folders += (HostEnvironment.current["PATH"] ?? "").split(separator: ":").map(String.init)
        return folders.map { Path.join($0, name) }.first { $0.hasPrefix("/") && access($0, X_OK) == 0 }
    }()

    // MARK: In the process

    /// The name of the process for ps(1).
    private static let name = "symbols"

    /// Becomes the program, if this process was started for that.
    nonisolated static func runIfAsked() {
        let arguments = CommandLine.arguments.dropFirst(1 + WorkerMain.argumentCount)
        guard let program = arguments.first, program.hasPrefix("/") || program == demangling else { return }
        let subjects = Array(arguments.dropFirst())
        WorkerMain.apply(.usual)
        do {
            guard program != demangling else {
                try Confinement(.bestEffort).enforce()
                for name in subjects { print(demangled(name)) }
                exit(0)
            }
            let files = subjects.compactMap { subject in
                subject.lastIndex(of: " ").map { String(subject[..<$0]) }
            }
            try Confinement(.bestEffort, permissions: Permissions(read: Set(files))).enforce(becoming: program)
            var words = ([program, "--output-style=JSON", "--no-demangle"] + subjects).map { strdup($0) } + [nil]
            execv(program, &words)
        } catch {}
        _exit(1)
    }

    // MARK: Names

    /// The first argument of a process that demangles names, in place of a program.
    private nonisolated static let demangling = "demangle"

    /// The demangled names of Swift functions, by their mangled names.
    private func demangled(_ names: [String]) -> [String: String] {
        let mangled = Set(names.filter { $0.hasPrefix("$s") }).sorted()
        guard !mangled.isEmpty else { return [:] }
        return Dictionary(zip(mangled, lines([Self.demangling] + mangled))) { first, _ in first }
    }

    private typealias Demangle =
        @convention(c) (
            UnsafePointer<CChar>?, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?, UInt32
        ) -> UnsafeMutablePointer<CChar>?

    private nonisolated static let demangle: Demangle? =
        dlsym(nil, "swift_demangle").map { unsafeBitCast($0, to: Demangle.self) }

    /// One line, no longer than a line of a worker's output.
    private nonisolated static func demangled(_ name: String) -> String {
        guard let text = demangle?(name, name.utf8.count, nil, nil, 0) else { return name }
        defer { free(text) }
        return String(cString: text).replacing("\n", with: " ").beginning(maximumName)
    }

    private nonisolated static let maximumName = 1000
}

extension Symbolizer.Frame {
    /// The frame as input for the program.
    fileprivate var key: String { "\(path) 0x\(String(address, radix: 16))" }
}
