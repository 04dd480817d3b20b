/* The screens of the notes: what they show, and what their buttons do. */
#include "notes.h"

#include <stdio.h>
#include <stdlib.h>

enum { ACTION_DRAFT = 1, ACTION_ADD, ACTION_DELETE, ACTION_PERSON };

static const int64_t elizabeth_bennet = 42;

static sy_node new_node(sy_node_kind kind, const char *text) {
    sy_node node = {.size = sizeof node, .kind = kind, .text = sy_string_from(text)};
    return node;
}

static void put(const sy_view_sink *sink, sy_node node) {
    if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
}

static void put_button(const sy_view_sink *sink, const char *text, uint64_t action, sy_node_flags flags) {
    sy_node node = new_node(SY_NODE_BUTTON, text);
    node.action = action;
    node.flags = flags;
    put(sink, node);
}

static void put_title(const sy_view_sink *sink, const char *title) {
    sy_screen_info info = {.size = sizeof info, .title = sy_string_from(title)};
    sink->info(sink, &info);
}

static sy_status render_list(const notes_screen *screen, const sy_view_sink *sink) {
    put_title(sink, "Notes");
    sy_node field = new_node(SY_NODE_TEXT_FIELD, "New note");
    field.action = ACTION_DRAFT;
    field.value.kind = SY_VALUE_STRING;
    field.value.text = sy_string_from(screen->draft);
    put(sink, field);
    put_button(sink, "Add", ACTION_ADD, 0);
    sy_node list = new_node(SY_NODE_LIST, "");
    if (sink->begin_node(sink, &list) != SY_OK) return SY_OK;
    for (const note *note = screen->feature->notes; note; note = note->next) {
        sy_argument argument = {.size = sizeof argument, .name = sy_string_from("identifier")};
        argument.value = (sy_value){.kind = SY_VALUE_INT, .integer = note->identifier};
        /* The feature's own, so its id needs not be said. */
        sy_destination destination = {.size = sizeof destination, .route = sy_string_from("detail")};
        destination.arguments = &argument;
        destination.argument_count = 1;
        sy_node link = new_node(SY_NODE_LINK, note->text);
        link.destination = &destination;
        put(sink, link);
    }
    sink->end_node(sink);
    return SY_OK;
}

static sy_status render_detail(const notes_screen *screen, const sy_view_sink *sink) {
    const note *note = notes_find(screen->feature, screen->identifier);
    put_title(sink, "Note");
    if (!note) {
        put(sink, new_node(SY_NODE_TEXT, "The note has been deleted."));
        return SY_OK;
    }
    put(sink, new_node(SY_NODE_TEXT, note->text));
    put_button(sink, "Person", ACTION_PERSON, 0);
    put_button(sink, "Delete", ACTION_DELETE, SY_NODE_FLAG_DESTRUCTIVE);
    return SY_OK;
}

static sy_status render(const sy_screen *table, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)error;
    const notes_screen *screen = table->instance;
    return screen->identifier ? render_detail(screen, sink) : render_list(screen, sink);
}

/* Every screen shows the notes, so a change concerns all. */
static void invalidate_all(const notes_feature *feature) {
    for (const notes_screen *screen = feature->screens; screen; screen = screen->next) {
        feature->host->invalidate(feature->host, screen->id);
    }
}

static sy_status add(notes_screen *screen, const sy_error *error) {
    if (!screen->draft[0]) return sy_fail(error, SY_ERROR_INVALID_STATE, "write the text of the note first");
    if (!notes_add(screen->feature, sy_string_from(screen->draft))) {
        return sy_fail(error, SY_ERROR_LIMIT, "there is no memory for another note");
    }
    screen->draft[0] = 0;
    invalidate_all(screen->feature);
    return SY_OK;
}

static sy_status show_person(const notes_screen *screen, const sy_error *error) {
    const sy_host *host = screen->feature->host;
    sy_argument argument = {.size = sizeof argument, .name = sy_string_from("number")};
    argument.value = (sy_value){.kind = SY_VALUE_INT, .integer = elizabeth_bennet};
    sy_destination destination = {.size = sizeof destination, .route = sy_string_from("person")};
    destination.arguments = &argument;
    destination.argument_count = 1;
    return host->navigate(host, screen->id, &destination, SY_METHOD_DEFAULT, error);
}

/* The list shows a text field and a button, a note two buttons. */
static int is_shown(const notes_screen *screen, uint64_t action) {
    const int is_of_list = action == ACTION_DRAFT || action == ACTION_ADD;
    const int is_of_note = action == ACTION_DELETE || action == ACTION_PERSON;
    return screen->identifier == 0 ? is_of_list : is_of_note;
}

static sy_status perform(const sy_screen *table, const sy_event *event, const sy_error *error) {
    notes_screen *screen = table->instance;
    notes_feature *feature = screen->feature;
    if (event->action != ACTION_DRAFT && is_shown(screen, event->action) && event->value) {
        return sy_fail(error, SY_ERROR_WRONG_TYPE, "a button takes no value");
    }
    switch (is_shown(screen, event->action) ? event->action : 0) {
    case ACTION_DRAFT:
        if (!event->value || event->value->kind != SY_VALUE_STRING) {
            return sy_fail(error, SY_ERROR_WRONG_TYPE, "the text of a note is a string");
        }
        if (event->value->text.count >= TEXT_SIZE) {
            return notes_fail(error, SY_ERROR_LIMIT, "a note has at most %d bytes, and this has %zu", TEXT_SIZE - 1,
                              event->value->text.count);
        }
        snprintf(screen->draft, sizeof screen->draft, "%.*s", (int)event->value->text.count, event->value->text.data);
        feature->host->invalidate(feature->host, screen->id);
        return SY_OK;
    case ACTION_ADD:
        return add(screen, error);
    case ACTION_DELETE:
        notes_remove(feature, screen->identifier);
        invalidate_all(feature);
        return feature->host->back(feature->host, screen->id, error);
    case ACTION_PERSON:
        return show_person(screen, error);
    default:
        return notes_fail(error, SY_ERROR_NOT_FOUND, "the screen has no action %llu", (unsigned long long)event->action);
    }
}

static void nothing(const sy_screen *table) { (void)table; }

static void destroy(const sy_screen *table) {
    notes_screen *screen = table->instance;
    notes_feature *feature = screen->feature;
    notes_screen **link = &feature->screens;
    while (*link != screen) link = &(*link)->next;
    *link = screen->next;
    feature->destroyed++;
    free(screen);
}

notes_screen *notes_make_screen(notes_feature *feature, sy_screen_id id, int64_t identifier) {
    notes_screen *screen = calloc(1, sizeof *screen);
    if (!screen) return NULL;
    *screen = (notes_screen){.id = id, .feature = feature, .identifier = identifier, .next = feature->screens};
    screen->table = (sy_screen){
        .size = sizeof screen->table,
        .instance = screen,
        .render = render,
        .perform = perform,
        .appear = nothing,
        .disappear = nothing,
        .destroy = destroy,
    };
    feature->screens = screen;
    feature->made++;
    return screen;
}
