import Glibc

/// How a worker process came to its end before its time, with what is left to tell why.
package struct WorkerExit: Error, Hashable, Sendable {
    package enum Cause: Hashable, Sendable {
        /// A signal has ended it, of this number.
        case signal(Int32)
        /// It has exited by itself.
        case exit(Int32)
        /// It did not answer within so many seconds, and was ended.
        case deadline(seconds: Double)
        /// Its calls took more than so many seconds in all, without a pause, and it was ended.
        case allowance(seconds: Double)
        /// What it answered is none of the protocol's messages, and it was ended.
        case garbage(String)
    }

    package var cause: Cause
    /// What it was doing: `its constructors`, `feature_entry`, `manifest`, or a function of the ABI, as in `render`.
    package let call: String
    /// The first frames of the thread that crashed, innermost first: `read + 20 in libnotes.so at notes.c:12:9`.
    package let frames: [String]
    /// The last that it wrote to standard error and output.
    package let output: String

    package init(_ cause: Cause, during call: String, frames: [String] = [], output: String = "") {
        self.cause = cause
        self.call = call
        self.frames = frames
        self.output = output
    }

    /// How many frames are kept, how long each may be, and how many bytes of the output.
    package static let maximumFrames = 12
    package static let maximumFrameSize = 512
    package static let maximumOutput = 4096
}

extension WorkerExit: CustomStringConvertible {
    /// A fragment for a person: `crashed in render (SIGSEGV, segmentation fault)`.
    package var description: String {
        let place = call.isEmpty ? "" : " in \(call)"
        return switch cause {
        case .signal(let number): "crashed\(place) (\(Signals.name(number)): \(Signals.meaning(number)))"
        case .exit(let code): "ended itself\(place) (exit code \(code))"
        case .deadline(let seconds): "did not answer\(place) within \(Self.text(seconds: seconds))"
        case .allowance(let seconds):
            "took more than \(Self.text(seconds: seconds)) for its calls in a row, at last\(place)"
        case .garbage(let what): "broke the protocol\(place) (\(what))"
        }
    }

    /// Where it crashed, in the first frame that names a file and is the feature's: `notes.c:12`. An abort and a failed
    /// assertion begin with frames of the C library and of Swift's.
    package var place: String? {
        for frame in frames where !Self.isOfSystem(frame) {
            guard let at = frame.ranges(of: " at ").last else { continue }
            let name = frame[at.upperBound...].split(separator: "/").last ?? ""
            var words = name.split(separator: ":", omittingEmptySubsequences: false)
            // Behind the name are the line and the column, or the line alone.
            if words.count >= 3, words.suffix(2).allSatisfy({ Int($0) != nil }) { words.removeLast() }
            guard words.count >= 2, words[0] != "", let line = words.last, Int(line) != nil else { continue }
            return words.joined(separator: ":")
        }
        return nil
    }

    /// Whether a frame is in a library of the system: `abort + 245 in libc.so.6 at ./stdlib/abort.c:79:7`.
    private static func isOfSystem(_ frame: String) -> Bool {
        // A function's name may have " in " in it, as a closure's has, and more stands behind it then.
        let image = frame.ranges(of: " in ").lazy.compactMap { range -> Substring? in
            let rest = frame[range.upperBound...]
            let name = rest[..<(rest.firstRange(of: " at ")?.lowerBound ?? rest.endIndex)]
            return name.contains(" ") ? nil : name
        }.first
        guard let image else { return false }
        return systemImages.contains { image.hasPrefix($0) }
    }

    /// How the names of libraries begin in which a crash of a feature may end, and which are not the feature's.
    private static let systemImages = [
        "libc.so", "libc-", "libm.so", "libm-", "libpthread", "ld-linux", "ld-musl", "linux-vdso", "[vdso]", "libgcc_s",
        "libstdc++", "libc++", "libasan", "libtsan", "libubsan", "libswiftCore", "libswift_", "libswiftDispatch",
        "libswiftGlibc", "libswiftObservation", "libswiftSynchronization", "libdispatch", "libBlocksRuntime",
        "libFoundation", "lib_Foundation",
    ]

    /// What it printed last, where that says why: `Fatal error: Index out of range`.
    package var lastWords: String? {
        guard let start = output.ranges(of: "Fatal error: ").last?.lowerBound else { return nil }
        return output[start...].split(separator: "\n").first.map(String.init)
    }

    /// The frames in which the feature's code was, or what it has called: those above the first of the host's.
    ///
    /// - Parameter executable: The file name of the host's executable.
    package func frames(above executable: String) -> [String] {
        Array(frames.prefix { !$0.hasSuffix(" in \(executable)") && !$0.contains(" in \(executable) at ") })
    }

    /// All that is known, line by line.
    package var details: [String] {
        frames.enumerated().map { "frame \($0.offset): \($0.element)" }
            + output.split(separator: "\n").suffix(20).map { "printed: \($0)" }
    }

    /// `2 s` or `250 ms`
    static func text(seconds: Double) -> String {
        let milliseconds = Int((seconds * 1000).rounded())
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }
}

/// Signals by name: signal(7).
package enum Signals {
    /// `SIGSEGV`
    package static func name(_ number: Int32) -> String { names[number] ?? "signal \(number)" }

    /// `segmentation fault`, by strsignal(3).
    package static func meaning(_ number: Int32) -> String {
        strsignal(number).map { String(cString: $0).lowercased() } ?? "unknown"
    }

    private static let names: [Int32: String] = [
        SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP",
        SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGKILL: "SIGKILL", SIGUSR1: "SIGUSR1",
        SIGSEGV: "SIGSEGV", SIGUSR2: "SIGUSR2", SIGPIPE: "SIGPIPE", SIGALRM: "SIGALRM", SIGTERM: "SIGTERM",
        SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ", SIGSYS: "SIGSYS",
    ]
}
