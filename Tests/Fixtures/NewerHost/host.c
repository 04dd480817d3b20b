/* A host of a pretended later version: it is compiled with a header in which each struct that may grow has grown and each
 * enumeration has another value. It loads a library of 1.0, walks through all its functions with the longer structs and
 * the newer values, and prints what the library answers, one line each.
 *
 *     newer-host LIBRARY.so ROUTE
 */
#define _GNU_SOURCE
#include "FeatureHelpers.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What no enumeration of 1.0 has. */
enum { NEWER = 99 };

static char reason_text[400];
static sy_error_code reason_code;
static int reason_count;

static void take_reason(const sy_error *error, sy_error_code code, sy_string reason) {
    (void)error;
    reason_count++;
    reason_code = code;
    snprintf(reason_text, sizeof reason_text, "%.*s", (int)reason.count, reason.count ? reason.data : "");
}

static const sy_error *new_error(void) {
    static sy_error error;
    memset(&error, 0xA5, sizeof error); /* also what has been appended */
    error.size = sizeof error;
    error.reserved = 0;
    error.fail = take_reason;
    reason_count = 0;
    reason_text[0] = 0;
    return &error;
}

static void say(const char *what, sy_status status) {
    static const char *const names[] = {"ok", "not mine", "failed"};
    printf("%s: %s", what, status <= 2 ? names[status] : "unknown status");
    if (status == SY_FAILED) printf(reason_count == 1 && reason_text[0] ? " with a reason" : " WITHOUT A REASON");
    if (status != SY_FAILED && reason_count) printf(" WITH A REASON");
    printf("\n");
}

/* ------------------------------------------------------------------ the host */

static sy_status refuse(const sy_error *error) {
    if (error) error->fail(error, NEWER, sy_string_from("this host does nothing"));
    return SY_FAILED;
}

static sy_status navigate(const sy_host *h, sy_screen_id s, const sy_destination *d, sy_method m, const sy_error *e) {
    (void)h, (void)s, (void)d, (void)m;
    return refuse(e);
}
static sy_status plain(const sy_host *h, sy_screen_id s, const sy_error *e) { return (void)h, (void)s, refuse(e); }
static sy_status pop(const sy_host *h, sy_screen_id s, uint32_t n, const sy_error *e) {
    return (void)h, (void)s, (void)n, refuse(e);
}
static sy_status pop_to(const sy_host *h, sy_screen_id s, const sy_destination *d, const sy_error *e) {
    return (void)h, (void)s, (void)d, refuse(e);
}
static sy_status replace(const sy_host *h, sy_screen_id s, const sy_destination *d, size_t n, const sy_error *e) {
    return (void)h, (void)s, (void)d, (void)n, refuse(e);
}
static sy_status named(const sy_host *h, sy_screen_id s, sy_string n, const sy_error *e) {
    return (void)h, (void)s, (void)n, refuse(e);
}
static sy_status give(const sy_host *h, sy_screen_id s, sy_string n, const sy_value *v, const sy_error *e) {
    return (void)h, (void)s, (void)n, (void)v, refuse(e);
}
static int32_t can_return(const sy_host *h, sy_screen_id s, sy_string n) { return (void)h, (void)s, (void)n, 0; }
static sy_status send(const sy_host *h, sy_screen_id s, const sy_message *m, size_t n, const sy_error *e) {
    return (void)h, (void)s, (void)m, (void)n, refuse(e);
}
static void invalidate(const sy_host *h, sy_screen_id s) { (void)h, (void)s; }
static void log_line(const sy_host *h, sy_log_level l, sy_string m) { (void)h, (void)l, (void)m; }
static int32_t post(const sy_host *h, void (*f)(void *), void *a) { return (void)h, (void)f, (void)a, 0; }
static const void *extension(const sy_host *h, sy_string id) { return (void)h, (void)id, NULL; }

static sy_host the_host = {
    .size = sizeof the_host, .abi_major = SY_ABI_MAJOR, .abi_minor = SY_ABI_MINOR,
    .navigate = navigate, .back = plain, .pop = pop, .pop_to = pop_to, .pop_to_root = plain, .dismiss = plain,
    .dismiss_all = plain, .replace_stack = replace, .reset = plain, .select_tab = named,
    .return_to_checkpoint = give, .can_return = can_return, .send = send, .resume_sending = plain,
    .invalidate = invalidate, .log = log_line, .post = post, .extension = extension};

/* ------------------------------------------------------------------ sinks */

static size_t node_count, text_size, state_size;
static int depth, infos, states, destinations;
static uint64_t first_action;

static sy_status begin_node(const sy_view_sink *sink, const sy_node *node) {
    (void)sink;
    node_count++;
    depth++;
    if (node->action && !first_action) first_action = node->action;
    return SY_OK;
}
static sy_status end_node(const sy_view_sink *sink) { return (void)sink, depth--, SY_OK; }
static sy_status take_info(const sy_view_sink *sink, const sy_screen_info *info) {
    return (void)sink, (void)info, infos++, SY_OK;
}
static sy_status take_text(const sy_text_sink *sink, sy_string piece) {
    return (void)sink, text_size += piece.count, SY_OK;
}
static sy_status take_state(const sy_state_sink *sink, const sy_state *state) {
    return (void)sink, state_size = state->bytes.count, states++, SY_OK;
}
static sy_status take_answer(const sy_resume_sink *sink, const sy_resume *resume) {
    return (void)sink, (void)resume, SY_OK;
}
static sy_status take_destination(const sy_destination_sink *sink, const sy_destination *destination) {
    return (void)sink, (void)destination, destinations++, SY_OK;
}

#define SINK(type, member, function)                                      \
    static const type *type##_of(void) {                                  \
        static type sink;                                                 \
        memset(&sink, 0xA5, sizeof sink);                                 \
        sink.size = sizeof sink;                                          \
        sink.reserved = 0;                                                \
        sink.member = function;                                           \
        return &sink;                                                     \
    }
SINK(sy_text_sink, text, take_text)
SINK(sy_state_sink, state, take_state)
SINK(sy_resume_sink, answer, take_answer)
SINK(sy_destination_sink, destination, take_destination)

static const sy_view_sink *view_sink(void) {
    static sy_view_sink sink;
    memset(&sink, 0xA5, sizeof sink);
    sink.size = sizeof sink;
    sink.reserved = 0;
    sink.begin_node = begin_node;
    sink.end_node = end_node;
    sink.info = take_info;
    return &sink;
}

/* What a call is given, also what has been appended. */
static const sy_render *render_of(void) {
    static sy_render how;
    memset(&how, 0xA5, sizeof how);
    how.size = sizeof how;
    how.flags = 1u << 31; /* a flag of later */
    how.parts = NULL;
    how.part_count = 0;
    return &how;
}
static const sy_event *event_of(uint64_t action, const sy_value *value) {
    static sy_event event;
    memset(&event, 0xA5, sizeof event);
    event.size = sizeof event;
    event.reserved = 0;
    event.action = action;
    event.value = value;
    return &event;
}
static const sy_return *return_of(const char *name, const sy_value *value) {
    static sy_return how;
    memset(&how, 0xA5, sizeof how);
    how.size = sizeof how;
    how.reserved = 0;
    how.name = sy_string_from(name);
    how.value = value;
    return &how;
}

/* ------------------------------------------------------------------ the walk */

static void use_screen(const sy_screen *screen) {
    say("render", screen->render(screen, render_of(), view_sink(), new_error()));
    printf("nodes: %s, depth %d, %d info\n", node_count ? "some" : "none", depth, infos);
    screen->appear(screen);
    sy_value newer = {.kind = NEWER, .integer = 1};
    if (first_action) {
        say("perform with a newer kind of value", screen->perform(screen, event_of(first_action, &newer), new_error()));
    }
    say("perform of no action", screen->perform(screen, event_of(1u << 30, NULL), new_error()));
    sy_message message;
    memset(&message, 0, sizeof message);
    message.size = sizeof message;
    message.kind = NEWER;
    if (screen->receive) {
        sy_status status = screen->receive(screen, &message, sy_resume_sink_of(), new_error());
        int is_refused = status == SY_NOT_MINE || (status == SY_FAILED && reason_count == 1);
        printf("receive of a newer kind: %s\n", is_refused ? "refused" : "TAKEN");
    }
    if (screen->returned) {
        say("returned to nothing", screen->returned(screen, return_of("nothing", &newer), new_error()));
    }
    if (screen->save) {
        say("save", screen->save(screen, sy_state_sink_of(), new_error()));
        printf("states: %d\n", states);
    }
    screen->disappear(screen);
    screen->destroy(screen);
}

int main(int count, char **arguments) {
    if (count != 3) return 64;
    setvbuf(stdout, NULL, _IOLBF, 0);
    void *handle = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    sy_entry_function entry = handle ? (sy_entry_function)dlsym(handle, SY_ENTRY_SYMBOL) : NULL;
    if (!entry) return fprintf(stderr, "%s\n", dlerror()), 1;
    const sy_library *library = entry();
    printf("minor: %s\n", library->abi_minor < SY_ABI_MINOR ? "smaller" : "not smaller");
    say("manifest", library->manifest(library, sy_text_sink_of(), new_error()));
    printf("text: %s\n", text_size ? "some" : "none");
    the_host.host_name = sy_string_from("newer");
    the_host.host_version = sy_string_from("1.1");
    sy_context context;
    memset(&context, 0, sizeof context);
    context.size = sizeof context;
    context.settings = sy_string_from("{}");
    context.locale = sy_string_from("de-AT");
    const sy_feature *feature = NULL;
    sy_status status = library->activate(library, &the_host, &context, &feature, new_error());
    say("activate", status);
    if (status != SY_OK) return fprintf(stderr, "%s\n", reason_text), 1;
    const sy_screen *screen = NULL;
    status = feature->make_main_screen(feature, 1, &screen, new_error());
    say("make_main_screen", status);
    if (status == SY_OK) use_screen(screen);
    sy_argument argument;
    memset(&argument, 0, sizeof argument);
    argument.size = sizeof argument;
    argument.name = sy_string_from("identifier");
    argument.value.kind = NEWER;
    sy_destination destination;
    memset(&destination, 0, sizeof destination);
    destination.size = sizeof destination;
    destination.route = sy_string_from(arguments[2]);
    destination.arguments = &argument;
    destination.argument_count = 1;
    screen = NULL;
    say("resolve with a newer kind of argument", feature->resolve(feature, &destination, 2, &screen, new_error()));
    if (feature->resolve_url) {
        const sy_string url = sy_string_from("newer://");
        status = feature->resolve_url(feature, &url, sy_destination_sink_of(), new_error());
        say("resolve_url", status);
    }
    feature->deactivate(feature);
    printf("deactivate\n");
    return 0;
}
