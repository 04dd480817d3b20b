import Glibc
import JSONText
import Synchronization

/// The trace of this process: a file that shows how its first thread spent the time, for Perfetto and Chrome's
/// `about:tracing`.
///
/// The file is an array of spans, one per line. At the top level the spans follow each other without a gap: `launch`,
/// then `main queue` and `wait` in turn. Their sum is the lifetime of the process. All other spans are nested in these.
/// A killed process leaves the spans before its last wait, without the closing bracket, which readers do not need.
///
/// The trace contains no text of the user: routes and links appear by their names and patterns.
///
/// Source: Trace Event Format, "JSON Array Format" and "Complete Events". Times are in microseconds since the start.
///
/// ```swift
/// try Trace.begin(path: "run.trace")
/// let span = TraceSpan.begin()
/// let place = match(link)
/// span?.end("match", .plan, ["pattern": .string(place.pattern)])
/// try Trace.end()
/// ```
package enum Trace {
    private static let isOn = Atomic(false)
    private static let thread = Atomic<UInt>(0)
    private static let writer = Mutex<Writer?>(nil)

    /// Creates the file, or empties an earlier trace. The process's time so far becomes the first span, `launch`.
    package static func begin(path: String) throws(SystemError) {
        let now = time(CLOCK_MONOTONIC)
        let start = now - min(now, age())
        try writer.withLock { (writer) throws(SystemError) in
            writer = Writer(
                try FileDescriptor(emptying: path, ifItBegins: "[\n{\"name\":\"launch\""), start: start)
            writer?.addTop("launch", to: now)
        }
        thread.store(UInt(pthread_self()), ordering: .relaxed)
        isOn.store(true, ordering: .relaxed)
    }

    /// Ends the trace before the rest of the process.
    ///
    /// - Throws: The first reason why the file is incomplete.
    package static func end() throws(SystemError) {
        guard isOn.exchange(false, ordering: .relaxed) else { return }
        let failure: SystemError? = writer.withLock { writer in
            writer?.addTop("main queue", to: time(CLOCK_MONOTONIC))
            writer?.finish()
            let failure = writer?.failure
            writer = nil
            return failure
        }
        if let failure { throw failure }
    }

    /// Ends a top-level span, and starts the next.
    ///
    /// - Parameter writes: Whether to write all spans so far to the file.
    package static func turn(_ name: String, writes: Bool) {
        guard isOn.load(ordering: .relaxed) else { return }
        writer.withLock { writer in
            writer?.addTop(name, to: time(CLOCK_MONOTONIC))
            if writes { writer?.flush() }
        }
    }

    /// Whether this thread is being traced.
    package static var isWritten: Bool {
        isOn.load(ordering: .relaxed) && thread.load(ordering: .relaxed) == UInt(pthread_self())
    }

    fileprivate static func add(
        _ name: String, _ category: TraceSpan.Category, from begin: UInt64, _ values: JSONObject
    ) {
        writer.withLock { $0?.add(name, category.rawValue, from: begin, to: time(CLOCK_MONOTONIC), values) }
    }

    /// The age of the process in nanoseconds: its processor time, or the time since the end of the clock tick in which
    /// the kernel started it, whichever is longer. On an idle machine the processor time is exact.
    ///
    /// Source: proc_pid_stat(5), field 22.
    private static func age() -> UInt64 {
        let computed = time(CLOCK_PROCESS_CPUTIME_ID)
        guard let bytes = try? FileDescriptor(opening: "/proc/self/stat", O_RDONLY).readAll(limit: 1 << 12) else {
            return computed
        }
        let line = String(decoding: bytes, as: UTF8.self)
        // PID (NAME) STATE …, where a name may have parentheses and spaces.
        let fields = line[(line.lastIndex(of: ")") ?? line.startIndex)...].split(separator: " ")
        let ticks = UInt64(max(1, sysconf(Int32(_SC_CLK_TCK))))
        guard fields.count > 20, let started = UInt64(fields[20]), started < .max / 1_000_000_000 else {
            return computed
        }
        let tickEnd = (started + 1) * 1_000_000_000 / ticks
        let now = time(CLOCK_BOOTTIME)
        return max(computed, now - min(now, tickEnd))
    }

    fileprivate static func time(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// The file, and the spans not written yet. Times are in nanoseconds of CLOCK_MONOTONIC.
    private struct Writer: ~Copyable {
        private let file: FileDescriptor
        private let start: UInt64
        /// The end of the last top-level span.
        private var topEnd: UInt64
        private var bytes = Array("[".utf8)
        private var isFirst = true
        /// The first write error, after which nothing more is written.
        private(set) var failure: SystemError?

        init(_ file: consuming FileDescriptor, start: UInt64) {
            self.file = file
            self.start = start
            topEnd = start
        }

        mutating func addTop(_ name: String, to end: UInt64) {
            add(name, "process", from: topEnd, to: end, [:])
            topEnd = end
        }

        mutating func add(_ name: String, _ category: String, from begin: UInt64, to end: UInt64, _ values: JSONObject)
        {
            var event: JSONObject = [
                "name": .string(name), "cat": .string(category), "ph": "X", "ts": Self.microseconds(begin - start),
                "dur": Self.microseconds(end - begin), "pid": .integer(Int64(getpid())),
                // The number of a process is that of its first thread.
                "tid": .integer(Int64(getpid())),
            ]
            if !values.isEmpty { event.append(key: "args", value: .object(values)) }
            bytes += (isFirst ? "\n" : ",\n").utf8
            bytes += JSON.object(event).text().utf8
            isFirst = false
            // A trace may last for days.
            if bytes.count > 1 << 16 { flush() }
        }

        private static func microseconds(_ nanoseconds: UInt64) -> JSON { .double(Double(nanoseconds) / 1000) }

        mutating func flush() {
            if failure == nil {
                do throws(SystemError) {
                    try bytes.withBytes { (bytes) throws(SystemError) in try file.writeAll(bytes) }
                } catch {
                    failure = error
                }
            }
            bytes.removeAll(keepingCapacity: true)
        }

        mutating func finish() {
            bytes += "\n]\n".utf8
            flush()
        }
    }
}

package struct TraceSpan: Sendable {
    private let start: UInt64

    /// The kind of work in a span.
    package enum Category: String, Sendable {
        /// Finding features, and reading the wiring.
        case load
        /// A request of the user, of another program, or of the main queue.
        case input
        /// Finding out where something leads.
        case plan
        /// A call into a feature, and the start of its process.
        case feature
        /// Drawing a screen, or saving the session.
        case output
    }

    /// Starts a span; nil if this thread is not being traced.
    package static func begin() -> TraceSpan? {
        Trace.isWritten ? TraceSpan(start: Trace.time(CLOCK_MONOTONIC)) : nil
    }

    /// Ends the span.
    ///
    /// - Parameter values: Details, without any text of the user.
    package func end(_ name: String, _ category: Category, _ values: JSONObject = [:]) {
        Trace.add(name, category, from: start, values)
    }
}
