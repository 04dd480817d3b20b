/* Template name: a list of items, and a screen for each of them.
 *
 * Every function that the host calls is in one of three tables, each at the end of its part: sy_screen,
 * sy_feature and sy_library. FeatureABI.h says what each of them may do. */
#include <FeatureABI.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
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
    {3, "Lead to another feature", "Declare an outgoing route; the host's wiring file says where it leads."},
};

enum { ITEM_COUNT = sizeof items / sizeof items[0] };

/* The feature between activate and deactivate: a host never has it active twice at a time. */
static struct {
    sy_feature table;
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

/* ------------------------------------------------------------------ helpers */

/* Fails with a formatted reason. */
__attribute__((format(printf, 3, 4)))
static sy_status fail(const sy_error *error, sy_error_code code, const char *format, ...) {
    char reason[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    return sy_fail(error, code, reason);
}

static bool is(sy_string string, const char *text) {
    return string.count == strlen(text) && (string.count == 0 || memcmp(string.data, text, string.count) == 0);
}

/* An item's screen as a destination. It points to its argument, which lives as long as the caller lets it. */
static sy_destination detail_of(const struct item *item, sy_argument *argument) {
    *argument = (sy_argument){.size = sizeof *argument, .name = sy_string_from("identifier")};
    argument->value = (sy_value){.kind = SY_VALUE_INT, .integer = item->identifier};
    /* Without a feature's id: this one. */
    return (sy_destination){
        .size = sizeof(sy_destination),
        .route = sy_string_from("detail"),
        .arguments = argument,
        .argument_count = 1,
    };
}

/* ------------------------------------------------------------------ the screens */

enum { ACTION_NEXT = 1, ACTION_DONE, ACTION_BACK };

struct screen {
    sy_screen table; /* its instance is this struct */
    sy_screen_id id;
    const struct item *item; /* that it shows; null for the list */
};

static sy_node new_node(sy_node_kind kind, const char *text) {
    return (sy_node){.size = sizeof(sy_node), .kind = kind, .text = sy_string_from(text)};
}

/* Whether the host takes more, as in the next. */
static bool put(const sy_view_sink *sink, sy_node node) {
    if (sink->open(sink, &node) != SY_OK) return false;
    sink->close(sink);
    return true;
}

static bool put_button(const sy_view_sink *sink, const char *text, uint64_t action, sy_node_flags flags) {
    sy_node button = new_node(SY_NODE_BUTTON, text);
    button.action = action;
    button.flags = flags;
    return put(sink, button);
}

static void put_title(const sy_view_sink *sink, const char *title) {
    sy_screen_info info = {.size = sizeof info, .title = sy_string_from(title)};
    sink->info(sink, &info);
}

static void render_list(const sy_view_sink *sink) {
    put_title(sink, "Template name");
    sy_node list = new_node(SY_NODE_LIST, "");
    if (sink->open(sink, &list) != SY_OK) return;
    for (size_t index = 0; index < ITEM_COUNT; index++) {
        sy_argument argument;
        sy_destination destination = detail_of(&items[index], &argument);
        sy_node link = new_node(SY_NODE_LINK, items[index].title);
        link.destination = &destination;
        if (feature.is_done[index]) link.badge = sy_string_from("done");
        if (!put(sink, link)) return;
    }
    if (put_button(sink, "Next", ACTION_NEXT, next_item() ? 0 : SY_NODE_FLAG_DISABLED)) sink->close(sink);
}

static void render_detail(const struct item *item, const sy_view_sink *sink) {
    put_title(sink, item->title);
    sy_node toggle = new_node(SY_NODE_TOGGLE, "Done");
    toggle.action = ACTION_DONE;
    toggle.value = (sy_value){.kind = SY_VALUE_BOOL, .integer = *done_mark(item)};
    if (!put(sink, new_node(SY_NODE_TEXT, item->text)) || !put(sink, toggle)) return;
    put_button(sink, "Back", ACTION_BACK, 0);
}

static sy_status render(const sy_screen *table, const sy_view_sink *sink, const sy_error *error) {
    (void)error;
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

static sy_status set_done(const struct screen *screen, const sy_value *value, const sy_error *error) {
    if (!value || value->kind != SY_VALUE_BOOL) {
        return sy_fail(error, SY_ERROR_WRONG_TYPE, "'Done' takes a bool");
    }
    *done_mark(screen->item) = value->integer != 0;
    /* 0: all screens of the feature, since the list shows it too. */
    feature.host->invalidate(feature.host, 0);
    return SY_OK;
}

static sy_status perform(const sy_screen *table, uint64_t action, const sy_value *value,
                         const sy_error *error) {
    const struct screen *screen = table->instance;
    bool is_shown = screen->item ? action == ACTION_DONE || action == ACTION_BACK : action == ACTION_NEXT;
    if (!is_shown) return fail(error, SY_ERROR_NOT_FOUND, "the screen shows no action %" PRIu64, action);
    if (action == ACTION_DONE) return set_done(screen, value, error);
    if (value) return sy_fail(error, SY_ERROR_WRONG_TYPE, "a button takes no value");
    if (action == ACTION_NEXT) return go_to_next(screen, error);
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

static sy_status resolve_detail(const sy_destination *destination, sy_screen_id id, const sy_screen **made,
                                const sy_error *error) {
    const sy_argument *argument = destination->arguments;
    if (destination->argument_count != 1 || !is(argument->name, "identifier") ||
        argument->value.kind != SY_VALUE_INT) {
        return sy_fail(error, SY_ERROR_INVALID_ARGUMENT,
                       "'detail' takes the integer 'identifier', and nothing else");
    }
    const struct item *item = item_of(argument->value.integer);
    if (!item) return fail(error, SY_ERROR_NOT_FOUND, "there is no item %" PRId64, argument->value.integer);
    return make_screen(item, id, made, error);
}

static sy_status resolve(const sy_feature *table, const sy_destination *destination, sy_screen_id id,
                         const sy_screen **made, const sy_error *error) {
    if (destination->feature.count > 0 && !is(destination->feature, "template-name")) return SY_NOT_MINE;
    if (is(destination->route, "detail")) return resolve_detail(destination, id, made, error);
    if (!is(destination->route, "list")) return SY_NOT_MINE;
    if (destination->argument_count > 0) {
        return sy_fail(error, SY_ERROR_INVALID_ARGUMENT, "'list' takes no arguments");
    }
    return make_main_screen(table, id, made, error);
}

/* The screens are gone by now, and nothing else was begun. */
static void deactivate(const sy_feature *table) { (void)table; }

/* ------------------------------------------------------------------ the library */

/* What the host knows of the feature without running it. */
static const char manifest_text[] =
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
    "    {\"name\": \"detail\", \"summary\": \"One item, by its number.\", \"parents\": [\"list\"],\n"
    "     \"arguments\": [{\"name\": \"identifier\", \"type\": \"int\"}]}\n"
    "  ],\n"
    "  \"links\": [\n"
    "    {\"scheme\": \"template-scheme\", \"host\": \"template-name\", \"pattern\": \"/list\",\n"
    "     \"route\": \"list\"},\n"
    "    {\"scheme\": \"template-scheme\", \"host\": \"template-name\", \"pattern\": \"/detail?id={identifier}\",\n"
    "     \"route\": \"detail\"}\n"
    "  ]\n"
    "}\n";

static sy_status manifest(const sy_library *library, const sy_text_sink *sink, const sy_error *error) {
    (void)library, (void)error;
    sink->text(sink, sy_string_from(manifest_text));
    return SY_OK;
}

static sy_status activate(const sy_library *library, const sy_host *host, const sy_context *context,
                          const sy_feature **activated, const sy_error *error) {
    (void)library, (void)context, (void)error;
    memset(&feature, 0, sizeof feature);
    feature.host = host;
    feature.table = (sy_feature){
        .size = sizeof feature.table,
        .make_main_screen = make_main_screen,
        .resolve = resolve,
        .deactivate = deactivate,
    };
    *activated = &feature.table;
    return SY_OK;
}

static const sy_library library = {
    .size = sizeof library,
    .abi_major = SY_ABI_MAJOR,
    .abi_minor = SY_ABI_MINOR,
    .manifest = manifest,
    .activate = activate,
};

SY_EXPORT const sy_library *feature_entry(void);
SY_EXPORT const sy_library *feature_entry(void) { return &library; }
