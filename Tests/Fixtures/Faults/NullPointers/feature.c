/* It passes null where something must stand. */
#include "Faults/FaultyFeature.h"
#include "SwapExtension.h"

/* Text that is not there. */
HELPER sy_string no_text(void) { return (sy_string){.data = NULL, .count = 5}; }

/* Requests of the host with null in every place, all of which it must refuse. */
HELPER void ask_with_nulls(sy_screen_id id) {
    const sy_host *host = the_host;
    const sy_destination good = {.size = sizeof good, .route = sy_string_from("detail")};
    must_fail(host->navigate(NULL, id, &good, SY_METHOD_DEFAULT, &dropping), "a null host");
    must_fail(host->navigate(host, id, NULL, SY_METHOD_DEFAULT, &dropping), "a null destination");
    must_fail(host->navigate(host, id, NULL, SY_METHOD_DEFAULT, NULL), "a null destination without an error");
    must_fail(host->pop_to(host, id, NULL, &dropping), "a null destination to pop to");
    must_fail(host->replace_stack(host, id, NULL, 2, &dropping), "a null stack");
    const sy_swap *swap = host->extension(host, sy_string_from(SY_SWAP_EXTENSION));
    if (swap) must_fail(swap->swap(swap, id, NULL, &dropping), "a null destination to swap for");
    if (swap) must_fail(swap->swap(NULL, id, &good, &dropping), "a null table");
    must_fail(host->send(host, id, NULL, 3, &dropping), "null messages");
    must_fail(host->select_tab(host, id, no_text(), &dropping), "a null name");
    must_fail(host->return_to_checkpoint(host, id, no_text(), NULL, &dropping), "a null checkpoint");
    must_be_zero(host->can_return(host, id, no_text()), "a null checkpoint to ask for");
    must_be_zero(host->can_return(NULL, id, no_text()), "a null host to ask");
    sy_destination lacking = good;
    lacking.argument_count = 1;
    must_fail(host->navigate(host, id, &lacking, SY_METHOD_DEFAULT, &dropping), "null arguments");
    const sy_message message = {.size = sizeof message, .kind = SY_MESSAGE_DESTINATION};
    must_fail(host->send(host, id, &message, 1, &dropping), "a message with a null destination");
    const sy_value list = {.kind = SY_VALUE_LIST, .item_count = 4};
    must_fail(host->return_to_checkpoint(host, id, sy_string_from("mark"), &list, &dropping), "a null list");
    /* An error that cannot take the reason. */
    const sy_error deaf = {.size = sizeof deaf};
    must_fail(host->pop_to(host, id, NULL, &deaf), "an error without a function");
    must_fail(host->pop_to(host, id, NULL, NULL), "a null error");
    must_be_zero(host->post(host, NULL, NULL), "a null function");
    must_be_zero(host->post(NULL, NULL, NULL), "a null function of a null host");
    must_be_zero((intptr_t)host->extension(host, no_text()), "a null extension");
    must_be_zero((intptr_t)host->extension(NULL, no_text()), "an extension of a null host");
    host->invalidate(NULL, id);
    host->log(host, SY_LOG_ERROR, no_text());
    host->log(NULL, SY_LOG_ERROR, sy_string_from("to a null host"));
}

#if FAULT_AT == ENTRY

static const sy_library *fault_entry(void) {
    static sy_library library;
    library = good_library;
    switch (FLAVOUR) {
    case 0:
        return NULL;
    case 1:
        library.manifest = NULL;
        return &library;
    default:
        library.activate = NULL;
        return &library;
    }
}

#elif FAULT_AT == MANIFEST

static sy_status fault_manifest(const sy_library *library, const sy_text_sink *sink, const sy_error *error) {
    switch (FLAVOUR) {
    case 0:
        sink->text(sink, no_text());
        return SY_OK;
    case 1:
        error->fail(error, SY_ERROR_OTHER, no_text());
        return SY_FAILED;
    default:
        must_be_zero(sink->text(NULL, sy_string_from(good_manifest_text)) == SY_OK, "text for a null sink");
        error->fail(NULL, SY_ERROR_OTHER, sy_string_from("for a null error"));
        return good_manifest(library, sink, error);
    }
}

#elif FAULT_AT == ACTIVATE

static sy_status fault_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                const sy_feature **feature, const sy_error *error) {
    static sy_feature bad;
    bad = good_feature;
    switch (FLAVOUR) {
    case 0:
        *feature = NULL;
        return SY_OK;
    case 1:
        bad.make_main_screen = NULL;
        *feature = &bad;
        return SY_OK;
    case 2:
        bad.deactivate = NULL;
        *feature = &bad;
        return SY_OK;
    case 3:
        error->fail(error, SY_ERROR_OTHER, no_text());
        return SY_FAILED;
    default:
        ask_with_nulls(0);
        return good_activate(library, host, context, feature, error);
    }
}

#elif FAULT_AT == RESOLVE

static sy_status fault_resolve(const sy_feature *feature, const sy_destination *destination, sy_screen_id id,
                               const sy_screen **screen, const sy_error *error) {
    faulty_screen *made = faulty_make(id, 1);
    *screen = &made->table;
    switch (FLAVOUR) {
    case 0:
        *screen = NULL;
        return SY_OK;
    case 1:
        made->table.render = NULL;
        return SY_OK;
    case 2:
        made->table.perform = NULL;
        return SY_OK;
    case 3:
        made->table.destroy = NULL;
        return SY_OK;
    case 4:
        error->fail(error, SY_ERROR_OTHER, no_text());
        return SY_FAILED;
    default:
        ask_with_nulls(id);
        return good_resolve(feature, destination, id, screen, error);
    }
}

#elif FAULT_AT == RENDER

static sy_status fault_render(const sy_screen *table, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    sy_node node = faulty_node(SY_NODE_TEXT, "A text.");
    sy_destination destination = {.size = sizeof destination, .route = sy_string_from("detail")};
    sy_screen_info info = {.size = sizeof info};
    switch (FLAVOUR) {
    case 0:
        if (sink->begin_node(sink, NULL) == SY_OK) sink->end_node(sink);
        return SY_OK;
    case 1:
        node.detail = no_text();
        faulty_put(sink, node);
        return SY_OK;
    case 2:
        destination.argument_count = 1;
        node.destination = &destination;
        faulty_put(sink, node);
        return SY_OK;
    case 3:
        sink->info(sink, NULL);
        return SY_OK;
    case 4:
        info.checkpoint_count = 2;
        sink->info(sink, &info);
        return SY_OK;
    case 5:
        node.value = (sy_value){.kind = SY_VALUE_LIST, .item_count = 1};
        faulty_put(sink, node);
        return SY_OK;
    case 6:
        error->fail(error, SY_ERROR_OTHER, no_text());
        return SY_FAILED;
    default:
        must_be_zero(sink->begin_node(NULL, &node) == SY_OK, "a node for a null sink");
        sink->end_node(NULL);
        sink->info(NULL, &info);
        error->fail(NULL, SY_ERROR_OTHER, sy_string_from("for a null error"));
        ask_with_nulls(((const faulty_screen *)table->instance)->id);
        return good_render(table, how, sink, error);
    }
}

#elif FAULT_AT == PERFORM

static sy_status fault_perform(const sy_screen *table, const sy_event *event, const sy_error *error) {
    ask_with_nulls(((const faulty_screen *)table->instance)->id);
    if (FLAVOUR == 0) return good_perform(table, event, error);
    error->fail(error, SY_ERROR_OTHER, no_text());
    return SY_FAILED;
}

#elif FAULT_AT == SAVE

static sy_status fault_save(const sy_screen *table, const sy_state_sink *sink, const sy_error *error) {
    const sy_state state = {.size = sizeof state, .bytes = no_text()};
    switch (FLAVOUR) {
    case 0:
        sink->state(sink, NULL);
        return SY_OK;
    case 1:
        sink->state(sink, &state);
        return SY_OK;
    case 2:
        error->fail(error, SY_ERROR_OTHER, no_text());
        return SY_FAILED;
    default:
        must_be_zero(sink->state(NULL, &state) == SY_OK, "a state for a null sink");
        error->fail(NULL, SY_ERROR_OTHER, sy_string_from("for a null error"));
        ask_with_nulls(((const faulty_screen *)table->instance)->id);
        return good_save(table, sink, error);
    }
}

#elif FAULT_AT == RESTORE

static sy_status fault_restore(const sy_screen *table, const sy_state *state, const sy_error *error) {
    ask_with_nulls(((const faulty_screen *)table->instance)->id);
    if (FLAVOUR == 0) return good_restore(table, state, error);
    error->fail(error, SY_ERROR_OTHER, no_text());
    return SY_FAILED;
}

#elif FAULT_AT == DEACTIVATE

static void fault_deactivate(const sy_feature *feature) {
    ask_with_nulls(destroyed_id);
    good_deactivate(feature);
}

#endif
