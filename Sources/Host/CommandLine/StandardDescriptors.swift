import Glibc

/// Descriptors 0, 1 and 2: standard input, output and error.
enum StandardDescriptors {
    /// Takes those that the caller has closed, before anything else is opened: the next file would get such a number,
    /// and messages would be written into it. What takes them can only be used the other way round, so that reading and
    /// writing fail as they do on a closed one (EBADF).
    static func occupy() {
        for (number, access) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(number, F_GETFD) < 0 {
            // open(2) gives the lowest number that is free: this one, as those below are taken.
            _ = open("/dev/null", access)
        }
    }

    /// Waits for a descriptor that a call would have to wait for and does not: whoever has the other end, or has had
    /// this one before, may have made it non-blocking.
    static func wait(for number: Int32, _ event: Int32) {
        var descriptor = pollfd(fd: number, events: Int16(event), revents: 0)
        // Whatever it says, the call is made again, and says what is wrong.
        _ = poll(&descriptor, 1, -1)
    }
}
