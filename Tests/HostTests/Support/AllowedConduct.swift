extension Conduct {
    /// What looks like a fault, and is none.
    static let allowed: [Conduct] = [
        // Whoever looks for threads then needs one that was not there before.
        Conduct(
            "KeepsPoolBusy", .passed("leaves-nothing"),
            """
            #include <dlfcn.h>
            #include <stdint.h>
            #include <unistd.h>
            static void leave(const sy_feature *feature) {
                (void)feature;
                void *(*queue)(intptr_t, uintptr_t) =
                    (void *(*)(intptr_t, uintptr_t))dlsym(RTLD_DEFAULT, "dispatch_get_global_queue");
                void (*async)(void *, void *, void *) =
                    (void (*)(void *, void *, void *))dlsym(RTLD_DEFAULT, "dispatch_async_f");
                for (int i = 0; i < 8; i++) async(queue(0, 0), (void *)300000, (void *)usleep);
            }
            #define DEACTIVATE leave
            """)
    ]
}
