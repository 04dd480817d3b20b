import Glibc

/// Descriptors 0, 1 and 2: standard input, output and error.
enum StandardDescriptors {
    /// Opens those that the caller has closed, before anything else is opened: the next file would get such a number,
    /// and messages would be written into it. Each is opened for the wrong direction, so that reading and writing fail
    /// as on a closed descriptor (EBADF).
    static func occupy() {
        for (number, access) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(number, F_GETFD) < 0 {
            // open(2) gives the lowest number that is free: this one, as those below are taken.
            _ = open("/dev/null", access)
        }
    }

    /// Waits until a descriptor is ready on which a call failed with EAGAIN. A process that has the other end, or had
    /// this one before, may have made it non-blocking.
    static func wait(for number: Int32, _ event: Int32) {
        var descriptor = pollfd(fd: number, events: Int16(event), revents: 0)
        // The result does not matter: the caller repeats its call, which reports what is wrong.
        _ = poll(&descriptor, 1, -1)
    }
}
