import Testing

/// A feature in C that a host would accept, with one defect that `switchyard check` finds.
struct Conduct: Sendable, CustomTestStringConvertible {
    let name: String
    let guilt: Guilt
    /// The code between `#include "FeatureHelpers.h"` and the include of PlainFeature.h.
    let code: String

    var testDescription: String { name }

    var source: String {
        "#define _GNU_SOURCE\n#include <string.h>\n#include \"FeatureHelpers.h\"\n\(code)\n#include \"PlainFeature.h\"\n"
    }

    init(_ name: String, _ guilt: Guilt, _ code: String) {
        self.name = name
        self.guilt = guilt
        self.code = code
    }

    static let all: [Conduct] = [
        Conduct(
            "CountsRenders", .failed("render-same", "first text 'Render 1.', then text 'Render 2.'"),
            """
            #include <stdio.h>
            static sy_status counting(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
                (void)how, (void)screen, (void)error;
                static int count;
                char text[40];
                snprintf(text, sizeof text, "Render %d.", count++ % 2 + 1);
                const sy_node node = {.size = sizeof node, .kind = SY_NODE_TEXT, .text = sy_string_from(text)};
                if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
                return SY_OK;
            }
            #define RENDER counting
            """),
        Conduct(
            "SavesInVain", .failed("state", "has save, and no restore"),
            """
            static sy_status save(const sy_screen *screen, const sy_state_sink *sink, const sy_error *error) {
                (void)screen, (void)error;
                const sy_state state = {.size = sizeof state, .bytes = {.data = "Ada", .count = 3}};
                sink->state(sink, &state);
                return SY_OK;
            }
            #define SAVE save
            """),
        Conduct(
            "SavesAnother", .failed("state", "saves another state than the one that it has just restored: 1 byte of"),
            """
            static sy_status save(const sy_screen *screen, const sy_state_sink *sink, const sy_error *error) {
                (void)screen, (void)error;
                static char count = 0;
                count++;
                const sy_state state = {.size = sizeof state, .bytes = {.data = &count, .count = 1}};
                sink->state(sink, &state);
                return SY_OK;
            }
            #define SAVE save
            static sy_status restore(const sy_screen *screen, const sy_state *state, const sy_error *error) {
                (void)screen, (void)state, (void)error;
                return SY_OK;
            }
            #define RESTORE restore
            """),
        Conduct(
            "ChangesInSave",
            .failed("state", "is described otherwise after it has saved its state: first text 'Saved 0"),
            """
            #include <stdio.h>
            static int count;
            static sy_status save(const sy_screen *screen, const sy_state_sink *sink, const sy_error *error) {
                (void)screen, (void)sink, (void)error;
                count++;
                return SY_NOT_MINE;
            }
            #define SAVE save
            static sy_status restore(const sy_screen *screen, const sy_state *state, const sy_error *error) {
                (void)screen, (void)state, (void)error;
                return SY_OK;
            }
            #define RESTORE restore
            static sy_status counting(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
                (void)how, (void)screen, (void)error;
                char text[40];
                snprintf(text, sizeof text, "Saved %d times.", count);
                const sy_node node = {.size = sizeof node, .kind = SY_NODE_TEXT, .text = sy_string_from(text)};
                if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
                return SY_OK;
            }
            #define RENDER counting
            """),
        Conduct(
            "TrustsStates", .crashed("state", "crashed in restore", "SIGSEGV"),
            """
            static sy_status save(const sy_screen *screen, const sy_state_sink *sink, const sy_error *error) {
                (void)screen, (void)error;
                const sy_state state = {.size = sizeof state, .bytes = {.data = "Ada", .count = 3}};
                sink->state(sink, &state);
                return SY_OK;
            }
            #define SAVE save
            static sy_status restore(const sy_screen *screen, const sy_state *state, const sy_error *error) {
                (void)screen, (void)error;
                if (state->bytes.count != 3) *(volatile int *)8 = 1;
                return SY_OK;
            }
            #define RESTORE restore
            """),
        Conduct(
            "BreaksByState", .failed("state", "after it has taken", "render of plain failed: there is no text"),
            """
            static int is_broken;
            static sy_status save(const sy_screen *screen, const sy_state_sink *sink, const sy_error *error) {
                (void)screen, (void)error;
                const sy_state state = {.size = sizeof state, .bytes = {.data = "Ada", .count = 3}};
                sink->state(sink, &state);
                return SY_OK;
            }
            #define SAVE save
            static sy_status restore(const sy_screen *screen, const sy_state *state, const sy_error *error) {
                (void)screen, (void)error;
                is_broken = state->bytes.count != 3;
                return SY_OK;
            }
            #define RESTORE restore
            static sy_status breaking(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
                (void)how, (void)screen, (void)sink;
                return is_broken ? sy_fail(error, SY_ERROR_OTHER, "there is no text") : SY_OK;
            }
            #define RENDER breaking
            """),
        Conduct(
            "AsksInSave", .failed("lifetime", "save of plain: it calls the host's back, where only log and extension"),
            """
            static const sy_host *the_host;
            static sy_status save(const sy_screen *screen, const sy_state_sink *sink, const sy_error *error) {
                (void)screen, (void)sink, (void)error;
                the_host->back(the_host, 0, NULL);
                return SY_NOT_MINE;
            }
            #define SAVE save
            static sy_status keep_host(const sy_library *library, const sy_host *host, const sy_context *context,
                                       const sy_feature **feature, const sy_error *error);
            #define ACTIVATE keep_host
            #include "PlainFeature.h"
            static sy_status keep_host(const sy_library *library, const sy_host *host, const sy_context *context,
                                       const sy_feature **feature, const sy_error *error) {
                the_host = host;
                return plain_activate(library, host, context, feature, error);
            }
            """),
        Conduct(
            "LeavesThread", .failed("leaves-nothing", "a thread of it still runs"),
            """
            #include <pthread.h>
            #include <unistd.h>
            static void *wait_for_ever(void *argument) { for (;;) pause(); return argument; }
            static void leave(const sy_feature *feature) {
                (void)feature;
                pthread_t thread;
                if (pthread_create(&thread, NULL, wait_for_ever, NULL) == 0) pthread_detach(thread);
            }
            #define DEACTIVATE leave
            """),
        Conduct(
            "LeavesBusyThread", .failed("leaves-nothing", "a thread of it still runs"),
            """
            #include <pthread.h>
            static void *compute(void *argument) { for (volatile unsigned i = 0;; i++) {} return argument; }
            static void leave(const sy_feature *feature) {
                (void)feature;
                pthread_t thread;
                if (pthread_create(&thread, NULL, compute, NULL) == 0) pthread_detach(thread);
            }
            #define DEACTIVATE leave
            """),
        Conduct(
            "LeavesDescriptor", .failed("leaves-nothing", "is open: /dev/null"),
            """
            #include <fcntl.h>
            static void leave(const sy_feature *feature) { (void)feature; (void)!open("/dev/null", O_RDONLY); }
            #define DEACTIVATE leave
            """),
        Conduct(
            "StartsEarly", .failed("nothing-before-activate", "a thread of it still runs"),
            """
            #include <pthread.h>
            #include <unistd.h>
            static void *wait_for_ever(void *argument) { for (;;) pause(); return argument; }
            __attribute__((constructor)) static void start(void) {
                pthread_t thread;
                if (pthread_create(&thread, NULL, wait_for_ever, NULL) == 0) pthread_detach(thread);
            }
            """),
        Conduct(
            "TakesAnyRoute", .failed("routes-undeclared", "it makes a screen for 'plain/switchyardCheckUnknown'"), ""),
        Conduct(
            "TakesAnyArgument", .failed("routes-unknown-argument", "it makes a screen for 'screen' with an argument"),
            ""),
        Conduct(
            "NeedsNoArgument", .failed("routes-missing", "'screen' without its required argument 'number'"),
            "#define INCOMING \"{\\\"name\\\":\\\"screen\\\",\\\"arguments\\\":[{\\\"name\\\":\\\"number\\\",\\\"type\\\":\\\"int\\\"}]}\""
        ),
        Conduct(
            "TakesAnyType", .failed("routes-wrong-type", "'screen' with 'number' of another type than int"),
            "#define INCOMING \"{\\\"name\\\":\\\"screen\\\",\\\"arguments\\\":[{\\\"name\\\":\\\"number\\\",\\\"type\\\":\\\"int\\\"}]}\""
        ),
        Conduct(
            "TakesAnyAction", .failed("actions-unknown", "performs the action 0"),
            """
            static sy_status take(const sy_screen *screen, const sy_event *event, const sy_error *error) {
                (void)event, (void)screen, (void)error;
                return SY_OK;
            }
            #define PERFORM take
            """),
        Conduct(
            "StartsOnce", .failed("activate-twice", "activate failed: it was there before"),
            """
            static sy_status start_once(const sy_library *library, const sy_host *host, const sy_context *context,
                                        const sy_feature **feature, const sy_error *error);
            #define ACTIVATE start_once
            #include "PlainFeature.h"
            static sy_status start_once(const sy_library *library, const sy_host *host, const sy_context *context,
                                        const sy_feature **feature, const sy_error *error) {
                static int count;
                if (count++) return sy_fail(error, SY_ERROR_OTHER, "it was there before");
                return plain_activate(library, host, context, feature, error);
            }
            """),
        Conduct(
            "ChangesManifest", .failed("manifest-same", "the manifest is another when it is read again"),
            """
            #include <stdio.h>
            static sy_status changing(const sy_library *library, const sy_text_sink *sink, const sy_error *error) {
                (void)library, (void)error;
                static int count;
                char text[90];
                snprintf(text, sizeof text, "{\\"manifest\\":1,\\"id\\":\\"plain\\",\\"version\\":\\"%d\\"}", count++);
                sink->text(sink, sy_string_from(text));
                return SY_OK;
            }
            #define MANIFEST changing
            """),
        Conduct(
            "CrashesOnSettings", .crashed("settings", "SIGSEGV"),
            """
            static sy_status start_carefully(const sy_library *library, const sy_host *host, const sy_context *context,
                                             const sy_feature **feature, const sy_error *error);
            #define ACTIVATE start_carefully
            #include "PlainFeature.h"
            static sy_status start_carefully(const sy_library *library, const sy_host *host, const sy_context *context,
                                             const sy_feature **feature, const sy_error *error) {
                if (context->settings.count > 2) *(volatile int *)8 = 1;
                return plain_activate(library, host, context, feature, error);
            }
            """),
        Conduct(
            "HandlesSignals", .failed("process-state", "it sets a handler for SIGTERM"),
            """
            #include <signal.h>
            static void leave(const sy_feature *feature) { (void)feature; signal(SIGTERM, SIG_IGN); }
            #define DEACTIVATE leave
            """),
        Conduct(
            "HandlesRealTimeSignals", .failed("process-state", "it sets a handler for", "37"),
            """
            #include <signal.h>
            static void leave(const sy_feature *feature) { (void)feature; signal(37, SIG_IGN); }
            #define DEACTIVATE leave
            """),
        Conduct(
            "SetsSignalStack", .failed("process-state", "it sets another stack for the main thread's signal handlers"),
            """
            #include <signal.h>
            static char memory[1 << 16];
            static void leave(const sy_feature *feature) {
                (void)feature;
                const stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory};
                sigaltstack(&stack, NULL);
            }
            #define DEACTIVATE leave
            """),
        Conduct(
            "BlocksSignals", .failed("process-state", "it blocks SIGTERM on the main thread"),
            """
            #include <signal.h>
            static void leave(const sy_feature *feature) {
                (void)feature;
                sigset_t signals;
                sigemptyset(&signals);
                sigaddset(&signals, SIGTERM);
                sigprocmask(SIG_BLOCK, &signals, NULL);
            }
            #define DEACTIVATE leave
            """),
        Conduct(
            "ReadsInput", .failed("standard-output", "it reads from standard input"),
            """
            #include <unistd.h>
            static void leave(const sy_feature *feature) {
                (void)feature;
                char line[8];
                (void)!read(STDIN_FILENO, line, sizeof line);
            }
            #define DEACTIVATE leave
            """),
        Conduct(
            "NavigatesInRender",
            .failed("host-calls", "it calls the host's back, where only can_return, invalidate, log, post"),
            """
            static const sy_host *the_host;
            static sy_status start(const sy_library *library, const sy_host *host, const sy_context *context,
                                   const sy_feature **feature, const sy_error *error);
            #define ACTIVATE start
            static sy_status describing(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error);
            #define RENDER describing
            #include "PlainFeature.h"
            static sy_status start(const sy_library *library, const sy_host *host, const sy_context *context,
                                   const sy_feature **feature, const sy_error *error) {
                the_host = host;
                return plain_activate(library, host, context, feature, error);
            }
            static sy_status describing(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
                (void)how, (void)screen, (void)sink, (void)error;
                the_host->back(the_host, 0, NULL);
                return SY_OK;
            }
            """),
        Conduct(
            "NavigatesInDeactivate", .failed("lifetime", "it calls the host's back, where only log and extension"),
            """
            static const sy_host *the_host;
            static sy_status start(const sy_library *library, const sy_host *host, const sy_context *context,
                                   const sy_feature **feature, const sy_error *error);
            #define ACTIVATE start
            static void leave(const sy_feature *feature);
            #define DEACTIVATE leave
            #include "PlainFeature.h"
            static sy_status start(const sy_library *library, const sy_host *host, const sy_context *context,
                                   const sy_feature **feature, const sy_error *error) {
                the_host = host;
                return plain_activate(library, host, context, feature, error);
            }
            static void leave(const sy_feature *feature) {
                (void)feature;
                the_host->back(the_host, 0, NULL);
            }
            """),
        Conduct(
            "EqualKeys", .failed("host-calls", "it passes the text 'b' with the key 'k' of a sibling"),
            """
            static sy_status describing(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
                (void)how, (void)screen, (void)error;
                const char *texts[] = {"a", "b"};
                for (int i = 0; i < 2; i++) {
                    const sy_node node = {.size = sizeof node, .kind = SY_NODE_TEXT, .text = sy_string_from(texts[i]),
                                          .key = sy_string_from("k")};
                    if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
                }
                return SY_OK;
            }
            #define RENDER describing
            """),
        Conduct(
            "ToggleWithoutBool", .failed("host-calls", "it passes the toggle 'Dark' with a value that is no bool"),
            """
            static sy_status describing(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
                (void)how, (void)screen, (void)error;
                const sy_node node = {.size = sizeof node, .kind = SY_NODE_TOGGLE, .text = sy_string_from("Dark"), .action = 1};
                if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
                return SY_OK;
            }
            #define RENDER describing
            """),
        Conduct(
            "ActionBesideDestination",
            .failed("host-calls", "it passes the row 'Main' with an action and a destination"),
            """
            static sy_status describing(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
                (void)how, (void)screen, (void)error;
                const sy_destination main = {.size = sizeof main};
                const sy_node node = {.size = sizeof node, .kind = SY_NODE_ROW, .text = sy_string_from("Main"), .action = 1,
                                      .destination = &main};
                if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
                return SY_OK;
            }
            #define RENDER describing
            """),
        Conduct(
            "UsesReserveOfValue", .failed("host-calls", "the reserved member of a sy_value of the toggle 'Dark' is 3"),
            """
            static sy_status describing(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
                (void)how, (void)screen, (void)error;
                const sy_node node = {.size = sizeof node, .kind = SY_NODE_TOGGLE, .text = sy_string_from("Dark"),
                                      .value = {.kind = SY_VALUE_BOOL, .reserved = 3}};
                if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
                return SY_OK;
            }
            #define RENDER describing
            """),
        Conduct(
            "FailsAfterPassingErrorOn", .warning("failures", "a reason replaces another", "then 'no screen today'"),
            makingMainScreen(
                """
                (void)feature, (void)screen;
                the_host->return_to_checkpoint(the_host, id, sy_string_from("x"), NULL, error);
                return sy_fail(error, SY_ERROR_OTHER, "no screen today");
                """)),
        Conduct(
            "LeavesReasonAndGoesOn", .warning("failures", "it answers SY_OK, and leaves a reason", "no screen today"),
            makingMainScreen(
                """
                sy_fail(error, SY_ERROR_OTHER, "no screen today");
                return plain_main_screen(feature, id, screen, error);
                """)),
        Conduct(
            "RunsAProgram", .failed("forks", "starts a program as system(3)"),
            "#include <stdlib.h>\n"
                + makingMainScreen(
                    """
                    if (system("true") == 77) return SY_FAILED;
                    return plain_main_screen(feature, id, screen, error);
                    """)),
        Conduct(
            "SpawnsAProgram", .failed("forks", "starts a program as system(3)"),
            "#include <spawn.h>\n#include <sys/wait.h>\n"
                + makingMainScreen(
                    """
                    char *const words[] = {(char *)"true", NULL};
                    pid_t child;
                    if (posix_spawn(&child, "/bin/true", NULL, NULL, words, NULL) == 0) waitpid(child, NULL, 0);
                    return plain_main_screen(feature, id, screen, error);
                    """)),
        Conduct(
            "ForgetsInvalidate", .warning("actions", "the button 'Count' on plain", "calls host->invalidate", "'0'"),
            describing(
                """
                char text[20];
                snprintf(text, sizeof text, "%d", count);
                sy_put(sink, SY_NODE_TEXT, text);
                sy_put_button(sink, "Count", 1);
                """
            ).replacing("static sy_status describing", with: "static int count;\nstatic sy_status describing")
                + """

                static sy_status counting(const sy_screen *screen, const sy_event *event, const sy_error *error) {
                    (void)screen;
                    if (event->action != 1) return sy_fail(error, SY_ERROR_NOT_FOUND, "no such action");
                    if (event->value) return sy_fail(error, SY_ERROR_WRONG_TYPE, "a button takes no value");
                    count++;
                    return SY_OK;
                }
                #define PERFORM counting
                """),
        Conduct(
            "RowAlone", .failed("host-calls", "the row 'alone', which stands in no table"),
            describing("sy_put(sink, SY_NODE_ROW, \"alone\");")),
        Conduct(
            "OptionAlone", .failed("host-calls", "the option 'alone', which stands in no picker"),
            describing("sy_put(sink, SY_NODE_OPTION, \"alone\");")),
        Conduct(
            "BadBadge", .failed("text", "badge of the text 'Inbox' is no valid UTF-8"),
            describing(
                """
                sy_node node = sy_node_of(SY_NODE_TEXT, "Inbox");
                node.badge = sy_string_from("\\xff");
                sy_put_node(sink, &node);
                """)),
        Conduct(
            "ShowsCheckpointTwice", .failed("host-calls", "it shows the checkpoint 'a' more than once in a render"),
            """
            static sy_status describing(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
                (void)how, (void)screen, (void)error;
                const sy_checkpoint both[] = {{.size = sizeof(sy_checkpoint), .name = sy_string_from("a")},
                                              {.size = sizeof(sy_checkpoint), .name = sy_string_from("a")}};
                const sy_screen_info info = {.size = sizeof info, .checkpoints = both, .checkpoint_count = 2};
                sink->info(sink, &info);
                return SY_OK;
            }
            #define RENDER describing
            """),
        Conduct(
            "UsesReserve", .failed("host-calls", "the reserved member of a sy_destination is 9"),
            """
            static sy_status linking(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
                (void)how, (void)screen, (void)error;
                const sy_destination main = {.size = sizeof main, .reserved = 9};
                const sy_node node = {.size = sizeof node, .kind = SY_NODE_LINK, .text = sy_string_from("Main"),
                                      .destination = &main};
                if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
                return SY_OK;
            }
            #define RENDER linking
            """),
        Conduct(
            "LeavesThreadUnavailable", .failed("leaves-nothing", "a thread of it still runs"),
            """
            #include <pthread.h>
            #include <unistd.h>
            static void *wait_for_ever(void *argument) { for (;;) pause(); return argument; }
            static sy_status start(const sy_library *library, const sy_host *host, const sy_context *context,
                                   const sy_feature **feature, const sy_error *error) {
                (void)library, (void)host, (void)context, (void)feature;
                pthread_t thread;
                if (pthread_create(&thread, NULL, wait_for_ever, NULL) == 0) pthread_detach(thread);
                return sy_fail(error, SY_ERROR_UNAVAILABLE, "the server does not answer");
            }
            #define ACTIVATE start
            """),
        Conduct(
            "StepsBySizeof", .failed("routes-newer", "array[0].size"),
            #"""
            #define INCOMING "{\"name\":\"screen\",\"arguments\":[{\"name\":\"a\",\"type\":\"int\"},{\"name\":\"b\",\"type\":\"int\"}]}"
            static sy_status indexing(const sy_feature *feature, const sy_destination *destination, sy_screen_id id,
                                      const sy_screen **screen, const sy_error *error);
            #define RESOLVE indexing
            #include "PlainFeature.h"
            static sy_status indexing(const sy_feature *feature, const sy_destination *destination, sy_screen_id id,
                                      const sy_screen **screen, const sy_error *error) {
                for (size_t i = 0; i < destination->argument_count; i++) {
                    if (destination->arguments[i].value.kind != SY_VALUE_INT) {
                        return sy_fail(error, SY_ERROR_INVALID_ARGUMENT, "expected an integer");
                    }
                }
                return plain_main_screen(feature, id, screen, error);
            }
            """#),
        Conduct(
            "EndsTestItself", .crashed("load", "an end of the test that is not the test's own"),
            """
            #include <sys/socket.h>
            #include <sys/types.h>
            #include <unistd.h>
            __attribute__((constructor)) static void end_test(void) {
                // A notice of 16 bytes: that it is done, and whatever the secret may be.
                static const unsigned char frame[25] = {21, 0, 0, 0, 4, 0, 0, 0, 0, 4, 0, 0, 0, 'd', 'o', 'n', 'e'};
                for (int number = 3; number < 1 << 21; number++) {
                    int kind;
                    socklen_t size = sizeof kind;
                    if (getsockopt(number, SOL_SOCKET, SO_TYPE, &kind, &size) != 0) continue;
                    (void)!send(number, frame, sizeof frame, MSG_NOSIGNAL);
                    for (;;) pause();
                }
            }
            """),
        Conduct(
            "RefusesToStart", .failed("activate", "activate failed: it does not like this host"),
            """
            static sy_status refuse(const sy_library *library, const sy_host *host, const sy_context *context,
                                    const sy_feature **feature, const sy_error *error) {
                (void)library, (void)host, (void)context, (void)feature;
                return sy_fail(error, SY_ERROR_OTHER, "it does not like this host");
            }
            #define ACTIVATE refuse
            """),
        Conduct(
            "ChangesRole", .failed("render-same", "then text 'Now.' as"),
            """
            static sy_status changing(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
                (void)how, (void)screen, (void)error;
                static sy_role role;
                role = role == SY_ROLE_DANGER ? SY_ROLE_SUCCESS : SY_ROLE_DANGER;
                const sy_node node = {
                    .size = sizeof node, .kind = SY_NODE_TEXT, .role = role, .text = sy_string_from("Now.")};
                if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
                return SY_OK;
            }
            #define RENDER changing
            """),
        Conduct(
            "AnswersAnyExtension",
            .failed("extension-unknown", "it answers the extension 'switchyard.check.unknown/1'"),
            """
            static const void *answer(const sy_library *library, const sy_string *id) { (void)id; return library; }
            #define EXTENSION answer
            """),
        Conduct(
            "ChangesDirectory", .failed("process-state", "it changes the working directory to /"),
            """
            #include <unistd.h>
            static void leave(const sy_feature *feature) { (void)feature; (void)!chdir("/"); }
            #define DEACTIVATE leave
            """),
        Conduct(
            "ChangesUmask", .failed("process-state", "it sets the umask to 77"),
            """
            #include <sys/stat.h>
            static void leave(const sy_feature *feature) { (void)feature; umask(077); }
            #define DEACTIVATE leave
            """),
        Conduct(
            "ClearsEnvironment", .failed("process-state", "it changes the environment variable 'PATH'"),
            """
            #include <stdlib.h>
            static void leave(const sy_feature *feature) { (void)feature; clearenv(); }
            #define DEACTIVATE leave
            """),
        Conduct(
            "LeadsElsewhere", .failed("declarations", "it leads to 'notes', which is another feature's"),
            """
            static sy_status linking(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
                (void)how, (void)screen, (void)error;
                const sy_destination notes = {.size = sizeof notes, .feature = sy_string_from("notes")};
                const sy_node node = {.size = sizeof node, .kind = SY_NODE_LINK, .text = sy_string_from("Notes"),
                                      .destination = &notes};
                if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
                return SY_OK;
            }
            #define RENDER linking
            """),
        Conduct(
            "ConnectsWithoutCallback", .failed("host-calls", "it passes to the host's connect a function that is null"),
            "#include \"ConnectExtension.h\"\n"
                + makingMainScreen(
                    """
                    const sy_connect *table = the_host->extension(the_host, sy_string_from(SY_CONNECT_EXTENSION));
                    if (table) table->connect(table, sy_string_from("a.b"), 1, NULL, NULL, NULL);
                    return plain_main_screen(feature, id, screen, error);
                    """)),
        Conduct(
            "PicksWithoutCallback", .failed("host-calls", "it passes to the host's save_file a function that is null"),
            "#include \"FilesExtension.h\"\n"
                + makingMainScreen(
                    """
                    const sy_files *table = the_host->extension(the_host, sy_string_from(SY_FILES_EXTENSION));
                    if (table) table->save_file(table, sy_string_from("a"), sy_string_from("b"), NULL, NULL, NULL);
                    return plain_main_screen(feature, id, screen, error);
                    """)),
        Conduct(
            "ShowsUndeclaredCheckpoint", .failed("declarations", "the checkpoint 'here', which its manifest does not"),
            """
            static sy_status pointing(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
                (void)how, (void)screen, (void)error;
                const sy_checkpoint here = {.size = sizeof here, .name = sy_string_from("here")};
                const sy_screen_info info = {.size = sizeof info, .checkpoints = &here, .checkpoint_count = 1};
                sink->info(sink, &info);
                return SY_OK;
            }
            #define RENDER pointing
            """),
    ]
}

/// Code with a main screen that is described like this, by the helpers of FeatureHelpers.h.
private func describing(_ code: String) -> String {
    """
    static sy_status describing(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink,
                                const sy_error *error) {
        (void)screen, (void)how, (void)error;
        \(code)
        return SY_OK;
    }
    #define RENDER describing
    """
}

/// A library whose main screen is made by these statements, which have the host as `the_host`.
func makingMainScreen(_ statements: String) -> String {
    """
    static const sy_host *the_host;
    static sy_status start(const sy_library *library, const sy_host *host, const sy_context *context,
                           const sy_feature **feature, const sy_error *error);
    #define ACTIVATE start
    static sy_status make(const sy_feature *feature, sy_screen_id id, const sy_screen **screen,
                          const sy_error *error);
    #define MAIN_SCREEN make
    #include "PlainFeature.h"
    static sy_status start(const sy_library *library, const sy_host *host, const sy_context *context,
                           const sy_feature **feature, const sy_error *error) {
        the_host = host;
        return plain_activate(library, host, context, feature, error);
    }
    static sy_status make(const sy_feature *feature, sy_screen_id id, const sy_screen **screen,
                          const sy_error *error) {
    \(statements)
    }
    """
}
