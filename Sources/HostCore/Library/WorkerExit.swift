import FeatureContract
import Glibc
import HostSystem

/// The premature exit of a worker process, with evidence of the reason.
@BinaryCoded
package struct WorkerExit: Error, Hashable, Sendable {
    @BinaryCoded
    package enum Cause: Hashable, Sendable {
        case signal(Int32)
        case exit(Int32)
        /// It did not answer within this time, and the host killed it.
        case deadline(seconds: Double)
        /// Its successive calls took more than this time in total, and the host killed it.
        case callBudget(seconds: Double)
        /// It sent an invalid message, and the host killed it.
        case garbage(String)
        /// The embedding program ignores SIGCHLD, so the kernel has dropped the status: wait(2).
        case unknown
    }

    package var cause: Cause
    /// The call during which it exited: `its constructors`, `switchyard_feature_entry`, `manifest`, or a function of
    /// the ABI such as `render`.
    package let call: String
    /// The first frames of the thread that crashed, innermost first: `read + 20 in libnotes.so at notes.c:12:9`.
    package let frames: [String]
    /// Its last output to standard error and standard output.
    package let output: String

    /// Keeps the first frames, the beginning of each text, and the end of the output.
    init(_ cause: Cause, during call: String, frames: [String] = [], output: String = "") {
        self.cause = cause
        if case .garbage(let what) = cause { self.cause = .garbage(what.beginning(Self.maximumFrameSize)) }
        self.call = call.beginning(Self.maximumFrameSize)
        self.frames = frames.prefix(Self.maximumFrames).map { $0.beginning(Self.maximumFrameSize) }
        self.output = output.end(Self.maximumOutput)
    }

    /// The limits: the number of frames, the bytes of each frame, and the bytes of the output.
    static var maximumFrames: Int { 12 }
    static let maximumFrameSize = 512
    static let maximumOutput = 4096
}

extension WorkerExit: CustomStringConvertible {
    /// The exit as a phrase: `crashed in render (SIGSEGV: segmentation fault)`.
    package var description: String {
        let place = call.isEmpty ? "" : " in \(call)"
        return switch cause {
        case .signal(let number): "crashed\(place) (\(Signals.name(number)): \(Signals.meaning(number)))"
        case .exit(let code): "ended itself\(place) (exit code \(code))"
        case .deadline(let seconds): "did not answer\(place) within \(Self.text(seconds: seconds))"
        case .callBudget(let seconds):
            "took more than \(Self.text(seconds: seconds)) for its calls in a row, at last\(place)"
        case .garbage(let what): "broke the protocol\(place) (\(what))"
        case .unknown: "ended\(place) (how is not known, since this program ignores the signal SIGCHLD)"
        }
    }

    /// The source line of the crash: `notes.c:12`, from the first frame in the feature's code that has one. The frames
    /// of an abort or a failed assertion begin in the C library and Swift's runtime; those of a failed precondition of
    /// FeatureKit begin there.
    package var place: String? {
        let own = frames.filter { !Self.isOfSystem($0) }
        return Self.place(in: own.filter { !$0.contains("/FeatureKit/") }) ?? Self.place(in: own)
    }

    private static func place(in frames: [String]) -> String? {
        for frame in frames {
            guard let at = frame.ranges(of: " at ").last else { continue }
            let name = frame[at.upperBound...].split(separator: "/").last ?? ""
            var words = name.split(separator: ":", omittingEmptySubsequences: false)
            // Line and column follow the name, or the line alone.
            if words.count >= 3, words.suffix(2).allSatisfy({ Int($0) != nil }) { words.removeLast() }
            guard words.count >= 2, words[0] != "", let line = words.last, Int(line) != nil else { continue }
            return words.joined(separator: ":")
        }
        return nil
    }

    /// Whether a frame is in a system library: `abort + 245 in libc.so.6 at ./stdlib/abort.c:79:7`.
    static func isOfSystem(_ frame: String) -> Bool {
        // A function's name may contain " in ", as a closure's does: then the text after it contains a space.
        let image = frame.ranges(of: " in ").lazy.compactMap { range -> Substring? in
            let rest = frame[range.upperBound...]
            let name = rest[..<(rest.firstRange(of: " at ")?.lowerBound ?? rest.endIndex)]
            return name.contains(" ") ? nil : name
        }.first
        guard let image else { return false }
        return isSystemLibrary(image)
    }

    /// Whether a library is the system's or the toolchain's, by its file name.
    static func isSystemLibrary(_ name: some StringProtocol) -> Bool {
        systemImages.contains { name.hasPrefix($0) }
    }

    /// The prefixes of system libraries in which a feature's crash may end.
    private static let systemImages = [
        "libc.so", "libc-", "libm.so", "libm-", "libpthread", "ld-linux", "ld-musl", "linux-vdso", "[vdso]", "libgcc_s",
        "libstdc++", "libc++", "libasan", "libtsan", "libubsan", "libswiftCore", "libswift_", "libswiftDispatch",
        "libswiftGlibc", "libswiftObservation", "libswiftSynchronization", "libdispatch", "libBlocksRuntime",
        "libFoundation", "lib_Foundation",
    ]

    /// The reason printed by Swift's runtime, if any: `Fatal error: Index out of range`.
    package var stderrTail: String? {
        guard let start = output.ranges(of: "Fatal error: ").last?.lowerBound else { return nil }
        return output[start...].split(separator: "\n").first.map(String.init)
    }

    /// The frames of the feature's code and its callees: those above the host's first.
    ///
    /// - Parameter executable: The file name of the host's executable.
    package func frames(above executable: String) -> [String] {
        Array(frames.prefix { !$0.hasSuffix(" in \(executable)") && !$0.contains(" in \(executable) at ") })
    }

    /// All details of the exit, line by line.
    var details: [String] {
        frames.enumerated().map { "frame \($0.offset): \($0.element)" }
            + output.split(separator: "\n").suffix(20).map { "printed: \($0)" }
    }

    /// The text of a duration: `2 s` or `250 ms`.
    package static func text(seconds: Double) -> String {
        guard let milliseconds = Int(exactly: (seconds * 1000).rounded()) else { return "\(seconds) s" }
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }
}

/// Names and meanings of signals: signal(7).
package enum Signals {
    package static func name(_ number: Int32) -> String { names[number] ?? "signal \(number)" }

    /// The meaning of a signal, by strsignal(3): `segmentation fault`.
    static func meaning(_ number: Int32) -> String {
        strsignal(number).map { String(cString: $0).lowercased() } ?? "unknown"
    }

    private static let names: [Int32: String] = [
        SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP",
        SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGKILL: "SIGKILL", SIGUSR1: "SIGUSR1",
        SIGSEGV: "SIGSEGV", SIGUSR2: "SIGUSR2", SIGPIPE: "SIGPIPE", SIGALRM: "SIGALRM", SIGTERM: "SIGTERM",
        SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ", SIGSYS: "SIGSYS",
    ]
}
