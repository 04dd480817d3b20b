import Dispatch
import Glibc
import HostSystem
import Synchronization
import TestSupport
import Testing

@testable import HostCore

@Suite("The thread that starts workers", .blocking)
struct LastingThreadTests {
    @Test("concurrent calls all run on one thread, and each gets its own result")
    func concurrent() {
        let results = Mutex<[Int: pthread_t]>([:])
        let wrong = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 64) { index in
            for round in 0..<20 {
                let number = index * 20 + round
                let (answer, thread) = LastingThread.run { (number * 2, pthread_self()) }
                if answer != number * 2 { wrong.withLock { $0 += 1 } }
                results.withLock { $0[number] = thread }
            }
        }
        #expect(wrong.withLock(\.self) == 0)
        #expect(results.withLock { $0.count } == 64 * 20)
        #expect(results.withLock { Set($0.values).count } == 1)
        #expect(results.withLock { $0[0] } != pthread_self())
    }
}

@Suite("The watch over descriptors", .blocking)
struct DescriptorWatchTests {
    /// A pipe, closed with this object.
    private final class Ends {
        let reading: Int32
        let writing: Int32

        init() throws {
            var ends: [Int32] = [-1, -1]
            try systemCall("pipe") { LinuxProcess.pipe(&ends) }
            (reading, writing) = (ends[0], ends[1])
        }

        func write() { _ = Glibc.write(writing, [0], 1) }

        deinit {
            close(reading)
            close(writing)
        }

        var polled: [pollfd] { [pollfd(fd: reading, events: Int16(POLLIN), revents: 0)] }
    }

    @MainActor
    private final class Counter {
        var count = 0
    }

    @MainActor
    @Test("the watch calls on the main queue once per arming, and at once if there still is data")
    func once() async throws {
        let ends = try Ends()
        let counter = Counter()
        let watch = DescriptorWatch {
            #expect(HostSystem.MainQueue.isCurrent)
            counter.count += 1
        }
        watch.arm(ends.polled)
        try await Task.sleep(for: .milliseconds(50))
        #expect(counter.count == 0)
        ends.write()
        try await wait { counter.count == 1 }
        try await Task.sleep(for: .milliseconds(50))
        #expect(counter.count == 1)
        watch.arm(ends.polled)
        try await wait { counter.count == 2 }
        #expect(counter.count == 2)
        withExtendedLifetime((watch, ends)) {}
    }

    @MainActor
    @Test("a descriptor that is given for writing and for reading is watched for both", arguments: [false, true])
    func both(isReadFirst: Bool) async throws {
        var sockets: [Int32] = [-1, -1]
        try systemCall("socketpair") { socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) }
        defer { for socket in sockets { close(socket) } }
        let counter = Counter()
        let watch = DescriptorWatch { counter.count += 1 }
        // It can be written at once, and never be read.
        let polled = [POLLOUT, POLLIN].map { pollfd(fd: sockets[0], events: Int16($0), revents: 0) }
        watch.arm(isReadFirst ? polled.reversed() : polled)
        try await wait { counter.count == 1 }
        #expect(counter.count == 1)
        withExtendedLifetime(watch) {}
    }

    @MainActor
    @Test("a disarmed or released watch makes no call, and other watches do")
    func disarmed() async throws {
        let (first, second, third) = (try Ends(), try Ends(), try Ends())
        let (told, others) = (Counter(), Counter())
        let watch = DescriptorWatch { told.count += 1 }
        var released: DescriptorWatch? = DescriptorWatch { told.count += 1 }
        let other = DescriptorWatch { others.count += 1 }
        watch.arm(first.polled)
        released?.arm(second.polled)
        other.arm(third.polled)
        watch.disarm()
        released = nil
        first.write()
        second.write()
        third.write()
        try await wait { others.count == 1 }
        #expect(others.count == 1)
        #expect(told.count == 0)
        withExtendedLifetime((watch, other, first, second, third)) {}
    }

    @MainActor
    @Test("many watches work at the same time, armed or disarmed")
    func many() async throws {
        let ends = try (0..<100).map { _ in try Ends() }
        let counters = ends.map { _ in Counter() }
        let watches = counters.map { counter in DescriptorWatch { counter.count += 1 } }
        for (watch, ends) in zip(watches, ends) { watch.arm(ends.polled) }
        for index in stride(from: 0, to: 100, by: 2) { watches[index].disarm() }
        for ends in ends { ends.write() }
        try await wait { counters.count { $0.count > 0 } == 50 }
        #expect(counters.map(\.count) == (0..<100).map { $0 % 2 })
        // Without this, an optimised build would release them after their last use.
        withExtendedLifetime((watches, ends)) {}
    }
}
