import Glibc
import Synchronization
import TestSupport

@testable import HostCore

/// A C program in place of a worker. Its second argument names one of the things that a feature may do to its process.
enum FakeWorker {
    static var haveCompiler: Bool { installedProgram("cc") != nil || installedProgram("clang") != nil }

    /// Starts the program.
    @MainActor
    static func start(_ what: String) throws -> WorkerProcess {
        try WorkerProcess.start(executable: path(), name: what)
    }

    /// Returns the path of the program, which is built once.
    static func path() throws -> String {
        try shelf.withLock { directory in
            if directory == nil {
                let made = try TestSupport.TemporaryDirectory()
                try CompiledLibraries.buildProgram("worker", source, in: made.path)
                directory = made
                // An object that lives as long as the process is not deinitialized at its end.
                atexit { FakeWorker.shelf.withLock { $0 = nil } }
            }
            return "\(directory?.path ?? "")/worker"
        }
    }

    private static let shelf = Mutex<TestSupport.TemporaryDirectory?>(nil)

    /// Bytes as a C string.
    private static func text(_ bytes: some Sequence<UInt8>) -> String {
        "{" + bytes.map(String.init).joined(separator: ", ") + "}"
    }

    /// The messages that it sends, as a worker writes them.
    private static var constants: String {
        let tab = HostMessage.navigation(.selectTab(""), 7).bytes
        let messages: [(name: String, bytes: [UInt8])] = [
            ("done", WorkerReply.feature(.done).bytes), ("not_mine", WorkerReply.feature(.notMine).bytes),
            // The bytes before and after the tab's name, whose count takes four bytes.
            ("tab_head", tab.dropLast(12)), ("tab_tail", tab.suffix(8)),
            ("can_return", HostMessage.canReturn(checkpoint: "", 7).bytes),
            ("invalidate", HostMessage.invalidate(0).bytes), ("invalidate_7", HostMessage.invalidate(7).bytes),
            // A screen with a title and nothing else, before and after the title.
            ("screen_head", WorkerReply.feature(.screen(RenderedScreen())).bytes.dropLast(18)),
            ("screen_tail", WorkerReply.feature(.screen(RenderedScreen())).bytes.suffix(14)),
        ]
        return messages.map { "static const unsigned char \($0.name)_bytes[] = \(text($0.bytes));\n" }.joined()
    }

    private static let source =
        constants + #"""
            #define _GNU_SOURCE
            #include <fcntl.h>
            #include <signal.h>
            #include <stdint.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            #include <sys/ptrace.h>
            #include <unistd.h>

            enum { CALL, REPLY, REQUEST, ANSWER, NOTICE };
            #define PUT(kind, name) put(kind, name##_bytes, sizeof name##_bytes)

            static void write_all(const void *bytes, size_t count) {
                for (const char *rest = bytes; count > 0;) {
                    ssize_t written = write(3, rest, count);
                    if (written < 0) _exit(99);
                    rest += written;
                    count -= (size_t)written;
                }
            }

            static void read_all(void *bytes, size_t count) {
                for (char *rest = bytes; count > 0;) {
                    ssize_t got = read(3, rest, count);
                    if (got <= 0) _exit(98);
                    rest += got;
                    count -= (size_t)got;
                }
            }

            /* The number of the call that came last. */
            static uint32_t call;

            static void put(int kind, const void *content, uint32_t count) {
                unsigned char head[9] = {0, 0, 0, 0, (unsigned char)kind};
                uint32_t size = count + 5;
                memcpy(head, &size, 4);
                if (kind == REPLY) memcpy(head + 5, &call, 4);
                write_all(head, 9);
                write_all(content, count);
            }

            /* Of what came: how large its content is. */
            static uint32_t take(int *kind) {
                unsigned char head[9];
                read_all(head, 9);
                uint32_t size;
                memcpy(&size, head, 4);
                char *content = malloc(size);
                read_all(content, size - 5);
                free(content);
                *kind = head[4];
                if (*kind == CALL) memcpy(&call, head + 5, 4);
                return size - 5;
            }

            static void done(void) { PUT(REPLY, done); }

            /* A frame with a text of `count` bytes. */
            static void put_text(
                int kind, const void *head, uint32_t head_count, uint32_t count, const void *tail, uint32_t tail_count
            ) {
                char *content = calloc(1, head_count + 4 + count + tail_count);
                memcpy(content, head, head_count);
                memcpy(content + head_count, &count, 4);
                memset(content + head_count + 4, 'x', count);
                memcpy(content + head_count + 4 + count, tail, tail_count);
                put(kind, content, head_count + 4 + count + tail_count);
                free(content);
            }

            /* Asks for the tab of a name of `count` bytes. */
            static void ask(uint32_t count) {
                put_text(REQUEST, tab_head_bytes, sizeof tab_head_bytes, count, tab_tail_bytes, sizeof tab_tail_bytes);
            }

            /* Asks whether it may return to a checkpoint without a name: a frame as small as one is. */
            static void ask_shortly(void) { PUT(REQUEST, can_return); }

            static void put_bytes(const char *hex) {
                for (; hex[0] && hex[1]; hex += 2) {
                    char digits[3] = {hex[0], hex[1], 0};
                    unsigned char byte = (unsigned char)strtoul(digits, NULL, 16);
                    write_all(&byte, 1);
                }
            }

            static size_t from_hex(const char *hex, char *bytes) {
                size_t count = 0;
                for (; hex[0] && hex[1] && hex[0] != ':'; hex += 2) {
                    char digits[3] = {hex[0], hex[1], 0};
                    bytes[count++] = (char)strtoul(digits, NULL, 16);
                }
                return count;
            }

            int main(int count, char **arguments) {
                if (count > 4) return 1; /* It would name the frames of a crash. */
                const char *what = arguments[count - 2]; /* The last is the host. */
                const uint32_t large = 50 << 20;
                /* The largest that is asked in one call. */
                const uint32_t request = 7 << 20;
                int kind, calls = 0;
                /* Asks for the tab of a long name before it has read anything. */
                if (!strcmp(what, "large")) ask(request);
                for (;;) {
                    uint32_t size = take(&kind);
                    if (kind != CALL) continue;
                    calls++;
                    if (!strncmp(what, "tells-and-", 10)) {
                        /* As a worker does that has got somewhere. */
                        PUT(NOTICE, invalidate);
                        what += 10;
                    }
                    if (!strcmp(what, "large")) {
                        if (size < large) _exit(97);
                        int answer;
                        take(&answer);
                        if (answer != ANSWER) _exit(96);
                        /* A screen with a title and nothing else. */
                        put_text(
                            REPLY, screen_head_bytes, sizeof screen_head_bytes, 15 << 20, screen_tail_bytes,
                            sizeof screen_tail_bytes);
                    } else if (!strcmp(what, "prints")) {
                        printf("line %d\n", calls);
                        fflush(stdout);
                        fprintf(stderr, "error %d\nand a part", calls);
                        done();
                    } else if (!strcmp(what, "floods-output")) {
                        char line[1000];
                        memset(line, 'x', sizeof line);
                        line[sizeof line - 1] = '\n';
                        for (int i = 0; i < 8000; i++)
                            if (write(i % 2 + 1, line, sizeof line) < 0) _exit(95);
                        done();
                    } else if (!strcmp(what, "idle-floods-output")) {
                        done();
                        for (int i = 0; i < 8000; i++)
                            if (write(1, "0123456789\n", 11) < 0) _exit(95);
                    } else if (!strcmp(what, "floods-notices")) {
                        for (;;) PUT(NOTICE, invalidate);
                    } else if (!strcmp(what, "tells")) {
                        for (int i = 0; i < 20; i++) PUT(NOTICE, invalidate);
                        done();
                    } else if (!strcmp(what, "asks")) {
                        ask(4);
                        take(&kind);
                        done();
                    } else if (!strcmp(what, "floods-requests")) {
                        for (;;) ask_shortly();
                    } else if (!strcmp(what, "idle-floods-requests")) {
                        done();
                        for (;;) ask_shortly();
                    } else if (!strcmp(what, "asks-on-and-on")) {
                        for (;;) {
                            ask_shortly();
                            take(&kind);
                        }
                    } else if (!strcmp(what, "idle-asks-on-and-on")) {
                        done();
                        for (;;) {
                            ask_shortly();
                            take(&kind);
                        }
                    } else if (!strcmp(what, "idle-floods-notices")) {
                        done();
                        for (;;) PUT(NOTICE, invalidate);
                    } else if (!strcmp(what, "replies-twice")) {
                        done();
                        done();
                    } else if (!strcmp(what, "asks-late")) {
                        /* Once its host has had time to give up. */
                        PUT(NOTICE, invalidate);
                        ask_shortly();
                        for (;;) pause();
                    } else if (!strncmp(what, "long:", 5)) {
                        /* Its kind, what comes before the text, how long that is, and how many zeros come after it. */
                        int kind, zeros;
                        unsigned size;
                        char hex[64], head[32], tail[32] = {0};
                        sscanf(what + 5, "%d:%63[^:]:%u:%d", &kind, hex, &size, &zeros);
                        put_text(kind, head, (uint32_t)from_hex(hex, head), size, tail, (uint32_t)zeros);
                    } else if (!strcmp(what, "closes-output")) {
                        close(1);
                        close(2);
                        done();
                    } else if (!strcmp(what, "closes-socket")) {
                        close(3);
                        pause();
                    } else if (!strncmp(what, "exits:", 6)) {
                        _exit(atoi(what + 6));
                    } else if (!strncmp(what, "raises:", 7)) {
                        raise(atoi(what + 7));
                    } else if (!strncmp(what, "bytes:", 6)) {
                        put_bytes(what + 6);
                    } else if (!strncmp(what, "last-bytes:", 11)) {
                        put_bytes(what + 11);
                        _exit(0);
                    } else if (!strncmp(what, "idle-bytes:", 11)) {
                        done();
                        put_bytes(what + 11);
                    } else if (!strcmp(what, "idle-closes-socket")) {
                        done();
                        close(3);
                        pause();
                    } else if (!strncmp(what, "idle-exits:", 11)) {
                        printf("the last words");
                        fflush(stdout);
                        done();
                        _exit(atoi(what + 11));
                    } else if (!strcmp(what, "idle-asks")) {
                        /* By itself, and goes on when it has been answered. */
                        done();
                        ask(4);
                        take(&kind);
                        PUT(NOTICE, invalidate_7);
                    } else if (!strcmp(what, "says-that-it-crashes")) {
                        fprintf(stderr, "\n*** Signal 11: the frames follow\n  0 0x1 f + 1 in /x/libx.so\n");
                        for (;;) pause();
                    } else if (!strncmp(what, "says-that-it-crashes-and-raises:", 32)) {
                        fprintf(stderr, "\n*** Signal 11: the frames follow\n  0 0x1 f + 1 in /x/libx.so\n");
                        raise(atoi(what + 32));
                    } else if (!strcmp(what, "forks")) {
                        /* What it has started keeps its output open, and is not to outlive it. */
                        pid_t child = fork();
                        if (child == 0) {
                            close(3);
                            for (;;) pause();
                        }
                        printf("%d\n", (int)child);
                        fflush(stdout);
                        done();
                        if (calls == 2) _exit(0);
                    } else if (!strncmp(what, "traces:", 7)) {
                        /* As a debugger does that looks at another worker. */
                        if (ptrace(PTRACE_SEIZE, atoi(what + 7), NULL, NULL) == 0) done();
                        else PUT(REPLY, not_mine);
                    } else {
                        done();
                    }
                }
            }
            """#
}
