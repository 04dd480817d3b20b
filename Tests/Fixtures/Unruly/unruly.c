/* Screens that are hard to browse: one that changes all the time, a table of 2,000 columns, a button below a long text,
 * a field that is called otherwise with each letter, one that counts its changes, one for several lines, a table that
 * is wider than a window, rows whose labels are views, a link that leads out of the app, and one that holds a lock. */
#include "FeatureHelpers.h"

#include <stdio.h>
#include <string.h>

#define ROUTE(name) "{\"name\":\"" name "\",\"arguments\":[]}"
#define INCOMING                                                                                                       \
    ROUTE("flickers") "," ROUTE("wide") "," ROUTE("long") "," ROUTE("renames") "," ROUTE("web") "," ROUTE("locked")    \
        "," ROUTE("progress") "," ROUTE("counts") "," ROUTE("table") "," ROUTE("writes") "," ROUTE("rows")

static sy_status unruly_resolve(const sy_feature *feature, const sy_destination *destination, sy_screen_id id,
                                const sy_screen **screen, const sy_error *error);
static sy_status unruly_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                 const sy_feature **feature, const sy_error *error);

#define FEATURE_ID "unruly"
#define RESOLVE unruly_resolve
#define ACTIVATE unruly_activate
#include "PlainFeature.h"

static const sy_host *the_host;
static char the_text[400];
static unsigned presses;

static void put(const sy_view_sink *sink, sy_node_kind kind, const char *text, uint64_t action) {
    sy_node node = {.size = sizeof node, .kind = kind, .text = sy_string_from(text), .action = action};
    if (kind == SY_NODE_TEXT_FIELD) {
        node.value = (sy_value){.kind = SY_VALUE_STRING, .text = sy_string_from(the_text)};
    }
    if (kind == SY_NODE_URL_LINK) node.url = sy_string_from("https://example.org/");
    if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
}

static sy_status flickers_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    the_host->invalidate(the_host, 0);
    put(sink, SY_NODE_TEXT, "It flickers.", 0);
    return SY_OK;
}

static sy_status wide_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    sy_node table = {.size = sizeof table, .kind = SY_NODE_TABLE}, row = {.size = sizeof row, .kind = SY_NODE_ROW};
    if (sink->begin_node(sink, &table) != SY_OK) return SY_OK;
    if (sink->begin_node(sink, &row) == SY_OK) {
        char text[80];
        for (int column = 1; column <= 2000; column++) {
            snprintf(text, sizeof text, "the cell of column %d, which says more than fits", column);
            put(sink, SY_NODE_TEXT, text, 0);
        }
        sink->end_node(sink);
    }
    sink->end_node(sink);
    return SY_OK;
}

static sy_status table_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    sy_node table = {.size = sizeof table, .kind = SY_NODE_TABLE};
    if (sink->begin_node(sink, &table) != SY_OK) return SY_OK;
    for (int number = 0; number <= 3; number++) {
        sy_node row = {.size = sizeof row, .kind = SY_NODE_ROW, .action = number ? 1 : 0,
                       .flags = number ? 0 : SY_NODE_FLAG_HEADER};
        if (sink->begin_node(sink, &row) != SY_OK) break;
        char text[80];
        snprintf(text, sizeof text, number ? "row %d" : "Row", number);
        put(sink, SY_NODE_TEXT, text, 0);
        for (int column = 1; column <= 6; column++) {
            snprintf(text, sizeof text, number ? "cell %d of row %d" : "Number of the cell %d", column, number);
            put(sink, SY_NODE_TEXT, text, 0);
        }
        sink->end_node(sink);
    }
    sink->end_node(sink);
    return SY_OK;
}

/* A row with a label of two views: beside one another with a spacer between them, or one below the other. */
static void put_row(const sy_view_sink *sink, const char *label, const char *detail, int is_beside) {
    const sy_destination destination = {.size = sizeof destination, .route = sy_string_from("long")};
    sy_node link = {.size = sizeof link, .kind = SY_NODE_LINK, .destination = &destination};
    sy_node stack = {.size = sizeof stack, .kind = is_beside ? SY_NODE_HSTACK : SY_NODE_GROUP};
    sy_node second = {.size = sizeof second, .kind = SY_NODE_TEXT, .text = sy_string_from(detail),
                      .role = is_beside ? SY_ROLE_PRIMARY : SY_ROLE_SECONDARY};
    if (sink->begin_node(sink, &link) != SY_OK) return;
    if (sink->begin_node(sink, &stack) == SY_OK) {
        put(sink, SY_NODE_TEXT, label, 0);
        if (is_beside) put(sink, SY_NODE_SPACER, "", 0);
        if (sink->begin_node(sink, &second) == SY_OK) sink->end_node(sink);
        sink->end_node(sink);
    }
    sink->end_node(sink);
}

static sy_status rows_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    put_row(sink, "Inbox", "12 new", 1);
    put_row(sink, "Everything else", "since 2019", 0);
    return SY_OK;
}

static sy_status writes_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    int breaks = 0;
    for (const char *letter = the_text; *letter; letter++) breaks += *letter == '\n';
    sy_node field = {.size = sizeof field, .kind = SY_NODE_TEXT_FIELD, .text = sy_string_from("Text"), .action = 2,
                     .flags = SY_NODE_FLAG_MULTILINE};
    field.value = (sy_value){.kind = SY_VALUE_STRING, .text = sy_string_from(the_text)};
    if (sink->begin_node(sink, &field) == SY_OK) sink->end_node(sink);
    char text[40];
    snprintf(text, sizeof text, "%d line breaks", breaks);
    put(sink, SY_NODE_TEXT, text, 0);
    return SY_OK;
}

static sy_status long_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    char text[300];
    snprintf(text, sizeof text, "Pressed %u times.", presses);
    put(sink, SY_NODE_TEXT, text, 0);
    for (int line = 1; line <= 100; line++) {
        snprintf(text, sizeof text, "line %d", line);
        put(sink, SY_NODE_TEXT, text, 0);
    }
    put(sink, SY_NODE_TEXT, "A sentence that is broken somewhere in the middle, as it takes more cells than any line has, "
                            "and which has a needle in it.", 0);
    put(sink, SY_NODE_BUTTON, "Delete all", 1);
    return SY_OK;
}

static sy_status renames_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    char label[100];
    snprintf(label, sizeof label, "Name (%zu)", strlen(the_text));
    put(sink, SY_NODE_TEXT_FIELD, label, 2);
    if (the_text[0]) put(sink, SY_NODE_BUTTON, "Save", 1);
    return SY_OK;
}

static sy_status web_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    put(sink, SY_NODE_URL_LINK, "Example", 0);
    return SY_OK;
}

static sy_status locked_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    sy_screen_info info = {.size = sizeof info, .lock_reason = sy_string_from("unsaved work")};
    sink->info(sink, &info);
    put(sink, SY_NODE_TEXT, "It is locked.", 0);
    return SY_OK;
}

static sy_status progress_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    sy_node bar = {.size = sizeof bar, .kind = SY_NODE_PROGRESS, .text = sy_string_from("Copying")};
    bar.value = (sy_value){.kind = SY_VALUE_DOUBLE, .number = 0.5};
    if (sink->begin_node(sink, &bar) == SY_OK) sink->end_node(sink);
    put(sink, SY_NODE_BUTTON, "Meanwhile", 1);
    return SY_OK;
}

static char the_long_text[20000];
static unsigned changes;

static sy_status counts_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    char text[100];
    snprintf(text, sizeof text, "%zu bytes in %u changes", strlen(the_long_text), changes);
    put(sink, SY_NODE_TEXT, text, 0);
    sy_node field = {.size = sizeof field, .kind = SY_NODE_TEXT_FIELD, .text = sy_string_from("Text"), .action = 3};
    field.value = (sy_value){.kind = SY_VALUE_STRING, .text = sy_string_from(the_long_text)};
    if (sink->begin_node(sink, &field) == SY_OK) sink->end_node(sink);
    return SY_OK;
}

static sy_status unruly_perform(const sy_screen *screen, const sy_event *event, const sy_error *error) {
    (void)screen, (void)error;
    if (event->action == 1) presses++;
    if (event->action == 2) snprintf(the_text, sizeof the_text, "%.*s", (int)event->value->text.count, event->value->text.data);
    if (event->action == 3) {
        snprintf(the_long_text, sizeof the_long_text, "%.*s", (int)event->value->text.count, event->value->text.data);
        changes++;
    }
    the_host->invalidate(the_host, 0);
    return SY_OK;
}

#define SCREEN(name)                                                                                                   \
    {.size = sizeof(sy_screen),                                                                                        \
     .render = name##_render,                                                                                          \
     .perform = unruly_perform,                                                                                        \
     .appear = plain_nothing,                                                                                          \
     .disappear = plain_nothing,                                                                                       \
     .destroy = plain_nothing}

static const struct {
    const char *route;
    sy_screen screen;
} screens[] = {{"flickers", SCREEN(flickers)}, {"wide", SCREEN(wide)}, {"long", SCREEN(long)},
               {"renames", SCREEN(renames)},   {"web", SCREEN(web)},   {"locked", SCREEN(locked)},
               {"progress", SCREEN(progress)}, {"counts", SCREEN(counts)}, {"table", SCREEN(table)},
               {"writes", SCREEN(writes)},     {"rows", SCREEN(rows)}};

static sy_status unruly_resolve(const sy_feature *feature, const sy_destination *destination, sy_screen_id id,
                                const sy_screen **screen, const sy_error *error) {
    (void)feature, (void)id;
    for (size_t index = 0; index < sizeof screens / sizeof screens[0]; index++) {
        const sy_string route = sy_string_from(screens[index].route);
        if (route.count == destination->route.count && !memcmp(route.data, destination->route.data, route.count)) {
            *screen = &screens[index].screen;
            return SY_OK;
        }
    }
    return sy_fail(error, SY_ERROR_NOT_FOUND, "there is no such screen");
}

static sy_status unruly_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                 const sy_feature **feature, const sy_error *error) {
    (void)library, (void)context, (void)error;
    the_host = host;
    *feature = &plain_feature;
    return SY_OK;
}
