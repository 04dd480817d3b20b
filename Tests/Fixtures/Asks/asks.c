/* Asks in a confirmation and tells in an alert, both over its screen, and has a field for a secret. */
#include "FeatureHelpers.h"

#include <stdio.h>
#include <string.h>

enum { ACTION_SECRET = 1, ACTION_ASK, ACTION_DELETE, ACTION_KEEP, ACTION_TELL, ACTION_CLOSE };

static enum { NOTHING, ASKING, TELLING } the_box;
static const char *the_answer = "none";
static char the_secret[100];

static sy_status asks_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error);
static sy_status asks_perform(const sy_screen *screen, const sy_event *event, const sy_error *error);
static sy_status asks_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                               const sy_feature **feature, const sy_error *error);

#define FEATURE_ID "asks"
#define RENDER asks_render
#define PERFORM asks_perform
#define ACTIVATE asks_activate
#include "PlainFeature.h"

static const sy_host *the_host;

static void put(const sy_view_sink *sink, sy_node_kind kind, const char *text, uint64_t action, sy_node_flags flags) {
    sy_node node = {.size = sizeof node, .kind = kind, .text = sy_string_from(text), .action = action, .flags = flags};
    if (kind == SY_NODE_TEXT_FIELD) {
        node.value = (sy_value){.kind = SY_VALUE_STRING, .text = sy_string_from(the_secret)};
    }
    if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
}

static sy_status asks_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    char line[100];
    snprintf(line, sizeof line, "The answer: %s", the_answer);
    put(sink, SY_NODE_TEXT, line, 0, 0);
    snprintf(line, sizeof line, "The secret has %zu bytes", strlen(the_secret));
    put(sink, SY_NODE_TEXT, line, 0, 0);
    put(sink, SY_NODE_TEXT_FIELD, "Secret", ACTION_SECRET, SY_NODE_FLAG_SECURE);
    put(sink, SY_NODE_BUTTON, "Ask", ACTION_ASK, 0);
    put(sink, SY_NODE_BUTTON, "Tell", ACTION_TELL, 0);
    sy_node box = {.size = sizeof box, .action = ACTION_CLOSE};
    if (the_box == ASKING) {
        box.kind = SY_NODE_CONFIRMATION;
        box.text = sy_string_from("Delete it?");
        box.detail = sy_string_from("It cannot be had back.");
        if (sink->begin_node(sink, &box) != SY_OK) return SY_OK;
        put(sink, SY_NODE_BUTTON, "Delete", ACTION_DELETE, SY_NODE_FLAG_DESTRUCTIVE);
        put(sink, SY_NODE_BUTTON, "Keep", ACTION_KEEP, SY_NODE_FLAG_CANCEL);
        sink->end_node(sink);
    } else if (the_box == TELLING) {
        box.kind = SY_NODE_ALERT;
        box.text = sy_string_from("It is so");
        box.detail = sy_string_from("Nothing can be done about it.");
        if (sink->begin_node(sink, &box) == SY_OK) sink->end_node(sink);
    }
    return SY_OK;
}

static sy_status asks_perform(const sy_screen *screen, const sy_event *event, const sy_error *error) {
    (void)screen;
    switch (event->action) {
    case ACTION_SECRET:
        if (!event->value || event->value->kind != SY_VALUE_STRING) return sy_fail(error, SY_ERROR_WRONG_TYPE, "expected a text");
        snprintf(the_secret, sizeof the_secret, "%.*s", (int)event->value->text.count, event->value->text.data);
        break;
    case ACTION_ASK: the_box = ASKING; break;
    case ACTION_TELL: the_box = TELLING; break;
    case ACTION_DELETE:
    case ACTION_KEEP:
    case ACTION_CLOSE:
        the_answer = event->action == ACTION_DELETE ? "delete" : event->action == ACTION_KEEP ? "keep" : "closed";
        the_box = NOTHING;
        break;
    default: return sy_fail(error, SY_ERROR_NOT_FOUND, "there is no such action");
    }
    the_host->invalidate(the_host, 0);
    return SY_OK;
}

static sy_status asks_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                               const sy_feature **feature, const sy_error *error) {
    the_host = host;
    return plain_activate(library, host, context, feature, error);
}
