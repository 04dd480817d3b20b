/*
 * A feature whose main screen keeps what is typed in it.
 *
 * A fixture defines FORM, the version of its state: form 1 is the text, form 2 has a byte before it and takes form 1 too,
 * form 3 takes no other. Form 0 has neither save nor restore. CRASHES is 0 where no button ends its process.
 */
#ifndef KEEPS_TEXT_H
#define KEEPS_TEXT_H

#include "FeatureHelpers.h"

#ifndef CRASHES
#define CRASHES 1
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_OF(number) #number
#define VERSION_OF(form) TEXT_OF(form) ".0.0"
#define FEATURE_ID "keeps"
#define FEATURE_VERSION VERSION_OF(FORM)
#define INCOMING ""

static sy_status keeps_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                const sy_feature **feature, const sy_error *error);
static sy_status keeps_main_screen(const sy_feature *feature, sy_screen_id id, const sy_screen **screen,
                                   const sy_error *error);
#define ACTIVATE keeps_activate
#define MAIN_SCREEN keeps_main_screen
#include "PlainFeature.h"

enum { ACTION_TEXT = 1, ACTION_CRASH, TEXT_SIZE = 200 };

typedef struct keeps_screen {
    sy_screen table; /* its instance is this struct */
    sy_screen_id id;
    char text[TEXT_SIZE];
} keeps_screen;

static const sy_host *keeps_host;

static void keeps_put(const sy_view_sink *sink, sy_node node) {
    if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
}

static sy_status keeps_render(const sy_screen *table, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)error;
    const keeps_screen *screen = table->instance;
    char line[TEXT_SIZE + 20];
    snprintf(line, sizeof line, "Written: %s.", screen->text);
    keeps_put(sink, (sy_node){.size = sizeof(sy_node), .kind = SY_NODE_TEXT, .text = sy_string_from(line)});
    keeps_put(sink, (sy_node){.size = sizeof(sy_node), .kind = SY_NODE_TEXT_FIELD, .action = ACTION_TEXT,
                              .text = sy_string_from("Text"),
                              .value = {.kind = SY_VALUE_STRING, .text = sy_string_from(screen->text)}});
    if (CRASHES) {
        keeps_put(sink, (sy_node){.size = sizeof(sy_node), .kind = SY_NODE_BUTTON, .action = ACTION_CRASH,
                                  .text = sy_string_from("Crash")});
    }
    return SY_OK;
}

static sy_status keeps_take(keeps_screen *screen, const char *data, size_t count, const sy_error *error) {
    if (count >= TEXT_SIZE) return sy_fail(error, SY_ERROR_LIMIT, "a text has at most 199 bytes");
    if (count) memcpy(screen->text, data, count);
    screen->text[count] = 0;
    return SY_OK;
}

static sy_status keeps_perform(const sy_screen *table, const sy_event *event, const sy_error *error) {
    keeps_screen *screen = table->instance;
    if (CRASHES && event->action == ACTION_CRASH) abort();
    if (event->action != ACTION_TEXT) return sy_fail(error, SY_ERROR_NOT_FOUND, "the screen has no such action");
    if (!event->value || event->value->kind != SY_VALUE_STRING) return sy_fail(error, SY_ERROR_WRONG_TYPE, "a text is a string");
    const sy_status status = keeps_take(screen, event->value->text.data, event->value->text.count, error);
    if (status == SY_OK) keeps_host->invalidate(keeps_host, screen->id);
    return status;
}

static inline sy_status keeps_save(const sy_screen *table, const sy_state_sink *sink, const sy_error *error) {
    (void)error;
    const keeps_screen *screen = table->instance;
    char bytes[TEXT_SIZE + 1];
    const int count = snprintf(bytes, sizeof bytes, FORM == 2 ? "2%s" : "%s", screen->text);
    const sy_state state = {.size = sizeof state, .state_version = FORM, .bytes = {.data = bytes, .count = count}};
    sink->state(sink, &state);
    return SY_OK;
}

static inline sy_status keeps_restore(const sy_screen *table, const sy_state *state, const sy_error *error) {
    keeps_screen *screen = table->instance;
    const char *data = state->bytes.data;
    const size_t count = state->bytes.count;
    if (state->state_version == 1 && FORM <= 2) return keeps_take(screen, data, count, error);
    if (state->state_version != FORM) return sy_fail(error, SY_ERROR_UNSUPPORTED, "the text is of another form");
    if (FORM == 3) return keeps_take(screen, data, count, error);
    if (!count || data[0] != '2') return sy_fail(error, SY_ERROR_INVALID_ARGUMENT, "the text does not begin with a 2");
    return keeps_take(screen, data + 1, count - 1, error);
}

static void keeps_destroy(const sy_screen *table) { free(table->instance); }

static sy_status keeps_main_screen(const sy_feature *feature, sy_screen_id id, const sy_screen **made,
                                   const sy_error *error) {
    (void)feature;
    keeps_screen *screen = calloc(1, sizeof *screen);
    if (!screen) return sy_fail(error, SY_ERROR_LIMIT, "there is no memory for a screen");
    screen->id = id;
    screen->table = (sy_screen){
        .size = sizeof screen->table,
        .instance = screen,
        .render = keeps_render,
        .perform = keeps_perform,
        .appear = plain_nothing,
        .disappear = plain_nothing,
        .save = FORM ? keeps_save : NULL,
        .restore = FORM ? keeps_restore : NULL,
        .destroy = keeps_destroy,
    };
    *made = &screen->table;
    return SY_OK;
}

static sy_status keeps_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                const sy_feature **feature, const sy_error *error) {
    keeps_host = host;
    return plain_activate(library, host, context, feature, error);
}

#endif
