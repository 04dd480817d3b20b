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
