extension Conduct {
    /// Features whose conduct looks like a fault and is none.
    static let allowed: [Conduct] = [
        // The feature occupies Dispatch's pool: a check that ran there would need a new thread, and find that one.
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
            """),
        Conduct(
            "PassesErrorOn", .passed("failures"),
            makingMainScreen(
                """
                the_host->return_to_checkpoint(the_host, id, sy_string_from("x"), NULL, error);
                return plain_main_screen(feature, id, screen, error);
                """)),
        Conduct(
            "PassesErrorOnTwice", .passed("host-calls"),
            makingMainScreen(
                """
                the_host->return_to_checkpoint(the_host, id, sy_string_from("x"), NULL, error);
                the_host->return_to_checkpoint(the_host, id, sy_string_from("x"), NULL, error);
                return plain_main_screen(feature, id, screen, error);
                """)),
        // A host always passes an error.
        Conduct(
            "NeedsError", .passed("actions-unknown"),
            """
            static sy_status refuse(const sy_screen *screen, const sy_event *event, const sy_error *error) {
                (void)event, (void)screen;
                error->fail(error, SY_ERROR_NOT_FOUND, sy_string_from("no such action"));
                return SY_FAILED;
            }
            #define PERFORM refuse
            """),
        // A child of a program that a feature may start.
        Conduct(
            "MayRunPrograms", .passed("forks"),
            """
            #include <stdlib.h>
            #define MEMBERS ",\\"permissions\\":[{\\"run\\":true,\\"reason\\":\\"To try\\"}]"

            """
                + makingMainScreen(
                    """
                    if (system("true") == 77) return SY_FAILED;
                    return plain_main_screen(feature, id, screen, error);
                    """)),
        Conduct(
            "WantsNoReason", .passed("host-calls"),
            makingMainScreen(
                """
                the_host->back(the_host, id, NULL);
                return plain_main_screen(feature, id, screen, error);
                """)),
        Conduct("KeepsText", .passed("state"), "#define FORM 2\n#define CRASHES 0\n#include \"KeepsText.h\""),
    ]
}
