import Glibc

/// The number of descriptors that this process may have open: getrlimit(2), `RLIMIT_NOFILE`.
package enum DescriptorLimit {
    /// The number of descriptors that the start of a worker leaves for everything else. libdispatch opens some when it
    /// first needs them, and ends the process if it gets none.
    package static let reserve = 16

    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

    package static var current: Int {
        var limit = rlimit()
        return getrlimit(resource, &limit) == 0 ? Int(clamping: limit.rlim_cur) : .max
    }

    /// Raises the limit as far as the system allows, since each running feature takes three descriptors.
    package static func raise() {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
    }

    /// Whether `count` more descriptors can be opened after `descriptor`, the newest and therefore the lowest that was
    /// free.
    package static func leaves(_ count: Int, beyond descriptor: Int32) -> Bool {
        Int(descriptor) < current - count
    }
}
