import Glibc

/// The number of descriptors that this process may have open: getrlimit(2), `RLIMIT_NOFILE`.
package enum DescriptorLimit {
    /// How many a start of a worker leaves to everything else. libdispatch opens some when it first needs them, and
    /// ends the process where it gets none.
    static let reserve = 16

    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

    package static var current: Int {
        var limit = rlimit()
        return getrlimit(resource, &limit) == 0 ? Int(clamping: limit.rlim_cur) : .max
    }

    /// Raises it as far as the system lets this process do that: a feature that runs takes three descriptors.
    package static func raise() {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
    }

    /// Whether so many descriptors may still be opened beyond one that has just been: the lowest that was free.
    package static func leaves(_ count: Int, beyond descriptor: Int32) -> Bool {
        Int(descriptor) < current - count
    }
}
