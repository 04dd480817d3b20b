/* A good one: a form that is longer than a window, with prompts, a picker of many options, a question, and an error above
 * all of it. A source that includes this one may define TABLE: then the screen is a table that is wider and longer than a
 * window, to which each press of a row adds one above. Or FOCUS: then the feature puts the focus into field 3, and Enter puts
 * it into the next one. Or MENUS: then it is a date, a menu, and rows with actions. With HOLD the feature takes the focus back whenever it is lost. With JUMP four letters in a field
 * put the focus into field 6. */
#include "FeatureHelpers.h"

#include <stdio.h>

#define FEATURE_ID "forms"
#define RENDER forms_render
#define PERFORM forms_perform
#define ACTIVATE forms_activate

enum { NAME = 1, PASS, FRUIT, SIZE, SUBMIT, DELETE, YES, NO, CLOSE, DAY, SORT, ACTIONS, FIELDS = ACTIONS + 6 };
enum { FIELD_COUNT = 30, FRUIT_COUNT = 41, ROW_COUNT = 60 };

static struct {
    char texts[FIELDS + FIELD_COUNT][100];
    int failed, asking, added, focused, left;
    int64_t fruit, size;
    const char *done;
} state = {.texts[DAY] = "2026-11-24", .fruit = 40, .size = 1, .done = "nothing", .focused = FIELDS + 2};

static void begin(const sy_view_sink *sink, sy_node_kind kind, const char *text, int number, sy_value value,
                  sy_node_flags flags, const char *detail) {
    sy_node node = {.size = sizeof node, .kind = kind, .text = sy_string_from(text), .value = value, .flags = flags};
    node.detail = sy_string_from(detail);
    node.action = (uint64_t)number;
    sink->begin_node(sink, &node);
}

static void put(const sy_view_sink *sink, sy_node_kind kind, const char *text, int number, sy_value value,
                sy_node_flags flags, const char *detail) {
    begin(sink, kind, text, number, value, flags, detail);
    sink->end_node(sink);
}

static inline sy_value string(const char *text) { return (sy_value){.kind = SY_VALUE_STRING, .text = sy_string_from(text)}; }
static inline sy_value integer(int64_t number) { return (sy_value){.kind = SY_VALUE_INT, .integer = number}; }
static const sy_value none;

static inline void cell(const sy_view_sink *sink, const char *text) { put(sink, SY_NODE_TEXT, text, 0, none, 0, ""); }

static sy_status forms_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    sy_screen_info info = {.size = sizeof info, .title = sy_string_from("Forms")};
    sink->info(sink, &info);
    char text[200];
#ifdef TABLE
    put(sink, SY_NODE_TEXT, "People", 0, none, 0, "");
    begin(sink, SY_NODE_TABLE, "", 0, none, 0, "");
    begin(sink, SY_NODE_ROW, "", 0, none, SY_NODE_FLAG_HEADER, "");
    cell(sink, "Name"), cell(sink, "Remark"), cell(sink, "Team"), cell(sink, "Last seen");
    sink->end_node(sink);
    for (int row = 1 - state.added; row <= ROW_COUNT; row++) {
        snprintf(text, sizeof text, "row %d", row);
        sy_node node = {.size = sizeof node, .kind = SY_NODE_ROW, .action = SUBMIT, .key = sy_string_from(text)};
        sink->begin_node(sink, &node);
        snprintf(text, sizeof text, "Person %d", row);
        cell(sink, text);
        snprintf(text, sizeof text, "A remark on person %d that is somewhat longer than forty columns are", row);
        cell(sink, row == 2 ? text : "short");
        cell(sink, "Green");
        snprintf(text, sizeof text, "in the garden behind the house of person %d, at noon", row);
        cell(sink, row == 3 ? text : "today");
        sink->end_node(sink);
    }
    sink->end_node(sink);
#elif defined MENUS
    put(sink, SY_NODE_TEXT_FIELD, "Due", DAY, string(state.texts[DAY]), SY_NODE_FLAG_DATE, "");
    begin(sink, SY_NODE_MENU, "Sort", 0, none, 0, "");
    put(sink, SY_NODE_BUTTON, "By name", SORT, none, 0, "");
    put(sink, SY_NODE_DIVIDER, "", 0, none, 0, "");
    put(sink, SY_NODE_BUTTON, "Never", SORT, none, SY_NODE_FLAG_DISABLED, "");
    sink->end_node(sink);
    begin(sink, SY_NODE_LIST, "", 0, none, 0, "");
    for (int row = 0; row < 3; row++) {
        sy_node line = {.size = sizeof line, .kind = SY_NODE_HSTACK};
        snprintf(text, sizeof text, "mail %d", row);
        line.key = sy_string_from(text);
        sink->begin_node(sink, &line);
        // Of the second row not all fits into one line.
        snprintf(text, sizeof text, "Mail %d%s", row + 1,
                 row == 1 ? " whose subject is so long that it goes on in the line below, and there comes to its end" : "");
        put(sink, SY_NODE_BUTTON, text, SUBMIT, none, 0, "");
        put(sink, SY_NODE_SPACER, "", 0, none, 0, "");
        begin(sink, SY_NODE_MENU, "", 0, none, 0, "");
        sy_node archive = {.size = sizeof archive, .kind = SY_NODE_BUTTON, .action = (uint64_t)(ACTIONS + row)};
        archive.text = sy_string_from(row == 1 && state.added % 2 ? "Take back" : "Archive");
        archive.shortcut = sy_string_from("Meta+a");
        sink->begin_node(sink, &archive);
        sink->end_node(sink);
        // The last row has a single action.
        if (row < 2) put(sink, SY_NODE_BUTTON, "Delete", ACTIONS + 3 + row, none, SY_NODE_FLAG_DESTRUCTIVE, "");
        sink->end_node(sink);
        sink->end_node(sink);
    }
    sink->end_node(sink);
    snprintf(text, sizeof text, "Done: %s", state.done);
    put(sink, SY_NODE_TEXT, text, 0, none, 0, "");
#else
    if (state.failed) put(sink, SY_NODE_TEXT, "Field 1 must not be empty", 0, none, 0, "");
    put(sink, SY_NODE_BUTTON, "Clear", DELETE, none, 0, "");
    put(sink, SY_NODE_TEXT_FIELD, "Name", NAME, string(state.texts[NAME]), 0, "Required");
    put(sink, SY_NODE_TEXT_FIELD, "Pass", PASS, string(state.texts[PASS]), SY_NODE_FLAG_SECURE, "");
    begin(sink, SY_NODE_PICKER, "Fruit", FRUIT, integer(state.fruit), 0, "");
    for (int fruit = 0; fruit < FRUIT_COUNT; fruit++) {
        snprintf(text, sizeof text, "Fruit %c%d", 'A' + fruit % 26, fruit);
        put(sink, SY_NODE_OPTION, text, 0, integer(fruit), 0, "");
    }
    sink->end_node(sink);
    begin(sink, SY_NODE_PICKER, "Size", SIZE, integer(state.size), 0, "");
    put(sink, SY_NODE_OPTION, "S", 0, integer(0), 0, "");
    put(sink, SY_NODE_OPTION, "M", 0, integer(1), 0, "");
    sink->end_node(sink);
    snprintf(text, sizeof text, "Done: %s, left %d", state.done, state.left);
    put(sink, SY_NODE_TEXT, text, 0, none, 0, "");
    for (int field = 0; field < FIELD_COUNT; field++) {
        snprintf(text, sizeof text, "Field %d", field + 1);
        sy_node_flags flags = 0;
#ifdef FOCUS
        flags = SY_NODE_FLAG_SUBMITS | SY_NODE_FLAG_FOCUS | (state.focused == FIELDS + field ? SY_NODE_FLAG_FOCUSED : 0);
#endif
        put(sink, SY_NODE_TEXT_FIELD, text, FIELDS + field, string(state.texts[FIELDS + field]), flags, "");
    }
    put(sink, SY_NODE_BUTTON, "Submit", SUBMIT, none, 0, "");
    if (state.asking) {
        begin(sink, SY_NODE_ALERT, "Sure?", CLOSE, none, 0, "");
        put(sink, SY_NODE_BUTTON, "Yes", YES, none, SY_NODE_FLAG_DESTRUCTIVE, "");
        put(sink, SY_NODE_BUTTON, "No", NO, none, SY_NODE_FLAG_CANCEL, "");
        sink->end_node(sink);
    }
#endif
    return SY_OK;
}

static const sy_host *host;

static sy_status forms_perform(const sy_screen *screen, const sy_event *event, const sy_error *error) {
    (void)screen;
    const uint64_t number = event->action;
    const sy_value *value = event->value;
    switch (number) {
    case FRUIT: state.fruit = value->integer; state.done = "picked"; break;
    case SIZE: state.size = value->integer; state.done = "sized"; break;
    case SUBMIT: state.failed = 1; state.added += 1; break;
    case DELETE: state.asking = 1; break;
    case YES: state.asking = 0; state.done = "yes"; break;
    case NO: state.asking = 0; state.done = "no"; break;
    case CLOSE: state.asking = 0; state.done = "closed"; break;
    case SORT: state.done = "sorted"; break;
    case ACTIONS: case ACTIONS + 1: case ACTIONS + 2: {
        static const char *const archived[] = {"archived 1", "archived 2", "archived 3"};
        state.done = archived[number - ACTIONS];
        state.added += 1;
        break;
    }
    case ACTIONS + 3: state.done = "deleted 1"; break;
    case ACTIONS + 4: state.done = "deleted 2"; break;
    default:
        if (number >= FIELDS + FIELD_COUNT) return sy_fail(error, SY_ERROR_NOT_FOUND, "there is no such action");
        if (value == NULL) {
            if (state.focused == (int)number) state.focused = (int)number + 1;
        } else if (value->kind == SY_VALUE_BOOL) {
            if (value->integer) state.focused = (int)number;
            else if (state.focused == (int)number) state.focused = 0;
            if (!value->integer) state.left += 1;
#ifdef HOLD
            if (!value->integer) state.focused = state.left % 2 ? FIELDS + 3 : FIELDS + 2;
#endif
        } else if (value->text.count > 0 && value->text.data[0] == '!') {
            return sy_fail(error, SY_ERROR_INVALID_ARGUMENT, "no name begins so");
        } else {
            snprintf(state.texts[number], sizeof *state.texts, "%.*s", (int)value->text.count, value->text.data);
#ifdef JUMP
            if (value->text.count == 4) state.focused = FIELDS + 5;
#endif
        }
    }
    host->invalidate(host, 0);
    return SY_OK;
}

static sy_status forms_activate(const sy_library *, const sy_host *, const sy_context *, const sy_feature **,
                                const sy_error *);

#include "PlainFeature.h"

static sy_status forms_activate(const sy_library *library, const sy_host *given, const sy_context *context,
                                const sy_feature **feature, const sy_error *error) {
    host = given;
    return plain_activate(library, given, context, feature, error);
}
