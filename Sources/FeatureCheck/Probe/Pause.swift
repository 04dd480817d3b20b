import Glibc

/// Waiting, while other threads go on. Not by Dispatch's timers: a feature that closes descriptors takes these along.
enum Pause {
    static func milliseconds(_ count: UInt32) {
        Reporter.rest()
        usleep(count * 1000)
    }
}
