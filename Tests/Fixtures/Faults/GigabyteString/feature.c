/* It passes strings of 1 GiB, some of which are there. */
#include "Faults/FaultyFeature.h"

#include <sys/mman.h>

enum { GIGABYTE = 1 << 30 };

/* As long only by what it says. */
HELPER sy_string claimed(void) { return (sy_string){.data = "short", .count = GIGABYTE}; }

/* Where the feature may not have so much, it maps pages that are only read: they are all the same one. */
HELPER sy_string gigabyte(void) {
    static char *data;
    if (!data) data = calloc(GIGABYTE, 1);
    if (!data) data = mmap(NULL, GIGABYTE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (data == MAP_FAILED) return claimed();
    return (sy_string){.data = data, .count = GIGABYTE};
}

HELPER sy_status fail_at_length(const sy_error *error) {
    error->fail(error, SY_ERROR_OTHER, gigabyte());
    return SY_FAILED;
}

HELPER void ask_at_length(sy_screen_id id) {
    const sy_host *host = the_host;
    const sy_string texts[] = {gigabyte(), claimed()};
    for (int i = 0; i < 2; i++) {
        host->log(host, SY_LOG_ERROR, texts[i]);
        must_be_zero((intptr_t)host->extension(host, texts[i]), "a long extension");
        must_be_zero(host->can_return(host, id, texts[i]), "a long checkpoint to ask for");
        must_fail(host->select_tab(host, id, texts[i], &dropping), "a long name");
        const sy_destination destination = {.size = sizeof destination, .route = texts[i]};
        must_fail(host->navigate(host, id, &destination, SY_METHOD_DEFAULT, &dropping), "a long route");
        const sy_value value = {.kind = SY_VALUE_STRING, .text = texts[i]};
        must_fail(host->return_to_checkpoint(host, id, sy_string_from("mark"), &value, &dropping), "a long value");
        const sy_message message = {.size = sizeof message, .name = sy_string_from("Text"), .value = value};
        must_fail(host->send(host, id, &message, 1, &dropping), "a long message");
    }
}

#if FAULT_AT == MANIFEST

static sy_status fault_manifest(const sy_library *library, const sy_text_sink *sink, const sy_error *error) {
    (void)library;
    switch (FLAVOUR) {
    case 0:
        sink->text(sink, gigabyte());
        return SY_OK;
    case 1:
        sink->text(sink, claimed());
        return SY_OK;
    default:
        return fail_at_length(error);
    }
}

#elif FAULT_AT == ACTIVATE

static sy_status fault_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                const sy_feature **feature, const sy_error *error) {
    if (FLAVOUR == 0) return fail_at_length(error);
    ask_at_length(0);
    return good_activate(library, host, context, feature, error);
}

#elif FAULT_AT == RESOLVE

static sy_status fault_resolve(const sy_feature *feature, const sy_destination *destination, sy_screen_id id,
                               const sy_screen **screen, const sy_error *error) {
    if (FLAVOUR == 0) return fail_at_length(error);
    ask_at_length(id);
    return good_resolve(feature, destination, id, screen, error);
}

#elif FAULT_AT == RENDER

static sy_status fault_render(const sy_screen *table, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    sy_node node = faulty_node(SY_NODE_TEXT, "");
    sy_screen_info info = {.size = sizeof info};
    switch (FLAVOUR) {
    case 0:
        node.text = gigabyte();
        faulty_put(sink, node);
        return SY_OK;
    case 1:
        node.text = claimed();
        faulty_put(sink, node);
        return SY_OK;
    case 2:
        info.title = gigabyte();
        sink->info(sink, &info);
        return SY_OK;
    case 3:
        return fail_at_length(error);
    default:
        ask_at_length(((const faulty_screen *)table->instance)->id);
        return good_render(table, how, sink, error);
    }
}

#elif FAULT_AT == PERFORM

static sy_status fault_perform(const sy_screen *table, const sy_event *event, const sy_error *error) {
    if (FLAVOUR == 0) return fail_at_length(error);
    ask_at_length(((const faulty_screen *)table->instance)->id);
    return good_perform(table, event, error);
}

#elif FAULT_AT == SAVE

static sy_status fault_save(const sy_screen *table, const sy_state_sink *sink, const sy_error *error) {
    sy_state state = {.size = sizeof state};
    switch (FLAVOUR) {
    case 0:
        state.bytes = gigabyte();
        sink->state(sink, &state);
        return SY_OK;
    case 1:
        state.bytes = claimed();
        sink->state(sink, &state);
        return SY_OK;
    case 2:
        return fail_at_length(error);
    default:
        ask_at_length(((const faulty_screen *)table->instance)->id);
        return good_save(table, sink, error);
    }
}

#elif FAULT_AT == RESTORE

static sy_status fault_restore(const sy_screen *table, const sy_state *state, const sy_error *error) {
    if (FLAVOUR == 0) return fail_at_length(error);
    ask_at_length(((const faulty_screen *)table->instance)->id);
    return good_restore(table, state, error);
}

#elif FAULT_AT == DEACTIVATE

static void fault_deactivate(const sy_feature *feature) {
    ask_at_length(destroyed_id);
    good_deactivate(feature);
}

#endif
