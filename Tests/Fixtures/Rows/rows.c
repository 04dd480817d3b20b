/* A feature with a list of a million rows, of which it gives the part that the host wants.
 *
 * "Above", or Alt-A, puts three rows before all others, "Below", or Alt-B, three after them, and a press of a row says which it was. Rows have
 * numbers as keys, which they keep. */

#define FEATURE_ID "rows"
#define RENDER rows_render
#define PERFORM rows_perform
#define ACTIVATE rows_activate

#include "FeatureHelpers.h"

#include <inttypes.h>
#include <stdio.h>

static sy_status rows_render(const sy_screen *, const sy_render *, const sy_view_sink *, const sy_error *);
static sy_status rows_perform(const sy_screen *, const sy_event *, const sy_error *);
static sy_status rows_activate(const sy_library *, const sy_host *, const sy_context *, const sy_feature **,
                               const sy_error *);

#include "PlainFeature.h"

enum { ACTION_ABOVE = 1, ACTION_BELOW = 2, ACTION_ROWS = 1000 };

/* The rows are those of the numbers from `first` on, `count` in all. */
static int64_t first = 1;
static uint64_t count = 1000000;
static int64_t pressed = 0;
static const sy_host *rows_host;

static int leaf(const sy_view_sink *sink, sy_node_kind kind, const char *text, const char *key, uint64_t action,
                const char *shortcut) {
    sy_node node = {.size = sizeof node, .kind = kind, .action = action};
    node.shortcut = sy_string_from(shortcut);
    node.text = sy_string_from(text);
    node.key = sy_string_from(key);
    return sink->begin_node(sink, &node) == SY_OK && sink->end_node(sink) == SY_OK;
}

static sy_status rows_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink,
                             const sy_error *error) {
    (void)screen, (void)error;
    char text[80];
    snprintf(text, sizeof text, "Pressed %" PRId64, pressed);
    leaf(sink, SY_NODE_TEXT, text, "", 0, "");
    leaf(sink, SY_NODE_BUTTON, "Above", "", ACTION_ABOVE, "Meta+A");
    leaf(sink, SY_NODE_BUTTON, "Below", "", ACTION_BELOW, "Meta+B");
    sy_node list = {.size = sizeof list, .kind = SY_NODE_LIST};
    list.key = sy_string_from("rows");
    uint64_t shown = sy_part(how, &list, count), offset = list.element_offset;
    if (sink->begin_node(sink, &list) != SY_OK) return SY_OK;
    for (uint64_t index = offset; index < offset + shown; index++) {
        char key[24];
        int64_t number = first + (int64_t)index;
        snprintf(text, sizeof text, "Row %" PRId64, number);
        snprintf(key, sizeof key, "%" PRId64, number);
        if (!leaf(sink, SY_NODE_BUTTON, text, key, (uint64_t)(ACTION_ROWS + number), "")) return SY_OK;
    }
    sink->end_node(sink);
    return SY_OK;
}

static sy_status rows_perform(const sy_screen *screen, const sy_event *event, const sy_error *error) {
    (void)screen, (void)error;
    if (event->action == ACTION_ABOVE) first -= 3, count += 3;
    else if (event->action == ACTION_BELOW) count += 3;
    else pressed = (int64_t)event->action - ACTION_ROWS;
    rows_host->invalidate(rows_host, 0);
    return SY_OK;
}

static sy_status rows_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                               const sy_feature **feature, const sy_error *error) {
    rows_host = host;
    return plain_activate(library, host, context, feature, error);
}
