import Dispatch
import FeatureContract
import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("The worker process", .blocking, .enabled(if: FakeWorker.haveCompiler, "no cc is installed"))
struct WorkerProcessTests {
    /// A host that records what a worker sends and prints.
    private final class Service: WorkerService {
        private var messages: [HostMessage] = []
        var requests: [HostMessage] { messages.filter(\.waits) }
        var notices: [HostMessage] { messages.filter { !$0.waits } }
        var lines: [String] = []
        var reply = HostReply.done
        /// The time for which each request or notice holds the host up, in microseconds.
        var delay: UInt32 = 0
        /// The time for which each request or notice keeps the host busy, in seconds of processor time.
        var work = 0.0

        func answer(_ message: HostMessage) -> HostReply {
            messages.append(message)
            spendTime()
            return reply
        }

        private func spendTime() {
            usleep(delay)
            let end = Self.processorTime + work
            while Self.processorTime < end {}
        }

        private static var processorTime: Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }

        func log(printed line: String) { lines.append(line) }
    }

    /// Why a call ends the worker.
    private func exit(
        of worker: WorkerProcess, _ message: FeatureMessage = .render(1, unseen: false), within seconds: Double = 60,
        _ service: Service = Service()
    ) -> WorkerExit? {
        do throws(WorkerExit) {
            _ = try worker.exchange(.feature(message), within: seconds, inAll: 3600, serving: service)
            return nil
        } catch {
            return error
        }
    }

    /// Whether the child process no longer exists, dead or alive.
    private func isReaped(_ pid: pid_t) -> Bool {
        var status: Int32 = 0
        return waitpid(pid, &status, WNOHANG) == -1 && errno == ECHILD
    }

    @Test(
        "a long wait reports the workers that the host waits for, and a wait below a tenth of a second does not",
        arguments: [100, 250])
    func whileWaiting(milliseconds: Int) throws {
        let worker = try FakeWorker.start("done")
        defer { worker.stop() }
        let before = WorkerProcess.whileWaiting
        defer { WorkerProcess.whileWaiting = before }
        var told: [[String]] = []
        WorkerProcess.whileWaiting = { waiting in
            if case .scans(let names) = waiting { told.append(names) }
            return true
        }
        WorkerProcess.wait(for: [worker], atMost: .milliseconds(milliseconds))
        #expect(Set(told) == [[worker.name]])
        told = []
        WorkerProcess.wait(for: [worker], atMost: .milliseconds(1))
        #expect(told == [])
    }

    @Test("a worker answers calls, one after the other")
    func answers() throws {
        let worker = try FakeWorker.start("done")
        for id in 1...100 as ClosedRange<UInt64> {
            #expect(
                try worker.exchange(.feature(.render(id, unseen: false)), within: 60, inAll: 3600, serving: Service())
                    == .feature(.done))
        }
        worker.stop()
        #expect(isReaped(worker.pid))
    }

    @Test("300 workers that were started and ended leave no descriptor and no dead process")
    func manyTimes() async throws {
        func descriptors() throws -> Int { try FileSystem.names(in: "/proc/self/fd").count }
        let before = try descriptors()
        var pids: [pid_t] = []
        for round in 1...300 {
            let worker = try FakeWorker.start(round % 3 == 0 ? "exits:3" : "done")
            pids.append(worker.pid)
            if round % 2 == 0 { worker.serve(Service(), within: 60) { _ in } }
            if round % 5 != 0 { _ = exit(of: worker) }
            if round % 7 != 0 { worker.stop() }
            // Watched descriptors are closed on the main queue.
            if round % 50 == 0 { await MainQueue.turn() }
        }
        await MainQueue.turn()
        try await wait { pids.allSatisfy { isReaped($0) } }
        #expect(pids.filter { !isReaped($0) } == [])
        // Other tests of this process open descriptors too, at times hundreds, and close them again.
        var areClosed = false
        try await wait {
            areClosed = try descriptors() < before + 200
            return areClosed
        }
        #expect(areClosed)
    }

    @Test("calls of 50 MiB, replies of 15 MiB and requests of 7 MiB pass in both directions at once", .deep)
    func large() throws {
        let worker = try FakeWorker.start("large")
        let service = Service()
        let url = String(repeating: "y", count: 50 << 20)
        let reply = try worker.exchange(.feature(.resolveURL(url)), within: 120, inAll: 3600, serving: service)
        guard case .feature(.screen(let screen)) = reply else {
            Issue.record("another reply")
            return
        }
        #expect(screen.title.utf8.count == 15 << 20)
        guard case .navigation(.selectTab(let name), 7) = service.requests.first else {
            Issue.record("another request")
            return
        }
        #expect(name.utf8.count == 7 << 20)
    }

    @Test("an exchange survives signals that interrupt every system call of the host", .deep)
    func interrupted() throws {
        var action = sigaction()
        // Without SA_RESTART.
        action.__sigaction_handler.sa_handler = { _ in }
        var old = sigaction()
        sigaction(SIGUSR2, &action, &old)
        defer { sigaction(SIGUSR2, &old, nil) }
        let isOver = DispatchSemaphore(value: 0)
        let hasEnded = DispatchSemaphore(value: 0)
        let thread = pthread_self()
        Thread.start {
            while isOver.wait(timeout: .now() + .microseconds(300)) == .timedOut { pthread_kill(thread, SIGUSR2) }
            hasEnded.signal()
        }
        let worker = try FakeWorker.start("large")
        let url = String(repeating: "y", count: 50 << 20)
        let reply = try? worker.exchange(.feature(.resolveURL(url)), within: 120, inAll: 3600, serving: Service())
        worker.stop()
        isOver.signal()
        hasEnded.wait()
        guard case .feature(.screen) = reply else {
            Issue.record("\(String(describing: reply))")
            return
        }
        #expect(isReaped(worker.pid))
    }

    @Test("a worker's output arrives line by line, and output before a reply arrives before it")
    func prints() throws {
        let worker = try FakeWorker.start("prints")
        let service = Service()
        worker.serve(service, within: 60) { _ in }
        #expect(
            try worker.exchange(.feature(.render(1, unseen: false)), within: 60, inAll: 3600, serving: service)
                == .feature(.done))
        #expect(
            try worker.exchange(.feature(.render(1, unseen: false)), within: 60, inAll: 3600, serving: service)
                == .feature(.done))
        worker.stop()
        #expect(service.lines == ["line 1", "error 1", "and a partline 2", "error 2", "and a part"])
    }

    @Test("a worker that floods its output in a call is read meanwhile, and answers")
    func floodsOutput() throws {
        let worker = try FakeWorker.start("floods-output")
        let service = Service()
        worker.serve(service, within: 60) { _ in }
        #expect(
            try worker.exchange(.feature(.render(1, unseen: false)), within: 60, inAll: 3600, serving: service)
                == .feature(.done))
        worker.stop()
        #expect(service.lines.count == 8000)
        #expect(service.lines.allSatisfy { $0.utf8.count == 999 })
    }

    @Test("a worker that floods its output between calls waits for a reader, and answers the next call")
    func floodsOutputIdle() throws {
        let worker = try FakeWorker.start("idle-floods-output")
        let service = Service()
        worker.serve(service, within: 60) { _ in }
        for _ in 1...3 {
            #expect(
                try worker.exchange(.feature(.render(1, unseen: false)), within: 60, inAll: 3600, serving: service)
                    == .feature(.done))
        }
        #expect(service.lines.count >= 16_000)
        worker.stop()
        #expect(Set(service.lines.dropLast()) == ["0123456789"])
    }

    @Test("a worker that closes only its output goes on")
    func closesOutput() throws {
        let worker = try FakeWorker.start("closes-output")
        let service = Service()
        worker.serve(service, within: 60) { _ in }
        for _ in 1...3 {
            #expect(
                try worker.exchange(.feature(.render(1, unseen: false)), within: 60, inAll: 3600, serving: service)
                    == .feature(.done))
        }
        worker.stop()
    }

    @Test("a worker that floods the host with notices in a call is ended at the deadline")
    func floodsNotices() throws {
        let worker = try FakeWorker.start("floods-notices")
        let service = Service()
        let exit = exit(of: worker, within: 0.2, service)
        #expect(exit == WorkerExit(.deadline(seconds: 0.2), during: "render"))
        #expect(!service.notices.isEmpty)
        #expect(isReaped(worker.pid))
    }

    private static let unread = WorkerExit.Cause.garbage(
        "it asks on and on, and 256 answers wait that it does not read")

    @Test("a worker that never reads answers is ended once 256 of them wait")
    func floodsRequests() throws {
        let worker = try FakeWorker.start("floods-requests")
        #expect(exit(of: worker) == WorkerExit(Self.unread, during: "render"))
        #expect(isReaped(worker.pid))
    }

    @Test("an idle worker that never reads answers is ended once 256 of them wait")
    func floodsRequestsIdle() async throws {
        let worker = try FakeWorker.start("idle-floods-requests")
        let service = Service()
        var exits: [WorkerExit] = []
        worker.serve(service, within: 60) { exits.append($0) }
        #expect(
            try worker.exchange(.feature(.render(1, unseen: false)), within: 60, inAll: 3600, serving: service)
                == .feature(.done))
        try await wait { !exits.isEmpty }
        #expect(exits == [WorkerExit(Self.unread, during: "")])
        #expect(isReaped(worker.pid))
    }

    @Test("a worker that keeps the host busy with requests is ended at the deadline, and not served after it")
    func keepsBusy() throws {
        let service = Service()
        service.work = 0.15
        let worker = try FakeWorker.start("asks-on-and-on")
        let exit = exit(of: worker, within: 0.2, service)
        #expect(exit == WorkerExit(.deadline(seconds: 0.2), during: "render"))
        #expect((1...2).contains(service.requests.count))
    }

    @Test("a request after the deadline is not answered")
    func asksLate() throws {
        let service = Service()
        service.work = 0.15
        let worker = try FakeWorker.start("asks-late")
        let exit = exit(of: worker, within: 0.1, service)
        #expect(exit == WorkerExit(.deadline(seconds: 0.1), during: "render"))
        #expect(service.notices.count == 1)
        #expect(service.requests == [])
    }

    @Test("an idle worker that keeps the host busy is ended once its time for that is used up")
    func keepsBusyIdle() async throws {
        let worker = try FakeWorker.start("idle-asks-on-and-on")
        let service = Service()
        // Two requests are enough, even if the main queue is busy with other tests between them.
        service.work = 0.19
        var exits: [WorkerExit] = []
        worker.serve(service, within: 0.2) { exits.append($0) }
        #expect(
            try worker.exchange(.feature(.render(1, unseen: false)), within: 60, inAll: 3600, serving: service)
                == .feature(.done))
        try await wait { !exits.isEmpty }
        let cause = WorkerExit.Cause.garbage("what it does by itself has kept the host busy for more than 200 ms")
        #expect(exits == [WorkerExit(cause, during: "")])
    }

    @Test("an idle worker that floods the host with notices leaves the main queue its turns")
    func floodsNoticesIdle() async throws {
        let worker = try FakeWorker.start("idle-floods-notices")
        let service = Service()
        service.delay = 2000
        worker.serve(service, within: 60) { _ in }
        #expect(
            try worker.exchange(.feature(.render(1, unseen: false)), within: 60, inAll: 3600, serving: service)
                == .feature(.done))
        let turns = Turns()
        turns.count()
        try await wait { service.notices.count >= 200 }
        // A turn is 10 ms, and each notice takes 2 ms.
        #expect(turns.number >= service.notices.count / 10)
        turns.isOver = true
        worker.stop()
    }

    /// Counts the turns of the main queue.
    @MainActor
    private final class Turns {
        var number = 0
        var isOver = false

        func count() {
            number += 1
            guard !isOver else { return }
            DispatchQueue.main.async { MainActor.assumeIsolated { self.count() } }
        }
    }

    @Test("a worker that replies twice is ended, since the second reply does not match the next call")
    func repliesTwice() throws {
        let worker = try FakeWorker.start("replies-twice")
        #expect(
            try worker.exchange(.feature(.render(1, unseen: false)), within: 60, inAll: 3600, serving: Service())
                == .feature(.done))
        let cause = WorkerExit.Cause.garbage("a reply to call 1, where that to call 2 is due")
        #expect(exit(of: worker, .appear(1)) == WorkerExit(cause, during: "appear"))
    }

    /// The name of a case, as it is in a message.
    private nonisolated static func name(_ name: String) -> String {
        BinaryWriter.bytes { $0.append(name) }.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test(
        "a worker that sends more at once than a limit allows is ended",
        arguments: [
            // The frame's kind, the bytes before a text, the text's length, and the number of zeros after it.
            ("4:\(name("log"))02000000:4097:1", "a text of 4097 bytes; at most 4096 are taken"),
            ("4:\(name("log"))02000000:9000000:1", "a notice of 9000021 bytes"),
            ("2:\(name("canReturn")):8388608:8", "a request of 8388638 bytes"),
            ("1:0100\(name("failure"))00000000:4097:0", "a text of 4097 bytes; at most 4096 are taken"),
            ("1:00\(name("manifest")):1048577:0", "a manifest of 1048577 bytes"),
            ("1:00\(name("refused"))\(name("malformed")):4097:0", "a text of 4097 bytes; at most 4096 are taken"),
            ("1:0101:33554433:14", "a screen of more than 32 MiB of text and values"),
            ("1:0100\(name("destination")):8388608:8", "a reply of 8388637 bytes that is no screen"),
            ("1:0101:100663300:14", "a reply of 100663325 bytes"),
        ])
    func tooLong(what: String, reason: String) throws {
        let worker = try FakeWorker.start("long:\(what)")
        #expect(exit(of: worker) == WorkerExit(.garbage(reason), during: "render"))
        #expect(isReaped(worker.pid))
    }

    @Test("a reply in time counts, even if the host took long to process the notices before it")
    func slowHost() throws {
        let service = Service()
        service.delay = 30_000
        let worker = try FakeWorker.start("tells")
        #expect(
            try worker.exchange(.feature(.render(1, unseen: false)), within: 0.3, inAll: 3600, serving: service)
                == .feature(.done))
        #expect(service.notices.count == 20)
        worker.stop()
    }

    @Test("the time in which the host is held up does not count against the worker", .deep)
    func heldUpHost() throws {
        let service = Service()
        service.delay = 1_500_000
        let worker = try FakeWorker.start("asks")
        #expect(
            try worker.exchange(.feature(.render(1, unseen: false)), within: 1, inAll: 3600, serving: service)
                == .feature(.done))
        worker.stop()
    }

    @Test("a stopped worker is ended at the deadline")
    func stopped() throws {
        let worker = try FakeWorker.start("raises:\(SIGSTOP)")
        #expect(exit(of: worker, within: 0.2) == WorkerExit(.deadline(seconds: 0.2), during: "render"))
        #expect(isReaped(worker.pid))
    }

    @Test(
        "an exit in a call has its cause", .deep,
        arguments: [
            ("exits:0", .exit(0)), ("exits:7", .exit(7)), ("raises:\(SIGTERM)", .signal(SIGTERM)),
            ("raises:\(SIGKILL)", .signal(SIGKILL)),
            ("closes-socket", .garbage("it closed its connection to the host")),
        ] as [(String, WorkerExit.Cause)])
    func ends(what: String, cause: WorkerExit.Cause) throws {
        let worker = try FakeWorker.start(what)
        #expect(exit(of: worker) == WorkerExit(cause, during: "render"))
        #expect(isReaped(worker.pid))
    }

    @Test(
        "a worker that sends an invalid message is ended",
        arguments: [
            ("0000000000", "a call of 0 bytes"), ("ffffffff00", "a call of 4294967295 bytes"),
            ("0500000009", "a message of the unknown kind 9"),
            ("050000000000000000", "a message that only a host sends"),
            ("06000000030000000000", "a message that only a host sends"),
            ("060000000101000000ff", "255 stands where 0 or 1 is expected"),
            ("050000000101000000", "1 bytes are expected, and 0 are there"),
            ("1000000001010000000100\(name("done"))00", "1 bytes are left over"),
            ("06000000010200000000", "a reply to call 2, where that to call 1 is due"),
            ("06000000010000000000", "a reply to call 0, where that to call 1 is due"),
            ("0c0000000200000000\(name("odd"))", "the unknown case 'odd'"),
            ("06000000040000000009", "4 bytes are expected, and 1 are there"),
            ("180000000400000000\(name("invalidate"))0700000000", "8 bytes are expected, and 5 are there"),
            ("140000000200000000\(name("log"))0100000000000000", "1 bytes are expected, and 0 are there"),
            ("06000000050000000009", "an unknown stage of loading"),
            ("06000000050000000001", "it loads, where it has loaded"),
        ] as [(String, String)])
    func garbage(bytes: String, reason: String) throws {
        let worker = try FakeWorker.start("bytes:" + bytes)
        #expect(exit(of: worker) == WorkerExit(.garbage(reason), during: "render"))
        #expect(isReaped(worker.pid))
    }

    @Test(
        "random bytes from a worker lead to a reply or to the worker's exit",
        arguments: Tier.rows(of: Array(1...4 as ClosedRange<UInt64>), first: 1))
    func anything(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            var bytes = FrameBuffer.frame(.notice, HostMessage.log(.info, generator.text(), defect: nil).bytes)
            bytes += FrameBuffer.frame(.request, HostMessage.navigation(generator.request(), 1).bytes)
            bytes += FrameBuffer.frame(.reply, number: 1, generator.reply().bytes)
            for _ in 0..<generator.number(0...4) {
                let place = generator.number(0...bytes.count - 1)
                switch generator.number(0...2) {
                case 0: bytes[place] = UInt8(truncatingIfNeeded: generator.next())
                case 1: bytes.insert(UInt8(truncatingIfNeeded: generator.next()), at: place)
                default: bytes.removeSubrange(place..<min(bytes.count, place + generator.number(0...8)))
                }
                if bytes.isEmpty { bytes = [0] }
            }
            let hex = bytes.prefix(20_000).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            let worker = try FakeWorker.start("last-bytes:" + hex)
            if let exit = exit(of: worker) {
                #expect(isReaped(worker.pid), "\(exit)")
            }
            worker.stop()
            #expect(isReaped(worker.pid))
        }
    }

    @Test(
        "an exit of an idle worker is reported with its cause and its output", .deep,
        arguments: [
            ("idle-exits:5", .exit(5), "the last words"),
            ("idle-closes-socket", .garbage("it closed its connection to the host"), ""),
            ("idle-bytes:0600000001" + "01000000" + "00", .garbage("a reply to no call"), ""),
            ("idle-bytes:0000000001", .garbage("a reply of 0 bytes"), ""),
        ] as [(String, WorkerExit.Cause, String)])
    func endsIdle(what: String, cause: WorkerExit.Cause, output: String) async throws {
        let worker = try FakeWorker.start(what)
        let service = Service()
        var exits: [WorkerExit] = []
        worker.serve(service, within: 60) { exits.append($0) }
        #expect(
            try worker.exchange(.feature(.render(1, unseen: false)), within: 60, inAll: 3600, serving: service)
                == .feature(.done))
        try await wait { !exits.isEmpty }
        #expect(exits == [WorkerExit(cause, during: "", output: output)])
        #expect(isReaped(worker.pid))
        #expect(service.lines.joined() == output)
    }

    @Test("a request of an idle worker is answered, and a long reason is cut")
    func asksIdle() async throws {
        let worker = try FakeWorker.start("idle-asks")
        let service = Service()
        service.reply = .failure(CallFailure(.other, String(repeating: "z", count: 900_000)))
        worker.serve(service, within: 60) { _ in }
        #expect(
            try worker.exchange(.feature(.render(1, unseen: false)), within: 60, inAll: 3600, serving: service)
                == .feature(.done))
        try await wait { !service.notices.isEmpty }
        #expect(service.requests == [.navigation(.selectTab("xxxx"), 7)])
        #expect(service.notices == [.invalidate(7)])
        worker.stop()
    }

    @Test("a worker that begins a crash report and then hangs has missed the deadline")
    func saysThatItCrashes() throws {
        let worker = try FakeWorker.start("says-that-it-crashes")
        let exit = exit(of: worker, within: 0.1)
        #expect(exit?.cause == .deadline(seconds: 0.1))
        #expect(isReaped(worker.pid))
        #expect(exit?.frames == [])
        #expect(exit?.output.contains("*** Signal 11: the frames follow") == true)
    }

    @Test(
        "a printed crash report counts only if the worker exits by the report's signal",
        arguments: [(SIGSEGV, true), (SIGILL, false), (SIGTERM, false), (SIGKILL, false)])
    func printedReport(signal: Int32, isBelieved: Bool) throws {
        let worker = try FakeWorker.start("says-that-it-crashes-and-raises:\(signal)")
        let exit = exit(of: worker)
        #expect(exit?.cause == .signal(signal))
        #expect(exit?.frames == (isBelieved ? ["f + 1 in libx.so"] : []))
        #expect(exit?.output.contains("f + 1 in /x/libx.so") == !isBelieved)
    }

    @Test("a worker's child processes end with it, whether the host ends it or it exits", arguments: [1, 2])
    func forks(calls: Int) throws {
        let worker = try FakeWorker.start("forks")
        let service = Service()
        worker.serve(service, within: 60) { _ in }
        for _ in 1...calls { _ = exit(of: worker, .render(1, unseen: false), within: 60, service) }
        if calls == 2 { _ = exit(of: worker) }
        worker.stop()
        #expect(isReaped(worker.pid))
        let children = service.lines.compactMap { pid_t($0) }
        #expect(children.count == calls)
        for child in children {
            // The process that adopts orphans takes a moment to do so.
            wait { Processes.hasEnded(child) }
            #expect(Processes.hasEnded(child))
        }
    }

    @Test("a worker under a debugger is ended without a wait for the debugger, which delays only its reaping", .deep)
    func traced() throws {
        let worker = try FakeWorker.start("done")
        let debugger = try FakeWorker.start("traces:\(worker.pid)")
        // Some machines do not allow one process to trace another.
        guard
            try debugger.exchange(.feature(.render(1, unseen: false)), within: 60, inAll: 3600, serving: Service())
                == .feature(.done)
        else { return }
        worker.stop()
        #expect(!isReaped(worker.pid))
        debugger.stop()
        wait { isReaped(worker.pid) }
        #expect(isReaped(worker.pid))
    }

    @Test("a worker that is no longer referenced is ended")
    func released() throws {
        var worker: WorkerProcess? = try FakeWorker.start("done")
        let pid = try #require(worker?.pid)
        worker = nil
        wait { isReaped(pid) }
        #expect(isReaped(pid))
    }

    @Test("a failed start is an error, and leaves no descriptor open")
    func notStarted() throws {
        for _ in 1...300 {
            let error = #expect(throws: SystemError.self) {
                try WorkerProcess.start(executable: "/dev/null/none", name: "x")
            }
            #expect(error?.code == ENOTDIR)
        }
        #expect(try FileSystem.names(in: "/proc/self/fd").count < 700)
    }
}

/// Starts threads of their own.
enum Thread {
    static func start(_ body: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(label: "a thread of a test")
        queue.async(execute: body)
    }
}
