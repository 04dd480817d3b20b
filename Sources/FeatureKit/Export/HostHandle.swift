internal import FeatureABI
internal import FeatureContract
internal import Synchronization

/// The host's table, for as long as the feature is active.
///
/// The functions that any thread may call go through this handle, so that work that outlives the feature cannot reach a
/// host that is gone.
final class HostHandle: Sendable {
    private struct Pointer: @unchecked Sendable {
        let host: UnsafePointer<sy_host>?
    }

    private let pointer: Mutex<Pointer>

    init(_ host: UnsafePointer<sy_host>) {
        pointer = Mutex(Pointer(host: host))
    }

    func invalidate(_ screen: UInt64) {
        withHost { $0.pointee.invalidate($0, screen) }
    }

    func log(_ level: FeatureLogger.Level, _ message: String) {
        withHost { host in
            var arena = ABIArena()
            host.pointee.log(host, level.rawValue, arena.string(message))
        }
    }

    /// Calls `work` on the main thread later, unless the feature ends before.
    func post(_ work: @escaping @MainActor () -> Void) {
        withHost { host in
            let argument = Unmanaged.passRetained(PostedWork(work)).toOpaque()
            let isTaken = host.pointee.post(
                host,
                { argument in
                    guard let argument else { return }
                    let work = PostedWork.released(argument)
                    onMainActor { work() }
                }, argument)
            if isTaken == 0 { _ = PostedWork.released(argument) }
        }
    }

    func hostExtension(_ id: String) -> UInt {
        withHost { host in
            var arena = ABIArena()
            return UInt(bitPattern: host.pointee.extension(host, arena.string(id)))
        } ?? 0
    }

    func end() {
        pointer.withLock { $0 = Pointer(host: nil) }
    }

    /// The host while the feature is active; nil afterwards. The navigation functions are called on the main thread
    /// only, as `end()` is, and outside the lock, since the host may answer with a call that invalidates a screen.
    @MainActor var host: UnsafePointer<sy_host>? {
        pointer.withLock(\.self).host
    }

    @discardableResult
    private func withHost<Result: Sendable>(_ body: (UnsafePointer<sy_host>) -> Result) -> Result? {
        pointer.withLock { $0.host.map(body) }
    }
}

/// Work behind the argument of a posted function.
private final class PostedWork: Sendable {
    private let work: @MainActor () -> Void

    init(_ work: @escaping @MainActor () -> Void) { self.work = work }

    /// Returns the work behind an argument, which is not used any more.
    static func released(_ argument: UnsafeMutableRawPointer) -> @MainActor () -> Void {
        Unmanaged<PostedWork>.fromOpaque(argument).takeRetainedValue().work
    }
}
