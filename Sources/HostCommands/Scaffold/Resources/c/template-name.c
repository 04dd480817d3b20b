/* Template name: a list of items, and a screen for each of them.
 *
 * The host calls the functions of three tables, each at the end of its part: sy_screen, sy_feature
 * and sy_library. FeatureABI.h says what each of them may do. The functions whose names begin with
 * sy_ are those of FeatureHelpers.h. */
#include <FeatureHelpers.h>

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ the items */

struct item {
    int64_t identifier;
    const char *title;
    const char *text;
};

static const struct item items[] = {
    {1, "Look around", "A row leads to the screen of its item, and so does a link."},
    {2, "Change something",
     "Edit the source, build and test it, and copy it over the library that is installed."},
    {3, "Lead to another feature",
     "Declare an outgoing route; the host's wiring file says where it leads."},
};

enum { ITEM_COUNT = sizeof items / sizeof items[0] };

/* The feature between activate and deactivate: a host never has it active twice at a time. */
static struct {
    const sy_host *host;
    bool is_done[ITEM_COUNT];
} feature;

static const struct item *item_of(int64_t identifier) {
    for (size_t index = 0; index < ITEM_COUNT; index++) {
        if (items[index].identifier == identifier) return &items[index];
    }
    return NULL;
}

static bool *done_mark(const struct item *item) { return &feature.is_done[item - items]; }

/* The first item that is not done; null when all are. */
static const struct item *next_item(void) {
    for (size_t index = 0; index < ITEM_COUNT; index++) {
        if (!feature.is_done[index]) return &items[index];
    }
    return NULL;
}

/* An item's screen as a destination. It points to its argument, which the caller keeps as long. */
static sy_destination detail_of(const struct item *item, sy_argument *argument) {
    *argument = sy_argument_of("identifier", sy_int(item->identifier));
    /* Without a feature's id: this one. */
    sy_destination destination = sy_destination_of(NULL, "detail");
    destination.arguments = argument;
    destination.argument_count = 1;
    return destination;
}

/* ------------------------------------------------------------------ the screens */

enum { ACTION_NEXT = 1, ACTION_DONE, ACTION_BACK };

struct screen {
    sy_screen table; /* its instance is this struct */
    sy_screen_id id;
    const struct item *item; /* that it shows; null for the list */
};

static void render_list(const sy_view_sink *sink) {
    sy_title(sink, "Template name");
    if (!sy_begin(sink, SY_NODE_LIST, NULL)) return;
    for (size_t index = 0; index < ITEM_COUNT; index++) {
        sy_argument argument;
        sy_destination destination = detail_of(&items[index], &argument);
        sy_node link = sy_node_of(SY_NODE_LINK, items[index].title);
        link.destination = &destination;
        if (feature.is_done[index]) link.badge = sy_string_from("done");
        if (!sy_put_node(sink, &link)) return;
    }
    sy_node next = sy_node_of(SY_NODE_BUTTON, "Next");
    next.action = ACTION_NEXT;
    if (!next_item()) next.flags = SY_NODE_FLAG_DISABLED;
    if (sy_put_node(sink, &next)) sy_end(sink);
}

static void render_detail(const struct item *item, const sy_view_sink *sink) {
    sy_title(sink, item->title);
    if (!sy_put(sink, SY_NODE_TEXT, item->text)) return;
    sy_value is_done = sy_bool(*done_mark(item));
    if (!sy_put_control(sink, SY_NODE_TOGGLE, "Done", is_done, ACTION_DONE)) return;
    sy_put_button(sink, "Back", ACTION_BACK);
}

static sy_status render(const sy_screen *table, const sy_render *how, const sy_view_sink *sink,
                        const sy_error *error) {
    (void)how, (void)error;
    const struct screen *screen = table->instance;
    if (screen->item) {
        render_detail(screen->item, sink);
    } else {
        render_list(sink);
    }
    return SY_OK;
}

static sy_status go_to_next(const struct screen *screen, const sy_error *error) {
    const struct item *next = next_item();
    if (!next) return sy_fail(error, SY_ERROR_INVALID_STATE, "every item is done, so none is next");
    sy_argument argument;
    sy_destination destination = detail_of(next, &argument);
    return feature.host->navigate(feature.host, screen->id, &destination, SY_METHOD_DEFAULT, error);
}

static sy_status set_done(const struct screen *screen, const sy_value *value,
                          const sy_error *error) {
    if (!sy_is(value, SY_VALUE_BOOL)) {
        return sy_fail(error, SY_ERROR_WRONG_TYPE, "'Done' takes a bool");
    }
    *done_mark(screen->item) = value->integer != 0;
    /* 0: all screens of the feature, since the list shows it too. */
    feature.host->invalidate(feature.host, 0);
    return SY_OK;
}

/* Whether the screen shows a control of that action. */
static bool shows(const struct screen *screen, uint64_t action) {
    if (!screen->item) return action == ACTION_NEXT;
    return action == ACTION_DONE || action == ACTION_BACK;
}

static sy_status perform(const sy_screen *table, const sy_event *event, const sy_error *error) {
    const struct screen *screen = table->instance;
    if (!shows(screen, event->action)) {
        return sy_failf(error, SY_ERROR_NOT_FOUND, "the screen shows no action %" PRIu64,
                        event->action);
    }
    if (event->action == ACTION_DONE) return set_done(screen, event->value, error);
    if (!sy_is(event->value, SY_VALUE_NULL)) {
        return sy_fail(error, SY_ERROR_WRONG_TYPE, "a button takes no value");
    }
    if (event->action == ACTION_NEXT) return go_to_next(screen, error);
    return feature.host->back(feature.host, screen->id, error);
}

static void nothing(const sy_screen *table) { (void)table; }

static void destroy(const sy_screen *table) { free(table->instance); }

static sy_status make_screen(const struct item *item, sy_screen_id id, const sy_screen **made,
                             const sy_error *error) {
    struct screen *screen = calloc(1, sizeof *screen);
    if (!screen) return sy_fail(error, SY_ERROR_LIMIT, "there is no memory for another screen");
    screen->id = id;
    screen->item = item;
    screen->table = (sy_screen){
        .size = sizeof screen->table,
        .instance = screen,
        .render = render,
        .perform = perform,
        .appear = nothing,
        .disappear = nothing,
        .destroy = destroy,
    };
    *made = &screen->table;
    return SY_OK;
}

/* ------------------------------------------------------------------ the feature */

static sy_status make_main_screen(const sy_feature *table, sy_screen_id id, const sy_screen **made,
                                  const sy_error *error) {
    (void)table;
    return make_screen(NULL, id, made, error);
}

static sy_status resolve_detail(const sy_destination *destination, sy_screen_id id,
                                const sy_screen **made, const sy_error *error) {
    const sy_value *identifier = sy_find(destination, "identifier");
    if (destination->argument_count != 1 || !sy_is(identifier, SY_VALUE_INT)) {
        return sy_fail(error, SY_ERROR_INVALID_ARGUMENT,
                       "'detail' takes the integer 'identifier', and nothing else");
    }
    const struct item *item = item_of(identifier->integer);
    if (!item) {
        return sy_failf(error, SY_ERROR_NOT_FOUND, "there is no item %" PRId64,
                        identifier->integer);
    }
    return make_screen(item, id, made, error);
}

static sy_status resolve(const sy_feature *table, const sy_destination *destination,
                         sy_screen_id id, const sy_screen **made, const sy_error *error) {
    if (destination->feature.count > 0 && !sy_equal(destination->feature, "template-name")) {
        return SY_NOT_MINE;
    }
    if (sy_equal(destination->route, "detail")) return resolve_detail(destination, id, made, error);
    if (!sy_equal(destination->route, "list")) return SY_NOT_MINE;
    if (destination->argument_count > 0) {
        return sy_fail(error, SY_ERROR_INVALID_ARGUMENT, "'list' takes no arguments");
    }
    return make_main_screen(table, id, made, error);
}

/* The screens are gone by now, and nothing else was begun. */
static void deactivate(const sy_feature *table) { (void)table; }

static const sy_feature feature_table = {
    .size = sizeof feature_table,
    .make_main_screen = make_main_screen,
    .resolve = resolve,
    .deactivate = deactivate,
};

/* ------------------------------------------------------------------ the library */

/* What the host knows of the feature without running it. */
static const char manifest[] =
    "{\n"
    "  \"manifest\": 1,\n"
    "  \"id\": \"template-name\",\n"
    "  \"name\": \"Template name\",\n"
    "  \"version\": \"0.1.0\",\n"
    "  \"summary\": \"A list of items, and a screen for each of them.\",\n"
    "  \"abi\": \"1.1\",\n"
    "  \"main\": \"list\",\n"
    "  \"incoming\": [\n"
    "    {\"name\": \"list\", \"summary\": \"All items.\"},\n"
    "    {\"name\": \"detail\", \"summary\": \"One item, by its number.\",\n"
    "     \"parents\": [\"list\"],\n"
    "     \"arguments\": [{\"name\": \"identifier\", \"type\": \"int\"}]}\n"
    "  ],\n"
    "  \"links\": [\n"
    "    {\"scheme\": \"template-scheme\", \"host\": \"template-name\",\n"
    "     \"pattern\": \"/list\", \"route\": \"list\"},\n"
    "    {\"scheme\": \"template-scheme\", \"host\": \"template-name\",\n"
    "     \"pattern\": \"/detail?id={identifier}\", \"route\": \"detail\"}\n"
    "  ]\n"
    "}\n";

static sy_status activate(const sy_library *library, const sy_host *host, const sy_context *context,
                          const sy_feature **activated, const sy_error *error) {
    (void)library, (void)context, (void)error;
    memset(&feature, 0, sizeof feature);
    feature.host = host;
    *activated = &feature_table;
    return SY_OK;
}

/* The library's table, and the one function that it exports. */
SY_LIBRARY(manifest, activate)
