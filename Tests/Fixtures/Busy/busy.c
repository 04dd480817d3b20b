/* A feature that works for as long as a test wants: until there is a file `go` in its data directory. */
#define FEATURE_ID "busy"
#define ENTRY_RESULT &busy_library
#include "FeatureHelpers.h"

extern const sy_library busy_library;

#include "PlainFeature.h"

#include <stdio.h>
#include <unistd.h>

static const sy_host *the_host;
static char the_gate[4096];
static int the_answers, is_busy_when_left, is_hanging_when_left;

/* Computes: it does not serve the host meanwhile. */
static void work(void *argument) {
    (void)argument;
    while (access(the_gate, F_OK) != 0) {
    }
    the_answers++;
    the_host->invalidate(the_host, 0);
}

/* Posts itself again and again, with a line of the log each time. */
static void flood(void *argument) {
    (void)argument;
    the_host->log(the_host, SY_LOG_DEBUG, sy_string_from("still here"));
    the_host->invalidate(the_host, 0);
    the_host->post(the_host, flood, NULL);
}

static const char *const the_labels[] = {"Ask slowly", "Work later", "Work when left", "Hang when left", "Flood", "Answer"};

static sy_status render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    char text[64];
    snprintf(text, sizeof text, "%d answers", the_answers);
    sy_node node = {.size = sizeof node, .kind = SY_NODE_TEXT, .text = sy_string_from(text)};
    if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
    for (uint64_t index = 0; index < sizeof the_labels / sizeof *the_labels; index++) {
        sy_node button = {.size = sizeof button, .kind = SY_NODE_BUTTON, .action = index + 1};
        button.text = sy_string_from(the_labels[index]);
        if (sink->begin_node(sink, &button) == SY_OK) sink->end_node(sink);
    }
    return SY_OK;
}

static sy_status perform(const sy_screen *screen, const sy_event *event, const sy_error *error) {
    (void)screen, (void)error;
    switch (event->action) {
    case 1: work(NULL); break;
    case 2: the_host->post(the_host, work, NULL); break;
    case 3: is_busy_when_left = 1; break;
    case 4: is_hanging_when_left = 1; break;
    case 5: flood(NULL); break;
    default: the_answers++; the_host->invalidate(the_host, 0);
    }
    return SY_OK;
}

static void disappear(const sy_screen *screen) {
    (void)screen;
    if (is_busy_when_left) the_host->post(the_host, work, NULL);
}

static void destroy(const sy_screen *screen) {
    (void)screen;
    while (is_hanging_when_left) pause();
}

/* What the screen keeps is the number of its answers. */
static sy_status save(const sy_screen *screen, const sy_state_sink *sink, const sy_error *error) {
    (void)screen, (void)error;
    char text[16];
    sy_state state = {.size = sizeof state, .state_version = 1};
    snprintf(text, sizeof text, "%d", the_answers);
    state.bytes = sy_string_from(text);
    sink->state(sink, &state);
    return SY_OK;
}

static sy_status restore(const sy_screen *screen, const sy_state *state, const sy_error *error) {
    (void)screen, (void)error;
    the_answers = 0;
    for (size_t index = 0; index < state->bytes.count; index++)
        the_answers = 10 * the_answers + state->bytes.data[index] - '0';
    return SY_OK;
}

static const sy_screen the_screen = {
    .size = sizeof the_screen,
    .render = render,
    .perform = perform,
    .appear = plain_nothing,
    .disappear = disappear,
    .save = save,
    .restore = restore,
    .destroy = destroy,
};

static sy_status main_screen(const sy_feature *feature, sy_screen_id id, const sy_screen **screen,
                             const sy_error *error) {
    (void)feature, (void)id, (void)error;
    *screen = &the_screen;
    return SY_OK;
}

static const sy_feature the_feature = {
    .size = sizeof the_feature,
    .make_main_screen = main_screen,
    .resolve = plain_resolve,
    .deactivate = plain_deactivate,
};

static sy_status activate(const sy_library *library, const sy_host *host, const sy_context *context,
                          const sy_feature **feature, const sy_error *error) {
    (void)library, (void)error;
    the_host = host;
    snprintf(the_gate, sizeof the_gate, "%.*s/go", (int)context->data_directory.count,
             context->data_directory.data);
    *feature = &the_feature;
    return SY_OK;
}

const sy_library busy_library = {
    .magic = SY_MAGIC,
    .size = sizeof(sy_library),
    .abi_major = SY_ABI_MAJOR,
    .abi_minor = SY_ABI_MINOR,
    .manifest = plain_manifest,
    .activate = activate,
};
