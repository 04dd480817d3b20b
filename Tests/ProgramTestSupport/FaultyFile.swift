/// Libraries that end the process that loads them.
enum FaultyFile {
    /// A library that writes through a bad pointer when it is loaded, after a line on standard error with an escape in
    /// it.
    static let crashes = Feature.source(
        "Crashes",
        """
        #include <stdio.h>
        static void inner(int *where) { *where = 1; }
        __attribute__((constructor)) static void start(void) {
            fputs("about to \\033[31mgo wrong\\n", stderr);
            inner((int *)8);
        }
        const void *switchyard_feature_entry(void);
        const void *switchyard_feature_entry(void) { return 0; }

        """)

    /// A library that never returns from being loaded.
    static let hangs = Feature.source(
        "Hangs",
        """
        #include <unistd.h>
        __attribute__((constructor)) static void start(void) { for (;;) pause(); }
        const void *switchyard_feature_entry(void);
        const void *switchyard_feature_entry(void) { return 0; }

        """)

    /// A library that ends the process in its entry.
    static let exits = Feature.source(
        "Exits",
        """
        #include <stdlib.h>
        const void *switchyard_feature_entry(void);
        const void *switchyard_feature_entry(void) { exit(3); }

        """)
}
