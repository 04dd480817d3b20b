/* A good one: a screen with stacks, sheets and other kinds of nodes, which shows a sheet by its nodes, and over that a
 * cover. It keeps what is shown and typed. With BOUNDED the slider goes no further up than 7. */
#include "FeatureHelpers.h"

#include <stdio.h>
#include <string.h>

#define FEATURE_ID "sheets"
#define RENDER sheets_render
#define PERFORM sheets_perform
#define SAVE sheets_save
#define RESTORE sheets_restore
#define ACTIVATE sheets_activate

enum { ADD = 1, CLOSE, NAME, COLOUR, LEAVE, LESS, MORE, VOLUME, OPEN, UP, DOWN, DATE, ASK, DONE, CRASH };

static struct {
    char shown;   /* 0, 1 for the sheet, 2 for the cover over it too */
    char is_open; /* of the disclosure */
    char is_asking;
    char name[100], day[20];
    double volume;
} state = {.day = "2026-11-24", .volume = 5};

static const sy_host *sheets_host;

static sy_value string(const char *text) { return (sy_value){.kind = SY_VALUE_STRING, .text = sy_string_from(text)}; }
static sy_value real(double number) { return (sy_value){.kind = SY_VALUE_DOUBLE, .number = number}; }
static const sy_value none;

static void begin(const sy_view_sink *sink, sy_node_kind kind, const char *text, uint64_t action, sy_value value,
                  sy_node_flags flags) {
    sink->begin_node(sink, &(sy_node){.size = sizeof(sy_node), .kind = kind, .text = sy_string_from(text), .action = action,
                                .value = value, .flags = flags});
}

static void put(const sy_view_sink *sink, sy_node_kind kind, const char *text, uint64_t action, sy_value value,
                sy_node_flags flags) {
    begin(sink, kind, text, action, value, flags);
    sink->end_node(sink);
}

static void button(const sy_view_sink *sink, const char *text, uint64_t action) {
    put(sink, SY_NODE_BUTTON, text, action, none, 0);
}

static void controls(const sy_view_sink *sink) {
    begin(sink, SY_NODE_HSTACK, "", 0, none, 0);
    put(sink, SY_NODE_TEXT, "left", 0, none, 0);
    put(sink, SY_NODE_SPACER, "", 0, none, 0);
    put(sink, SY_NODE_TEXT, "right", 0, none, 0);
    sink->end_node(sink);
    begin(sink, SY_NODE_GRID, "", 0, none, 0);
    begin(sink, SY_NODE_HSTACK, "", 0, none, 0);
    put(sink, SY_NODE_TEXT, "Day", 0, none, 0);
    put(sink, SY_NODE_TEXT_FIELD, "Date", DATE, string(state.day), SY_NODE_FLAG_DATE);
    sink->end_node(sink);
    begin(sink, SY_NODE_HSTACK, "", 0, none, 0);
    put(sink, SY_NODE_TEXT, "Weekday", 0, none, 0);
    put(sink, SY_NODE_TEXT, "some", 0, none, 0);
    sink->end_node(sink);
    sink->end_node(sink);
    char level[20];
    snprintf(level, sizeof level, "%g", state.volume);
    const sy_string names[] = {{"value", 5}, {"minimum", 7}, {"maximum", 7}, {"step", 4}};
    const sy_value numbers[] = {real(state.volume), real(0), real(20), real(1)};
    sy_node slider = {.size = sizeof slider, .kind = SY_NODE_SLIDER, .text = sy_string_from("Volume"),
                      .detail = sy_string_from(level), .action = VOLUME,
                      .value = {.kind = SY_VALUE_RECORD, .items = numbers, .names = names, .item_count = 4}};
    sink->begin_node(sink, &slider);
    button(sink, "-", LESS);
#ifdef BOUNDED
    put(sink, SY_NODE_BUTTON, "+", MORE, none, state.volume >= 7 ? SY_NODE_FLAG_DISABLED : 0);
#else
    button(sink, "+", MORE);
#endif
    sink->end_node(sink);
    begin(sink, SY_NODE_STEPPER, "Level", 0, none, 0);
    button(sink, "less", LESS);
    button(sink, "more", MORE);
    sink->end_node(sink);
    begin(sink, SY_NODE_MENU, "Sort", 0, none, 0);
    button(sink, "Up", UP);
    button(sink, "Down", DOWN);
    sink->end_node(sink);
    begin(sink, SY_NODE_DISCLOSURE, "", 0, none, 0);
    put(sink, SY_NODE_TOGGLE, "More", OPEN, (sy_value){.kind = SY_VALUE_BOOL, .integer = state.is_open}, 0);
    if (state.is_open) put(sink, SY_NODE_TEXT, "opened", 0, none, 0);
    sink->end_node(sink);
}

static sy_status sheets_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    sink->info(sink, &(sy_screen_info){.size = sizeof(sy_screen_info), .title = sy_string_from("Sheets")});
    controls(sink);
    button(sink, "Add", ADD);
    button(sink, "Crash", CRASH);
    if (state.shown > 0) {
        begin(sink, SY_NODE_SHEET, "New", CLOSE, none, 0);
        put(sink, SY_NODE_TEXT_FIELD, "Name", NAME, string(state.name), 0);
        button(sink, "Colour", COLOUR);
        button(sink, "Ask", ASK);
        if (state.shown > 1) {
            begin(sink, SY_NODE_COVER, "Colours", LEAVE, none, 0);
            put(sink, SY_NODE_TEXT, "red", 0, none, 0);
            sink->end_node(sink);
        }
        sink->end_node(sink);
    }
    if (state.is_asking) {
        begin(sink, SY_NODE_ALERT, "Sure?", DONE, none, 0);
        sink->end_node(sink);
    }
    return SY_OK;
}

static sy_status sheets_perform(const sy_screen *screen, const sy_event *event, const sy_error *error) {
    (void)screen;
    switch (event->action) {
    case ADD: state.shown = 1; break;
    case CLOSE: state.shown = 0; break;
    case COLOUR: state.shown = 2; break;
    case LEAVE: state.shown = 1; break;
    case NAME: snprintf(state.name, sizeof state.name, "%.*s", (int)event->value->text.count, event->value->text.data); break;
    case DATE: snprintf(state.day, sizeof state.day, "%.*s", (int)event->value->text.count, event->value->text.data); break;
    case LESS: state.volume -= 1; break;
    case MORE: state.volume += 1; break;
    case VOLUME:
        if (event->value->kind != SY_VALUE_DOUBLE) return sy_fail(error, SY_ERROR_WRONG_TYPE, "the volume is a double");
        state.volume = event->value->number;
        break;
    case OPEN: state.is_open = event->value->integer != 0; break;
    case ASK: state.is_asking = 1; break;
    case DONE: state.is_asking = 0; break;
    case UP: case DOWN: break;
    case CRASH: __builtin_trap();
    default: return sy_fail(error, SY_ERROR_NOT_FOUND, "there is no such action");
    }
    sheets_host->invalidate(sheets_host, 0);
    return SY_OK;
}

static sy_status sheets_save(const sy_screen *screen, const sy_state_sink *sink, const sy_error *error) {
    (void)screen, (void)error;
    char text[120];
    snprintf(text, sizeof text, "%d%s", state.shown, state.name);
    sink->state(sink, &(sy_state){.size = sizeof(sy_state), .state_version = 1, .bytes = sy_string_from(text)});
    return SY_OK;
}

static sy_status sheets_restore(const sy_screen *screen, const sy_state *saved, const sy_error *error) {
    (void)screen;
    if (!saved->bytes.count) return sy_fail(error, SY_ERROR_INVALID_ARGUMENT, "the state has no bytes");
    state.shown = saved->bytes.data[0] - '0';
    snprintf(state.name, sizeof state.name, "%.*s", (int)saved->bytes.count - 1, saved->bytes.data + 1);
    return SY_OK;
}

static sy_status sheets_activate(const sy_library *, const sy_host *, const sy_context *, const sy_feature **,
                                 const sy_error *);

#include "PlainFeature.h"

static sy_status sheets_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                 const sy_feature **feature, const sy_error *error) {
    sheets_host = host;
    return plain_activate(library, host, context, feature, error);
}
