import Dispatch
import Glibc
import Synchronization

/// Notifies the main queue when a descriptor is ready, by epoll(7). The main loop waits for the events, so that no other
/// thread has to wake it; in a program with a loop of its own a thread does, which lives as long as the process. Arming
/// one watch costs nothing for the others.
///
/// Dispatch's own sources do not suffice: when the other end of a descriptor closes, as at each worker's exit,
/// libdispatch on Linux may free memory that its thread still reads. The host then crashes with the worker: issue 949
/// of swift-corelibs-libdispatch, measured here at about once in 5,000 exits.
package final class DescriptorWatch: Sendable {
    package typealias Ready = @MainActor @Sendable () -> Void

    private let ready: Ready
    /// The number of this watch, which the kernel reports with each event.
    private let number = DescriptorWatch.lastNumber.add(1, ordering: .relaxed).newValue

    /// - Parameter ready: Called on the main queue, sometimes without a ready descriptor.
    package init(_ ready: @escaping Ready) {
        self.ready = ready
    }

    deinit {
        disarm()
    }

    /// Calls `ready` once, when one of these descriptors is ready. Each further call needs a further `arm`.
    package func arm(_ descriptors: [pollfd]) {
        Self.armed.withLock { $0[number] = ready }
        if !Self.isServed.load(ordering: .relaxed) { _ = Self.thread }
        // The kernel has one set of events per descriptor, which may occur here once for reading and once for writing.
        var events: [Int32: UInt32] = [:]
        for descriptor in descriptors where descriptor.fd >= 0 {
            events[descriptor.fd, default: Epoll.once] |= UInt32(UInt16(bitPattern: descriptor.events))
        }
        // After one event, a descriptor reports no more until a watch is armed for it.
        for (descriptor, events) in events where Self.epoll?.set(descriptor, events, number) == false {
            Self.fire(number)
        }
    }

    package func disarm() {
        Self.armed.withLock { $0[number] = nil }
    }

    // MARK: The events

    private static let lastNumber = Atomic<UInt64>(0)
    private static let armed = Mutex<[UInt64: Ready]>([:])

    private static let epoll = Epoll()
    private static let isServed = Atomic<Bool>(false)

    /// The descriptor that poll(2) reports as readable while there are events, for a loop that calls ``serve()`` then;
    /// -1 if the kernel offers none. From here on no thread is started for them; one that an earlier `arm` has started
    /// goes on.
    package static func descriptorForLoop() -> Int32 {
        isServed.store(true, ordering: .relaxed)
        return epoll?.descriptor ?? -1
    }

    /// Calls what waits for the present events.
    @MainActor
    package static func serve() {
        for number in epoll?.wait(atMost: 0) ?? [] { takeReady(number)?() }
    }

    /// Its first use starts the thread, which goes on beside a loop that comes later: the kernel gives each event once.
    private static let thread: Void = {
        var thread = pthread_t()
        let work: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
            while let epoll = DescriptorWatch.epoll {
                for number in epoll.wait(atMost: -1) { DescriptorWatch.fire(number) }
            }
            return nil
        }
        pthread_create(&thread, nil, work, nil)
    }()

    private static func fire(_ number: UInt64) {
        if let ready = takeReady(number) { MainQueue.soon(ready) }
    }

    private static func takeReady(_ number: UInt64) -> Ready? {
        armed.withLock { $0.removeValue(forKey: number) }
    }
}

/// The kernel's set of watched descriptors: epoll(7), whose functions Glibc's module leaves out. Closing a descriptor
/// removes it from the set.
private struct Epoll: Sendable {
    /// `EPOLLONESHOT`.
    static let once: UInt32 = 1 << 30

    let descriptor: Int32
    private let control: Control
    private let waitForEvents: Wait

    private typealias Create = @convention(c) (Int32) -> Int32
    private typealias Control = @convention(c) (Int32, Int32, Int32, UnsafeMutableRawPointer?) -> Int32
    private typealias Wait = @convention(c) (Int32, UnsafeMutableRawPointer?, Int32, Int32) -> Int32

    init?() {
        guard let create = dlsym(nil, "epoll_create1").map({ unsafeBitCast($0, to: Create.self) }),
            let control = dlsym(nil, "epoll_ctl").map({ unsafeBitCast($0, to: Control.self) }),
            let wait = dlsym(nil, "epoll_wait").map({ unsafeBitCast($0, to: Wait.self) })
        else { return nil }
        (self.control, waitForEvents) = (control, wait)
        descriptor = create(O_CLOEXEC)
        if descriptor < 0 { return nil }
    }

    // struct epoll_event: the events in 32 bits and a number in 64, without a gap on x86-64.
    #if arch(x86_64)
        private static let (numberOffset, size) = (4, 12)
    #else
        private static let (numberOffset, size) = (8, 16)
    #endif

    /// Watches a descriptor for these events only.
    ///
    /// - Returns: False for a descriptor that is always ready, such as a file on the disk: epoll_ctl(2), `EPERM`.
    func set(_ watched: Int32, _ events: UInt32, _ number: UInt64) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: Self.size, alignment: 8) { event in
            event.initializeMemory(as: UInt8.self, repeating: 0)
            event.storeBytes(of: events, as: UInt32.self)
            event.storeBytes(of: number, toByteOffset: Self.numberOffset, as: UInt64.self)
            let (add, modify): (Int32, Int32) = (1, 3)
            if control(descriptor, modify, watched, event.baseAddress) == 0 { return true }
            return control(descriptor, add, watched, event.baseAddress) == 0
        }
    }

    /// Waits for events, and returns the numbers of the watches concerned.
    ///
    /// - Parameter milliseconds: The longest time to wait; -1 for any.
    func wait(atMost milliseconds: Int32) -> [UInt64] {
        withUnsafeTemporaryAllocation(byteCount: 64 * Self.size, alignment: 8) { events in
            let count = waitForEvents(descriptor, events.baseAddress, 64, milliseconds)
            return (0..<max(0, Int(count))).map {
                events.loadUnaligned(fromByteOffset: $0 * Self.size + Self.numberOffset, as: UInt64.self)
            }
        }
    }
}

/// The main dispatch queue, on which the main actor runs.
///
/// Its thread does not identify it: an embedding program or a test runner may end in `dispatchMain()`, after which
/// libdispatch serves the main queue on any free thread. See ``MainLoop``.
package enum MainQueue {
    private static let key = DispatchSpecificKey<Bool>()
    private static let isMarked: Void = DispatchQueue.main.setSpecific(key: key, value: true)

    package static var isCurrent: Bool {
        _ = isMarked
        return DispatchQueue.getSpecific(key: key) == true
    }

    /// Calls `body` in a turn of its own, after those that wait already.
    package static func soon(_ body: @escaping @MainActor @Sendable () -> Void) {
        DispatchQueue.main.async { MainActor.assumeIsolated { body() } }
    }

    /// Calls `body` after a time, rounded up to a millisecond.
    package static func after(_ time: Duration, _ body: @escaping @MainActor @Sendable () -> Void) {
        let milliseconds = Int((time / .milliseconds(1)).rounded(.up))
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(max(0, milliseconds))) {
            MainActor.assumeIsolated { body() }
        }
    }
}
