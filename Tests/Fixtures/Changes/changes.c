/* A good one: each press of its button changes some of its rows, so that they come, go, move and differ. */
#include "FeatureHelpers.h"

#include <stdio.h>
#include <string.h>

#define FEATURE_ID "changes"
#define RENDER changes_render
#define PERFORM changes_perform
#define ACTIVATE changes_activate

enum { CHANGE = 1, NOTHING };

static unsigned rows[200] = {1, 2, 3, 4, 5, 6, 7, 8}, count = 8, last = 8, presses;

static const sy_host *changes_host;

/* The same numbers in each run. */
static unsigned random_number(unsigned limit) {
    static unsigned state = 1;
    state = state * 1103515245u + 12345u;
    return (state >> 16) % limit;
}

static void change(void) {
    unsigned index = random_number(count);
    switch (count < 4 ? 0 : count > 12 ? 1 : random_number(4)) {
    case 0:
        memmove(rows + index + 1, rows + index, (count++ - index) * sizeof *rows);
        rows[index] = ++last;
        break;
    case 1: memmove(rows + index, rows + index + 1, (--count - index) * sizeof *rows); break;
    case 2: rows[index] = ++last; break;
    default: {
        unsigned first = rows[0];
        rows[0] = rows[index];
        rows[index] = first;
    }
    }
}

static void begin(const sy_view_sink *sink, sy_node_kind kind, const char *text, uint64_t action) {
    sink->begin_node(sink, &(sy_node){.size = sizeof(sy_node), .kind = kind, .text = sy_string_from(text), .action = action});
}

static void put(const sy_view_sink *sink, sy_node_kind kind, const char *text, uint64_t action) {
    begin(sink, kind, text, action);
    sink->end_node(sink);
}

static void row(const sy_view_sink *sink, unsigned number) {
    char text[200];
    snprintf(text, sizeof text, "Row %u", number);
    switch (number % 7) {
    case 0:
        begin(sink, SY_NODE_HSTACK, "", 0);
        put(sink, SY_NODE_TEXT, text, 0);
        put(sink, SY_NODE_SPACER, "", 0);
        put(sink, SY_NODE_BUTTON, "Use", NOTHING);
        sink->end_node(sink);
        break;
    case 1: put(sink, SY_NODE_PROGRESS, text, 0); break;
    case 2:
        begin(sink, SY_NODE_TABLE, "", 0);
        for (int i = 0; i < 2; i++) {
            begin(sink, SY_NODE_ROW, "", NOTHING);
            put(sink, SY_NODE_TEXT, text, 0);
            put(sink, SY_NODE_TEXT, i ? "lower" : "upper", 0);
            sink->end_node(sink);
        }
        sink->end_node(sink);
        break;
    case 3:
        begin(sink, SY_NODE_SECTION, text, 0);
        put(sink, SY_NODE_BUTTON, "Within", NOTHING);
        sink->end_node(sink);
        break;
    case 4:
        snprintf(text, sizeof text, "Row %u is so long that it is broken into several lines of this narrow window", number);
        put(sink, SY_NODE_TEXT, text, 0);
        break;
    case 5:
        begin(sink, SY_NODE_GROUP, "", 0);
        put(sink, SY_NODE_TEXT, text, 0);
        put(sink, SY_NODE_TEXT_FIELD, "Field", NOTHING);
        sink->end_node(sink);
        break;
    default: put(sink, SY_NODE_BUTTON, text, NOTHING);
    }
}

static sy_status changes_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    char title[40];
    snprintf(title, sizeof title, "Changes: %u", presses);
    sink->info(sink, &(sy_screen_info){.size = sizeof(sy_screen_info), .title = sy_string_from(title)});
    put(sink, SY_NODE_BUTTON, "Change", CHANGE);
    begin(sink, SY_NODE_LIST, "", 0);
    for (unsigned i = 0; i < count; i++) row(sink, rows[i]);
    sink->end_node(sink);
    return SY_OK;
}

static sy_status changes_perform(const sy_screen *screen, const sy_event *event, const sy_error *error) {
    (void)screen, (void)error;
    if (event->action == CHANGE) {
        for (unsigned i = presses++ % 3; i < 3; i++) change();
        changes_host->invalidate(changes_host, 0);
    }
    return SY_OK;
}

static sy_status changes_activate(const sy_library *, const sy_host *, const sy_context *, const sy_feature **,
                                  const sy_error *);

#include "PlainFeature.h"

static sy_status changes_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                  const sy_feature **feature, const sy_error *error) {
    changes_host = host;
    return plain_activate(library, host, context, feature, error);
}
