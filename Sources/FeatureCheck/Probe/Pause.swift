import Glibc

/// A wait during which other threads go on. It uses no Dispatch timers: a feature that closes descriptors breaks them.
enum Pause {
    static func milliseconds(_ count: UInt32) {
        Reporter.rest()
        usleep(count * 1000)
    }
}
