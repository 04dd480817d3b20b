import Glibc

/// What these tests and the programs that they run were built with, where it is one of the compiler's sanitizers.
package enum Sanitizer: Sendable {
    case address, thread

    /// Its runtime is in the program, and shows its functions.
    package static let current: Sanitizer? = {
        if dlsym(nil, "__asan_init") != nil { return .address }
        return dlsym(nil, "__tsan_init") == nil ? nil : .thread
    }()

    /// How it was set, for the programs that the tests run.
    static let settings: [String: String] = {
        var settings: [String: String] = [:]
        for name in ["ASAN_OPTIONS", "TSAN_OPTIONS"] {
            if let value = getenv(name) { settings[name] = String(cString: value) }
        }
        return settings
    }()
}
