import Glibc

/// The compiler's sanitizer with which these tests, and the programs that they run, were built.
package enum Sanitizer: Sendable {
    case address, thread

    /// The sanitizer whose runtime is in this program, by its functions; nil if there is none.
    package static let current: Sanitizer? = {
        if dlsym(nil, "__asan_init") != nil { return .address }
        return dlsym(nil, "__tsan_init") == nil ? nil : .thread
    }()

    /// The sanitizer's environment variables, for the programs that the tests run.
    static let settings: [String: String] = {
        var settings: [String: String] = [:]
        for name in ["ASAN_OPTIONS", "TSAN_OPTIONS"] {
            if let value = getenv(name) { settings[name] = String(cString: value) }
        }
        return settings
    }()
}
