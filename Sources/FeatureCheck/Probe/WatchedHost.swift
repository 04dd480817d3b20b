import FeatureABI
import FeatureContract
import HostCore
import Synchronization

/// The `sy_host` of a feature under test: checks each call, and passes it on to a real one. It stays for the life of
/// the process.
final class WatchedHost: Sendable {
    private struct State {
        var isOver = false
        /// The library function in progress; empty if there is none.
        var function = ""
        var live: Set<ScreenID> = []
        var gone: Set<ScreenID> = []
    }

    private let state = Mutex(State())
    private let feature: String
    private nonisolated(unsafe) let inner: UnsafePointer<sy_host>
    nonisolated(unsafe) let pointer: UnsafePointer<sy_host>
    /// The extensions of the real host, and those that check their calls.
    private nonisolated(unsafe) let innerSwap: UnsafePointer<sy_swap>?
    private nonisolated(unsafe) let swap = UnsafeMutablePointer<sy_swap>.allocate(capacity: 1)
    private nonisolated(unsafe) let innerConnect: UnsafePointer<sy_connect>?
    private nonisolated(unsafe) let connect = UnsafeMutablePointer<sy_connect>.allocate(capacity: 1)
    private nonisolated(unsafe) let innerFiles: UnsafePointer<sy_files>?
    private nonisolated(unsafe) let files = UnsafeMutablePointer<sy_files>.allocate(capacity: 1)

    init(feature: String, passingTo inner: UnsafePointer<sy_host>) {
        self.feature = feature
        self.inner = inner
        let memory = UnsafeMutablePointer<sy_host>.allocate(capacity: 1)
        memory.initialize(to: Self.functions(inner.pointee))
        pointer = UnsafePointer(memory)
        var arena = ABIArena()
        innerSwap = inner.pointee.extension(inner, arena.string(SY_SWAP_EXTENSION))?
            .assumingMemoryBound(to: sy_swap.self)
        innerConnect = inner.pointee.extension(inner, arena.string(SY_CONNECT_EXTENSION))?
            .assumingMemoryBound(to: sy_connect.self)
        innerFiles = inner.pointee.extension(inner, arena.string(SY_FILES_EXTENSION))?
            .assumingMemoryBound(to: sy_files.self)
        memory.pointee.instance = Unmanaged.passRetained(self).toOpaque()
        swap.initialize(to: Self.swapFunctions())
        swap.pointee.instance = memory.pointee.instance
        connect.initialize(to: Self.connectFunctions())
        connect.pointee.instance = memory.pointee.instance
        files.initialize(to: Self.filesFunctions())
        files.pointee.instance = memory.pointee.instance
    }

    // MARK: Screens and state

    func made(_ screen: ScreenID) { state.withLock { _ = $0.live.insert(screen) } }

    func destroyed(_ screen: ScreenID) {
        state.withLock { state in
            state.live.remove(screen)
            state.gone.insert(screen)
        }
    }

    /// Makes a call into the library.
    ///
    /// - Parameter function: The name of the function in the ABI.
    func during<Result, Failure>(
        _ function: String, _ call: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        state.withLock { $0.function = function }
        defer { state.withLock { $0.function = "" } }
        return try call()
    }

    func end() { state.withLock { $0.isOver = true } }

    // MARK: Checking

    private static func of(_ table: UnsafePointer<some CalledTable>?, _ function: String) -> WatchedHost? {
        guard let instance = table?.pointee.instance else {
            Reporter.broken(.hostCalls, "it calls the host's \(function) without the host that it was given")
            return nil
        }
        let host = Unmanaged<WatchedHost>.fromOpaque(instance).takeUnretainedValue()
        host.examineState(function)
        return host
    }

    private func examineState(_ function: String) {
        let (isOver, running) = state.withLock { ($0.isOver, $0.function) }
        if isOver {
            Reporter.broken(.lifetime, "it calls the host's \(function) though the feature is not active")
        } else if let allowed = Self.allowed[running], Reporter.isMainThread, !allowed.contains(function) {
            let rule: Rule = running == "render" ? .hostCalls : .lifetime
            let names = allowed.dropLast().joined(separator: ", ")
            Reporter.broken(
                rule, "it calls the host's \(function), where only \(names) and extension are allowed")
        }
    }

    /// The host's functions that the library may call in some of its own.
    private static let allowed = [
        "render": ["can_return", "invalidate", "log", "post", "extension"], "save": ["log", "extension"],
        "restore": ["log", "extension"],
        "destroy": ["log", "extension"], "deactivate": ["log", "extension"],
    ]

    /// Checks a call that belongs to the main thread and names a screen.
    private static func navigation(
        _ function: String, _ table: UnsafePointer<some CalledTable>?, _ screen: ScreenID
    ) -> WatchedHost? {
        guard let host = of(table, function) else { return nil }
        if !Reporter.isMainThread {
            Reporter.broken(.threads, "it calls the host's \(function), which belongs to the main thread, on another")
        }
        guard screen != 0 else { return host }
        let (isLive, isGone) = host.state.withLock { ($0.live.contains(screen), $0.gone.contains(screen)) }
        if isGone {
            Reporter.broken(.lifetime, "it calls the host's \(function) for a screen that has been destroyed")
        } else if !isLive {
            Reporter.broken(
                .hostCalls, "it calls the host's \(function) for the screen \(screen), which is none of its own")
        }
        return host
    }

    private func examine(_ function: String, _ read: () throws(CallFailure) -> Void) {
        let repairs = RepairedText.count
        do {
            try read()
        } catch {
            Reporter.broken(.hostCalls, "it passes to the host's \(function) what is malformed: \(error)")
        }
        if RepairedText.count != repairs {
            Reporter.broken(.text, "a text for the host's \(function) is no valid UTF-8")
        }
    }

    private func examine(_ function: String, _ error: UnsafePointer<sy_error>?) {
        // A caller that does not want the reason passes none.
        guard error != nil else { return }
        examine(function) { () throws(CallFailure) in
            WatchedSize.examine(error)
            guard try sy_error.read(error).fail != nil else { throw CallFailure(malformed: "the error's fail is null") }
        }
    }

    private func examine(_ function: String, text: sy_string) {
        examine(function) { () throws(CallFailure) in
            WatchedText.examine(try String(abi: text), "a text for the host's \(function)")
        }
    }

    private func examine(_ function: String, _ destinations: UnsafePointer<sy_destination>?, count: Int) {
        examine(function) { () throws(CallFailure) in
            if count == 1 {
                WatchedSize.examine(destination: destinations)
            } else {
                WatchedSize.examine(destinations, count: count)
            }
            for destination in try sy_destination.readArray(destinations, count) {
                _ = try Destination(abi: destination, sender: feature)
            }
        }
    }

    // MARK: The functions

    private static func request(
        _ function: String, _ table: UnsafePointer<some CalledTable>?, _ screen: ScreenID,
        _ error: UnsafePointer<sy_error>?, examining look: (WatchedHost) -> Void = { _ in },
        _ pass: (UnsafePointer<sy_host>) -> sy_status
    ) -> sy_status {
        guard let host = navigation(function, table, screen) else { return sy_status(SY_FAILED) }
        host.examine(function, error)
        look(host)
        return CallRecord.answering { pass(host.inner) }
    }

    private static func swapFunctions() -> sy_swap {
        var table = sy_swap()
        table.size = UInt32(MemoryLayout<sy_swap>.size)
        table.swap = { table, screen, destination, error in
            var inner: UnsafePointer<sy_swap>?
            return WatchedHost.request("swap", table, screen, error) {
                inner = $0.innerSwap
                $0.examine("swap", destination, count: 1)
            } _: { _ in
                inner.map { $0.pointee.swap($0, screen, destination, error) } ?? sy_status(SY_FAILED)
            }
        }
        return table
    }

    private static func connectFunctions() -> sy_connect {
        var table = sy_connect()
        table.size = UInt32(MemoryLayout<sy_connect>.size)
        table.connect = { table, name, port, done, argument, error in
            var inner: UnsafePointer<sy_connect>?
            return WatchedHost.request("connect", table, 0, error) {
                inner = $0.innerConnect
                $0.examine("connect", text: name)
                if done == nil {
                    Reporter.broken(.hostCalls, "it passes to the host's connect a function that is null")
                }
            } _: { _ in
                inner.map { $0.pointee.connect($0, name, port, done, argument, error) } ?? sy_status(SY_FAILED)
            }
        }
        return table
    }

    private static func filesFunctions() -> sy_files {
        var table = sy_files()
        table.size = UInt32(MemoryLayout<sy_files>.size)
        table.open_file = { table, title, done, argument, error in
            WatchedHost.pickFile("open_file", table, [title], done, error) {
                $0.pointee.open_file($0, title, done, argument, error)
            }
        }
        table.save_file = { table, title, name, done, argument, error in
            WatchedHost.pickFile("save_file", table, [title, name], done, error) {
                $0.pointee.save_file($0, title, name, done, argument, error)
            }
        }
        return table
    }

    private static func pickFile(
        _ function: String, _ table: UnsafePointer<sy_files>?, _ texts: [sy_string], _ done: sy_picked?,
        _ error: UnsafePointer<sy_error>?, _ pass: (UnsafePointer<sy_files>) -> sy_status
    ) -> sy_status {
        var inner: UnsafePointer<sy_files>?
        return request(function, table, 0, error) { host in
            inner = host.innerFiles
            for text in texts { host.examine(function, text: text) }
            if done == nil {
                Reporter.broken(.hostCalls, "it passes to the host's \(function) a function that is null")
            }
        } _: { _ in
            inner.map(pass) ?? sy_status(SY_FAILED)
        }
    }

    private static func functions(_ inner: sy_host) -> sy_host {
        var table = inner
        table.navigate = { table, screen, destination, method, error in
            WatchedHost.request("navigate", table, screen, error) {
                // The check below has an array, so a null destination is reported separately.
                if destination == nil {
                    Reporter.broken(.hostCalls, "it passes to the host's navigate a destination that is null")
                } else {
                    $0.examine("navigate", destination, count: 1)
                }
            } _: {
                $0.pointee.navigate($0, screen, destination, method, error)
            }
        }
        table.back = { table, screen, error in
            WatchedHost.request("back", table, screen, error) { $0.pointee.back($0, screen, error) }
        }
        table.pop = { table, screen, count, error in
            WatchedHost.request("pop", table, screen, error) { $0.pointee.pop($0, screen, count, error) }
        }
        table.pop_to = { table, screen, destination, error in
            WatchedHost.request("pop_to", table, screen, error) {
                $0.examine("pop_to", destination, count: 1)
            } _: {
                $0.pointee.pop_to($0, screen, destination, error)
            }
        }
        table.pop_to_root = { table, screen, error in
            WatchedHost.request("pop_to_root", table, screen, error) { $0.pointee.pop_to_root($0, screen, error) }
        }
        table.dismiss = { table, screen, error in
            WatchedHost.request("dismiss", table, screen, error) { $0.pointee.dismiss($0, screen, error) }
        }
        table.dismiss_all = { table, screen, error in
            WatchedHost.request("dismiss_all", table, screen, error) { $0.pointee.dismiss_all($0, screen, error) }
        }
        table.replace_stack = { table, screen, destinations, count, error in
            WatchedHost.request("replace_stack", table, screen, error) {
                $0.examine("replace_stack", destinations, count: count)
            } _: {
                $0.pointee.replace_stack($0, screen, destinations, count, error)
            }
        }
        table.reset = { table, screen, error in
            WatchedHost.request("reset", table, screen, error) { $0.pointee.reset($0, screen, error) }
        }
        table.select_tab = { table, screen, name, error in
            WatchedHost.request("select_tab", table, screen, error) {
                $0.examine("select_tab", text: name)
            } _: {
                $0.pointee.select_tab($0, screen, name, error)
            }
        }
        table.return_to_checkpoint = { table, screen, name, value, error in
            WatchedHost.request("return_to_checkpoint", table, screen, error) { host in
                host.examine("return_to_checkpoint", text: name)
                host.examine("return_to_checkpoint") { () throws(CallFailure) in
                    _ = try Value(abi: value)
                    if let value { WatchedReserve.examine(value.pointee, " for a checkpoint") }
                }
            } _: {
                $0.pointee.return_to_checkpoint($0, screen, name, value, error)
            }
        }
        table.can_return = { table, screen, name in
            guard let host = WatchedHost.navigation("can_return", table, screen) else { return 0 }
            host.examine("can_return", text: name)
            return host.inner.pointee.can_return(host.inner, screen, name)
        }
        table.send = { table, screen, messages, count, error in
            WatchedHost.request("send", table, screen, error) { host in
                host.examine("send") { () throws(CallFailure) in
                    WatchedSize.examine(messages, count: count)
                    for message in try sy_message.readArray(messages, count) {
                        _ = try Message(abi: message, sender: host.feature)
                        WatchedReserve.examine(message.value, " that is sent")
                    }
                }
            } _: {
                $0.pointee.send($0, screen, messages, count, error)
            }
        }
        table.resume_sending = { table, screen, error in
            WatchedHost.request("resume_sending", table, screen, error) { $0.pointee.resume_sending($0, screen, error) }
        }
        addAnyThreadFunctions(to: &table)
        return table
    }

    private static func addAnyThreadFunctions(to table: inout sy_host) {
        // Invalidating a destroyed screen does nothing, and is allowed.
        table.invalidate = { table, screen in
            guard let host = WatchedHost.of(table, "invalidate") else { return }
            host.inner.pointee.invalidate(host.inner, screen)
        }
        table.log = { table, level, message in
            guard let host = WatchedHost.of(table, "log") else { return }
            host.examine("log", text: message)
            host.inner.pointee.log(host.inner, level, message)
        }
        table.post = { table, function, argument in
            guard let host = WatchedHost.of(table, "post") else { return 0 }
            guard let function else {
                Reporter.broken(.hostCalls, "it passes to the host's post a function that is null")
                return 0
            }
            return host.inner.pointee.post(host.inner, function, argument)
        }
        table.extension = { table, id in
            guard let host = WatchedHost.of(table, "extension") else { return nil }
            host.examine("extension", text: id)
            guard let found = host.inner.pointee.extension(host.inner, id) else { return nil }
            switch found {
            case UnsafeRawPointer(host.innerSwap): return UnsafeRawPointer(host.swap)
            case UnsafeRawPointer(host.innerConnect): return UnsafeRawPointer(host.connect)
            case UnsafeRawPointer(host.innerFiles): return UnsafeRawPointer(host.files)
            default: return found
            }
        }
    }
}
