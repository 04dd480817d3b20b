/* A good one: a screen with one of each kind of what a person can use, which shows what was done. A source that includes
 * this one may give the first button another label and the feature another version, and define SHORTCUTS. */
#include "FeatureHelpers.h"

#include <stdio.h>

#ifndef FIRST_BUTTON
#define FIRST_BUTTON "Ask"
#endif

#define FEATURE_ID "controls"
#define RENDER controls_render
#define PERFORM controls_perform
#define ACTIVATE controls_activate
#define MEMBERS                                                                                                        \
    ",\"links\":[{\"scheme\":\"challenge\",\"host\":\"controls\",\"pattern\":\"/screen\",\"route\":\"screen\"}]"

enum { ASK = 1, NAME, PIN, TOGGLE, PICKER, ROW, DISABLED, YES, NO };

static struct {
    char name[100], pin[100];
    int on, asking, renders;
    int64_t size;
    const char *done;
} state = {.size = 2, .done = "nothing"};

/* Numbers of actions are others in each render, as they may be. */
static uint64_t action(int number) { return (uint64_t)(state.renders * 100 + number); }

static const char *shortcut(int number) {
#ifdef SHORTCUTS
    switch (number) {
    case ASK: return "Meta+a";
    case TOGGLE: case YES: return "Enter";
    case NO: return "Escape";
#ifdef NAME_KEYS
    case NAME: return NAME_KEYS;
    case PIN: return PIN_KEYS;
#endif
    }
#endif
    return (void)number, "";
}

static void begin(const sy_view_sink *sink, sy_node_kind kind, const char *text, int number, sy_value value,
                  sy_node_flags flags) {
    sy_node node = {.size = sizeof node, .kind = kind, .text = sy_string_from(text), .value = value, .flags = flags};
    node.shortcut = sy_string_from(shortcut(number));
    if (number) node.action = action(number);
    sink->begin_node(sink, &node);
}

static void put(const sy_view_sink *sink, sy_node_kind kind, const char *text, int number, sy_value value,
                sy_node_flags flags) {
    begin(sink, kind, text, number, value, flags);
    sink->end_node(sink);
}

static sy_value string(const char *text) { return (sy_value){.kind = SY_VALUE_STRING, .text = sy_string_from(text)}; }
static sy_value integer(int64_t number) { return (sy_value){.kind = SY_VALUE_INT, .integer = number}; }
static const sy_value none;

static sy_status controls_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    state.renders += 1;
    sy_screen_info info = {.size = sizeof info, .title = sy_string_from("Controls")};
    sink->info(sink, &info);
    put(sink, SY_NODE_BUTTON, FIRST_BUTTON, ASK, none, 0);
    put(sink, SY_NODE_TEXT_FIELD, "Name", NAME, string(state.name), 0);
    put(sink, SY_NODE_TEXT_FIELD, "PIN", PIN, string(state.pin), SY_NODE_FLAG_SECURE);
    put(sink, SY_NODE_TOGGLE, "On", TOGGLE, (sy_value){.kind = SY_VALUE_BOOL, .integer = state.on}, 0);
    begin(sink, SY_NODE_PICKER, "Size", PICKER, integer(state.size), 0);
    put(sink, SY_NODE_OPTION, "S", 0, integer(1), 0);
    put(sink, SY_NODE_OPTION, "M", 0, integer(2), 0);
    put(sink, SY_NODE_OPTION, "L", 0, integer(3), SY_NODE_FLAG_DISABLED);
    sink->end_node(sink);
    put(sink, SY_NODE_BUTTON, "Never", DISABLED, none, SY_NODE_FLAG_DISABLED);
    begin(sink, SY_NODE_TABLE, "", 0, none, 0);
    begin(sink, SY_NODE_ROW, "", 0, none, SY_NODE_FLAG_HEADER);
    put(sink, SY_NODE_TEXT, "Row", 0, none, 0);
    sink->end_node(sink);
    begin(sink, SY_NODE_ROW, "", ROW, none, 0);
    put(sink, SY_NODE_TEXT, "first", 0, none, 0);
    sink->end_node(sink);
    begin(sink, SY_NODE_ROW, "", 0, none, 0);
    put(sink, SY_NODE_TEXT, "second", 0, none, 0);
    sink->end_node(sink);
    sink->end_node(sink);
    sy_node link = {.size = sizeof link, .kind = SY_NODE_URL_LINK, .text = sy_string_from("Again"),
                    .url = sy_string_from("challenge://controls/screen")};
    sink->begin_node(sink, &link);
    sink->end_node(sink);
    char done[200];
    snprintf(done, sizeof done, "Done: %s", state.done);
    put(sink, SY_NODE_TEXT, done, 0, none, 0);
    if (state.asking) {
        begin(sink, SY_NODE_ALERT, "Sure?", 0, none, 0);
        put(sink, SY_NODE_BUTTON, "Yes", YES, none, 0);
        put(sink, SY_NODE_BUTTON, "No", NO, none, 0);
        sink->end_node(sink);
    }
    return SY_OK;
}

static void keep(char *text, size_t size, const sy_value *value) {
    snprintf(text, size, "%.*s", (int)value->text.count, value->text.data);
}

static const sy_host *host;

static sy_status controls_perform(const sy_screen *screen, const sy_event *event, const sy_error *error) {
    (void)screen;
    const uint64_t number = event->action;
    const sy_value *value = event->value;
    if (number / 100 != (uint64_t)state.renders) return sy_fail(error, SY_ERROR_NOT_FOUND, "an action of yesterday");
    switch (number % 100) {
    case ASK: state.asking = 1; break;
    case NAME: keep(state.name, sizeof state.name, value); state.done = "named"; break;
    case PIN: keep(state.pin, sizeof state.pin, value); state.done = "secret"; break;
    case TOGGLE: state.on = (int)value->integer; state.done = "switched"; break;
    case PICKER: state.size = value->integer; state.done = "picked"; break;
    case ROW: state.done = "row"; break;
    case YES: state.asking = 0; state.done = "yes"; break;
    case NO: state.asking = 0; state.done = "no"; break;
    default: return sy_fail(error, SY_ERROR_NOT_FOUND, "there is no such action");
    }
    host->invalidate(host, 0);
    return SY_OK;
}

static sy_status controls_activate(const sy_library *, const sy_host *, const sy_context *, const sy_feature **,
                                   const sy_error *);

#include "PlainFeature.h"

static sy_status controls_activate(const sy_library *library, const sy_host *given, const sy_context *context,
                                   const sy_feature **feature, const sy_error *error) {
    host = given;
    return plain_activate(library, given, context, feature, error);
}
