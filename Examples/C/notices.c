/* The notices of a service, one in a line of text. The host makes the request: HTTPExtension.h. */
#include "FeatureHelpers.h"
#include "HTTPExtension.h"

#include <stdbool.h>
#include <stdlib.h>

/* The origin that the manifest asks for. */
#define SERVICE "http://localhost:8000"

enum { ACTION_LOAD = 1 };

typedef struct screen {
    sy_screen table; /* its instance is this struct */
    sy_screen_id id;
    enum { IDLE, LOADING, FAILED, LOADED } state;
    uint64_t request;
    uint32_t status;
    size_t size;
    char text[64 << 10]; /* LOADED: the notices; FAILED: why there are none */
} screen;

static const sy_host *the_host;
static const sy_http *the_http; /* null where the host makes no requests */

/* ------------------------------------------------------------------ the request */

static bool append(screen *screen, const void *bytes, size_t count) {
    if (count > sizeof screen->text - screen->size) return false;
    if (count > 0) memcpy(screen->text + screen->size, bytes, count);
    screen->size += count;
    return true;
}

static void fail(screen *screen, sy_string reason) {
    screen->state = FAILED;
    screen->size = 0;
    append(screen, reason.data, reason.count);
}

static void refused(const sy_error *error, sy_error_code code, sy_string reason) {
    (void)code;
    fail(error->instance, reason);
}

static void received(void *argument, const sy_http_event *event) {
    screen *screen = argument;
    char status[60];
    switch (event->kind) {
    case SY_HTTP_RESPONSE:
        screen->status = event->status;
        screen->size = 0;
        return;
    case SY_HTTP_BODY:
        if (append(screen, event->body, event->body_size)) return;
        the_http->cancel(the_http, screen->request);
        fail(screen, sy_string_from("they have more than 64 KiB"));
        break;
    case SY_HTTP_DONE:
        screen->state = LOADED;
        snprintf(status, sizeof status, "the service answers with the status %u", (unsigned)screen->status);
        /* Every failure has a reason. Its code may be SY_ERROR_OTHER, which is 0. */
        if (event->reason.count > 0) fail(screen, event->reason);
        else if (screen->status != 200) fail(screen, sy_string_from(status));
        break;
    default: return;
    }
    the_host->invalidate(the_host, screen->id);
}

static void load(screen *screen) {
    sy_error error = {.size = sizeof error, .instance = screen, .fail = refused};
    sy_http_request request = {.size = sizeof request, .timeout = 10000, .method = sy_string_from("GET"),
                               .url = sy_string_from(SERVICE "/notices.txt")};
    if (!the_http) {
        fail(screen, sy_string_from("this host makes no requests"));
    } else if (the_http->send(the_http, &request, received, screen, &screen->request, &error) == SY_OK) {
        screen->state = LOADING;
    }
    the_host->invalidate(the_host, screen->id);
}

/* ------------------------------------------------------------------ the screen */

static void put_lines(const screen *screen, const sy_view_sink *sink) {
    for (size_t start = 0, end; start < screen->size; start = end + 1) {
        const char *line = screen->text + start, *newline = memchr(line, '\n', screen->size - start);
        end = newline ? (size_t)(newline - screen->text) : screen->size;
        sy_node node = {.size = sizeof node, .kind = SY_NODE_TEXT, .text = {line, end - start}};
        if (!sy_put_node(sink, &node)) return;
    }
}

static sy_status render(const sy_screen *table, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)error;
    const screen *screen = table->instance;
    sy_title(sink, "Notices");
    if (screen->state == IDLE || screen->state == LOADING) {
        sy_put(sink, SY_NODE_PROGRESS, "Loading the notices");
        return SY_OK;
    }
    if (screen->state == FAILED) sy_put(sink, SY_NODE_TEXT, "The notices could not be loaded:");
    put_lines(screen, sink);
    sy_put_button(sink, screen->state == FAILED ? "Try again" : "Refresh", ACTION_LOAD);
    return SY_OK;
}

static sy_status perform(const sy_screen *table, const sy_event *event, const sy_error *error) {
    screen *screen = table->instance;
    if (event->action != ACTION_LOAD || screen->state == IDLE || screen->state == LOADING) {
        return sy_fail(error, SY_ERROR_NOT_FOUND, "the screen does not show that action");
    }
    if (!sy_is(event->value, SY_VALUE_NULL)) return sy_fail(error, SY_ERROR_WRONG_TYPE, "the button takes no value");
    load(screen);
    return SY_OK;
}

static void appear(const sy_screen *table) {
    screen *screen = table->instance;
    if (screen->state == IDLE) load(screen);
}

static void disappear(const sy_screen *table) { (void)table; }

static void destroy(const sy_screen *table) {
    screen *screen = table->instance;
    if (the_http) the_http->cancel(the_http, screen->request);
    free(screen);
}

static sy_status main_screen(const sy_feature *feature, sy_screen_id id, const sy_screen **made,
                             const sy_error *error) {
    (void)feature;
    screen *screen = calloc(1, sizeof *screen);
    if (!screen) return sy_fail(error, SY_ERROR_LIMIT, "there is no memory for another screen");
    screen->id = id;
    screen->table = (sy_screen){.size = sizeof screen->table, .instance = screen, .render = render, .perform = perform,
                                .appear = appear, .disappear = disappear, .destroy = destroy};
    *made = &screen->table;
    return SY_OK;
}

/* ------------------------------------------------------------------ the feature */

static sy_status resolve(const sy_feature *feature, const sy_destination *destination, sy_screen_id id,
                         const sy_screen **made, const sy_error *error) {
    if (!sy_equal(destination->route, "list")) return SY_NOT_MINE;
    if (destination->argument_count == 0) return main_screen(feature, id, made, error);
    return sy_fail(error, SY_ERROR_INVALID_ARGUMENT, "notices/list takes no arguments");
}

static void deactivate(const sy_feature *feature) { (void)feature; }

static const sy_feature the_feature = {.size = sizeof the_feature, .make_main_screen = main_screen, .resolve = resolve,
                                       .deactivate = deactivate};

static sy_status activate(const sy_library *library, const sy_host *host, const sy_context *context,
                          const sy_feature **feature, const sy_error *error) {
    (void)library, (void)context, (void)error;
    the_host = host;
    the_http = host->extension(host, sy_string_from(SY_HTTP_EXTENSION));
    *feature = &the_feature;
    return SY_OK;
}

static const char manifest[] =
    "{\"manifest\": 1, \"id\": \"notices\", \"name\": \"Notices\", \"version\": \"1.0.0\", \"abi\": \"1.1\",\n"
    " \"summary\": \"The notices of a service.\", \"toolchain\": \"C11\", \"main\": \"list\",\n"
    " \"incoming\": [{\"name\": \"list\", \"summary\": \"All notices.\"}],\n"
    " \"links\": [{\"scheme\": \"challenge\", \"host\": \"notices\", \"pattern\": \"/\", \"route\": \"list\"}],\n"
    " \"permissions\": [{\"net\": [\"" SERVICE "\"], \"reason\": \"To fetch the notices\"}]}\n";

SY_LIBRARY(manifest, activate)
