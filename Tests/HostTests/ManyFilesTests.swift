import Glibc
import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

/// More files are scanned than fit at once.
@Suite("The scan of many files", .blocking, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct ManyFilesTests {
    /// A deadline that only a hanging file misses.
    private static let wiring = Sandbox.Wiring.text(#"{"deadline": "60s"}"#)
    private static let hurried = Sandbox.Wiring.text(#"{"deadline": "5s"}"#)

    /// A feature of that name, with statements of its own in a constructor.
    ///
    /// - Parameter before: The declarations before the constructor.
    private func feature(_ id: String, _ body: String = "", before: String = "") -> Feature {
        .source(
            id,
            """
            #include "Mark.h"
            #include <pthread.h>
            #include <signal.h>
            #include <stdlib.h>
            #include <sys/syscall.h>
            #include <sys/wait.h>
            #include <time.h>
            #include <unistd.h>
            \(before)
            __attribute__((constructor)) static void begin(void) { mark("\(id)"); \(body) }
            #define FEATURE_ID "\(id)"
            #include "PlainFeature.h"
            """)
    }

    private func good(_ count: Int) -> [Feature] { (1...count).map { feature("good\($0)") } }

    /// The reasons why files are refused, by name, without shadowed ids. Words that name a folder of this test are left
    /// out.
    private func reasons(_ host: Sandbox) throws -> [String: String] {
        var reasons: [String: String] = [:]
        for refused in try host.json("list")["notUsed"]?.array ?? [] {
            let file = refused["file"]?.string?.split(separator: "/").last.map(String.init) ?? ""
            let reason = refused["reason"]?.string ?? ""
            guard !reason.contains("' is taken by /") else { continue }
            let words = reason.split(separator: " ").filter { !$0.contains("/plugins/") }
            reasons[file] = words.joined(separator: " ")
        }
        return reasons
    }

    @Test("each file gets the result that it gets alone, regardless of the other files", .deep)
    func sameAsAlone() throws {
        var bad: [Feature] = []
        for (fault, place) in [
            ("Crashes", .constructor), ("Crashes", .manifest), ("Aborts", .entry), ("Exits", .manifest),
            ("Hangs", .constructor), ("Forks", .entry), ("AnswersTwice", .manifest), ("ClosesDescriptors", .entry),
            ("WritesToStdout", .constructor),
        ] as [(String, FaultPlace)] {
            guard let faulty = try? Fixtures.faulty(fault, at: place) else { continue }
            bad.append(Feature("lib\(fault)-\(place.rawValue).so") { try faulty.bytes() })
        }
        bad += ["ManifestIsNotJSON", "MissingSymbol", "NoEntry", "OtherMajor"].map { .fixture($0) }
        let together = try Sandbox(.only(good(5) + bad), wiring: Self.hurried)
        let reasons = try reasons(together)
        for feature in bad {
            let alone = try self.reasons(try Sandbox(.only([feature]), wiring: Self.hurried))
            #expect(reasons[feature.name] == alone[feature.name], "\(feature.name)")
        }
        let found = try together.json("list")["features"]?.array?.compactMap { $0["id"]?.string } ?? []
        #expect((1...5).allSatisfy { found.contains("good\($0)") })
        #expect(try Processes.withArgument(containing: together.plugins) == [])
    }

    @Test("each file is run once, and so is a file that ends its worker")
    func marks() throws {
        let crash = feature("crash", "abort();")
        let host = try Sandbox(.only(good(6) + [crash]), wiring: Self.wiring)
        try host.collectMarks()
        #expect(try reasons(host).keys.sorted() == ["libcrash.so"])
        let marks = host.marks
        #expect(marks.sorted() == ["crash"] + (1...6).map { "good\($0)" })
        _ = try host.json("list")
        #expect(host.marks == marks)
    }

    @Test("a killed host leaves no processes behind, and the next one knows the results so far")
    func killed() throws {
        let hang = """
            sleep(3);
            close(open("late", O_WRONLY | O_CREAT, 0600));
            for (;;) pause();
            """
        // The files are scanned in the order of their names.
        let host = try Sandbox(
            .only(good(6) + (1...5).map { feature("hang\($0)", hang) }), wiring: Self.wiring)
        try host.collectMarks()
        _ = try host.run(["list"], killedOnceThereIs: "late")
        wait { (try? Processes.withArgument(containing: host.plugins)) == [] }
        #expect(try Processes.withArgument(containing: host.plugins) == [])
        #expect(Set(host.marks).isSuperset(of: (1...6).map { "good\($0)" }))
        try File.write(#"{"deadline": "100ms"}"#, to: host.wiring)
        let reasons = try reasons(host)
        #expect(reasons.keys.sorted() == (1...5).map { "libhang\($0).so" })
        for id in 1...6 { #expect(host.marks.count { $0 == "good\(id)" } == 1) }
    }

    @Test(
        "each file gets a process in which threads, signals and time work as in any other",
        .disabled(if: Sanitizer.current != nil, "the runtime of a sanitizer has a thread of its own: nothing is forked")
    )
    func ordinaryProcess() throws {
        let checks = feature(
            "checks",
            """
            if (getpid() != syscall(SYS_gettid)) _exit(1);
            if (getsid(0) != getpid() || getpgrp() != getpid()) _exit(2);
            pthread_mutexattr_t kind;
            pthread_mutex_t mutex;
            pthread_mutexattr_init(&kind);
            pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
            pthread_mutexattr_setprotocol(&kind, PTHREAD_PRIO_INHERIT);
            pthread_mutex_init(&mutex, &kind);
            if (pthread_mutex_lock(&mutex) != 0 || (mutex.__data.__lock & 0x3fffffff) != getpid()) _exit(3);
            pthread_t thread;
            if (pthread_create(&thread, NULL, wait_for, &mutex) != 0) _exit(4);
            usleep(1000);
            if (pthread_mutex_unlock(&mutex) != 0) _exit(5);
            if (pthread_join(thread, NULL) != 0) _exit(6);
            clockid_t clock;
            struct timespec time;
            if (pthread_getcpuclockid(pthread_self(), &clock) != 0 || clock_gettime(clock, &time) != 0) _exit(7);
            signal(SIGUSR1, count);
            if (raise(SIGUSR1) != 0 || pthread_kill(pthread_self(), SIGUSR1) != 0 || counted != 2) _exit(8);
            pid_t child = fork();
            if (child == 0) _exit(syscall(SYS_gettid) == getpid() ? 0 : 1);
            int status;
            if (waitpid(child, &status, 0) != child || status != 0) _exit(9);
            mark("done");
            """,
            before: """
                static volatile int counted;
                static void count(int number) { counted += number == SIGUSR1; }
                static void *wait_for(void *mutex) {
                    pthread_mutex_lock(mutex);
                    pthread_mutex_unlock(mutex);
                    return NULL;
                }
                """)
        let host = try Sandbox(.only(good(6) + [checks]), wiring: Self.wiring)
        try host.collectMarks()
        #expect(try reasons(host) == [:])
        // The file is not scanned a second time.
        #expect(host.marks.count { $0 == "checks" } == 1)
        #expect(host.marks.count { $0 == "done" } == 1)
    }
}
