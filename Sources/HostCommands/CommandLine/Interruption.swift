import FeatureCheck
import Glibc
import HostSystem
import Synchronization

/// Catches the signals that end the program, so that a command can first remove files that it has created.
enum Interruption {
    private static let noted = Atomic<Int32>(0)
    /// A descriptor to which the handler writes a byte; -1 for none.
    private static let wakened = Atomic<Int32>(-1)
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGPIPE]
    /// The folder to remove at the end.
    private nonisolated(unsafe) static var folder: TemporaryFolder?

    /// Catches signals from now on. Those ignored at the start of the program stay ignored.
    ///
    /// - Parameter descriptor: A non-blocking descriptor, to which a byte is written for each signal; -1 for none.
    static func note(waking descriptor: Int32 = -1) {
        wakened.store(descriptor, ordering: .relaxed)
        for number in signals {
            var old = sigaction()
            sigaction(number, nil, &old)
            if old.isIgnored { continue }
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { number in
                Interruption.noted.store(number, ordering: .relaxed)
                let (descriptor, interrupted) = (Interruption.wakened.load(ordering: .relaxed), errno)
                var byte: UInt8 = 0
                if descriptor >= 0 { _ = write(descriptor, &byte, 1) }
                errno = interrupted
            }
            sigaction(number, &action, nil)
        }
    }

    /// Catches signals from now on, and makes a folder that is there until the end; nil if none can be made, for the
    /// reason that is printed. Signals come first: one right after the folder is made would leave it behind.
    static func note(makingFolderFor content: String) -> TemporaryFolder? {
        note()
        do {
            folder = try TemporaryFolder()
        } catch {
            Console.error("no folder can be made for \(content) (\(error)); set TMPDIR to one where it can")
        }
        // Output that cannot be written ends the program too.
        atexit { Interruption.folder?.remove() }
        return folder
    }

    /// Catches signals from now on, and calls this on the main queue for each.
    static func watch(_ body: @escaping @MainActor @Sendable () -> Void) throws(SystemError) -> DescriptorWatch {
        var ends: [Int32] = [-1, -1]
        try systemCall("pipe") { LinuxProcess.pipe(&ends) }
        try systemCall("fcntl") { fcntl(ends[1], F_SETFL, O_NONBLOCK) }
        note(waking: ends[1])
        let watch = DescriptorWatch(body)
        watch.arm([pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)])
        return watch
    }

    /// Catches no signal any more.
    static func forget() {
        for number in signals {
            var action = sigaction()
            sigaction(number, nil, &action)
            if !action.isIgnored { signal(number, SIG_DFL) }
        }
    }

    static var hasCome: Bool { noted.load(ordering: .relaxed) != 0 }

    /// Removes the folder if there is one. If a signal was caught, ends the program by it, as if it had not been.
    static func end() {
        folder?.remove()
        let number = noted.load(ordering: .relaxed)
        guard number != 0 else { return }
        signal(number, SIG_DFL)
        raise(number)
    }
}
