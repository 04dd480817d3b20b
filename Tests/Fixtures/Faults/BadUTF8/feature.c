/* Its texts are no UTF-8, and would take a terminal over. Before there is a text of its own to pass, they are its last
 * words: it writes them to standard error, and aborts. */
#include "Faults/FaultyFeature.h"

#define BAD_TEXT "bad \xff\xc3\x28\xed\xa0\x80 \x1b[2J\x1b]0;owned\x07\x9b" "31m \xe2\x80\xae text"

HELPER void last_words(void) {
    fputs(BAD_TEXT "\n", stderr);
    fputs(BAD_TEXT "\n", stdout);
    fflush(stdout);
    abort();
}

HELPER sy_string bad_text(void) { return sy_string_from(BAD_TEXT); }

HELPER sy_status fail_badly(const sy_error *error) { return sy_fail(error, SY_ERROR_OTHER, BAD_TEXT); }

#if FAULT_AT == CONSTRUCTOR

static void fault_constructor(void) { last_words(); }

#elif FAULT_AT == ENTRY

static const sy_library *fault_entry(void) {
    last_words();
    return &good_library;
}

#elif FAULT_AT == MANIFEST

#define MANIFEST_WITH(text) \
    "{\"manifest\": 1, \"id\": \"faulty\", \"version\": \"1.0.0\",\n" \
    " \"name\": \"" text "\", \"summary\": \"" text "\",\n" \
    MARKS_PERMISSIONS " \"incoming\": [{\"name\": \"detail\", \"arguments\": []}]}\n"

static sy_status fault_manifest(const sy_library *library, const sy_text_sink *sink, const sy_error *error) {
    (void)library;
    switch (FLAVOUR) {
    case 0:
        sink->text(sink, sy_string_from(MANIFEST_WITH(BAD_TEXT)));
        return SY_OK;
    case 1:
        return fail_badly(error);
    default: /* good JSON, and no good for a terminal */
        sink->text(sink, sy_string_from(MANIFEST_WITH("\\u001b[2J\\u009b31m\\u202e\\u0000 text")));
        return SY_OK;
    }
}

#elif FAULT_AT == ACTIVATE

static sy_status fault_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                const sy_feature **feature, const sy_error *error) {
    if (FLAVOUR == 0) return fail_badly(error);
    host->log(host, SY_LOG_ERROR, bad_text());
    return good_activate(library, host, context, feature, error);
}

#elif FAULT_AT == RESOLVE

static sy_status fault_resolve(const sy_feature *feature, const sy_destination *destination, sy_screen_id id,
                               const sy_screen **screen, const sy_error *error) {
    if (FLAVOUR == 0) return fail_badly(error);
    the_host->log(the_host, SY_LOG_ERROR, bad_text());
    return good_resolve(feature, destination, id, screen, error);
}

#elif FAULT_AT == RENDER

static sy_status fault_render(const sy_screen *table, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    if (FLAVOUR == 0) return fail_badly(error);
    good_render(table, how, sink, error);
    const sy_screen_info info = {.size = sizeof info, .title = bad_text()};
    sink->info(sink, &info);
    /* Every kind of node, and two of a later version. */
    for (sy_node_kind kind = SY_NODE_GROUP; kind <= SY_NODE_EMBEDDED + 4; kind++) {
        /* A box would have to be answered first. */
        if (kind == SY_NODE_ALERT || kind == SY_NODE_CONFIRMATION || kind == SY_NODE_EMBEDDED) continue;
        sy_node node = faulty_node(kind, BAD_TEXT);
        node.detail = node.key = node.symbol = node.badge = node.accessibility_label = node.url = bad_text();
        node.value = (sy_value){.kind = SY_VALUE_STRING, .text = bad_text()};
        const sy_argument argument = {.size = sizeof argument, .name = bad_text(), .value = node.value};
        const sy_destination destination = {.size = sizeof destination, .feature = bad_text(), .route = bad_text(),
                                            .arguments = &argument, .argument_count = 1};
        node.destination = &destination;
        faulty_put(sink, node);
    }
    return SY_OK;
}

#elif FAULT_AT == PERFORM

static sy_status fault_perform(const sy_screen *table, const sy_event *event, const sy_error *error) {
    const sy_screen_id id = ((const faulty_screen *)table->instance)->id;
    const sy_argument argument = {.size = sizeof argument, .name = bad_text(), .value = {.kind = SY_VALUE_INT}};
    sy_destination destination = {.size = sizeof destination, .route = bad_text()};
    switch (FLAVOUR) {
    case 0:
        return fail_badly(error);
    case 1:
        return the_host->navigate(the_host, id, &destination, SY_METHOD_DEFAULT, error);
    case 2:
        destination.route = sy_string_from("detail");
        destination.arguments = &argument;
        destination.argument_count = 1;
        return the_host->navigate(the_host, id, &destination, SY_METHOD_DEFAULT, error);
    case 3:
        return the_host->select_tab(the_host, id, bad_text(), error);
    default:
        the_host->log(the_host, SY_LOG_ERROR, bad_text());
        return good_perform(table, event, error);
    }
}

#elif FAULT_AT == SAVE

static sy_status fault_save(const sy_screen *table, const sy_state_sink *sink, const sy_error *error) {
    if (FLAVOUR == 0) return fail_badly(error);
    the_host->log(the_host, SY_LOG_ERROR, bad_text());
    return good_save(table, sink, error);
}

#elif FAULT_AT == RESTORE

static sy_status fault_restore(const sy_screen *table, const sy_state *state, const sy_error *error) {
    if (FLAVOUR == 0) return fail_badly(error);
    the_host->log(the_host, SY_LOG_ERROR, bad_text());
    return good_restore(table, state, error);
}

#elif FAULT_AT == DEACTIVATE

static void fault_deactivate(const sy_feature *feature) {
    the_host->log(the_host, SY_LOG_ERROR, bad_text());
    good_deactivate(feature);
}

#endif
