/* It says sizes and counts that are not so. */
#include "Faults/FaultyFeature.h"

/* The sizes of flavours 0 to 2; a larger struct is one of a later version, and taken. Flavour 3 is not aligned. */
HELPER uint32_t bad_size(void) { return FLAVOUR == 0 ? 0 : FLAVOUR == 1 ? 3 : UINT32_MAX; }

/* A copy of a table of `size` bytes that begins at an odd address. */
HELPER const void *astray(const void *table, size_t size) {
    _Alignas(16) static char memory[1024];
    return memcpy(memory + 1, table, size);
}

/* Text that is as long as the memory of the machine. */
HELPER sy_string endless_text(void) { return (sy_string){.data = "short", .count = SIZE_MAX}; }

HELPER void mark_error_past_its_size(const sy_error *error, sy_error_code code, sy_string reason) {
    (void)error, (void)code, (void)reason;
    mark("the host used an sy_error past its size");
}

/* Requests of the host in every malformed way, all of which it must refuse. */
HELPER void ask_malformed(sy_screen_id id) {
    const sy_host *host = the_host;
    const sy_destination good = {.size = sizeof good, .route = sy_string_from("detail")};
    const sy_argument argument = {.size = sizeof argument, .name = sy_string_from("a")};
    const uint32_t sizes[] = {0, 3, sizeof(sy_destination) - 1};
    for (int i = 0; i < 3; i++) {
        sy_destination small = good;
        small.size = sizes[i];
        must_fail(host->navigate(host, id, &small, SY_METHOD_DEFAULT, &dropping), "a small destination");
        must_fail(host->pop_to(host, id, &small, &dropping), "a small destination to pop to");
        must_fail(host->replace_stack(host, id, &small, 1, &dropping), "a small destination of a stack");
        sy_message message = {.size = sizes[i], .kind = SY_MESSAGE_TAB};
        must_fail(host->send(host, id, &message, 1, &dropping), "a small message");
    }
    must_fail(host->navigate(host, id, astray(&good, sizeof good), SY_METHOD_DEFAULT, &dropping),
              "a destination that is not aligned");
    const size_t counts[] = {SIZE_MAX, SIZE_MAX / 2 + 1, 1u << 30};
    for (int i = 0; i < 3; i++) {
        sy_destination many = good;
        many.arguments = &argument;
        many.argument_count = counts[i];
        must_fail(host->navigate(host, id, &many, SY_METHOD_DEFAULT, &dropping), "endless arguments");
        must_fail(host->replace_stack(host, id, &good, counts[i], &dropping), "an endless stack");
        const sy_message message = {.size = sizeof message, .kind = SY_MESSAGE_TAB};
        must_fail(host->send(host, id, &message, counts[i], &dropping), "endless messages");
        const sy_value item = {.kind = SY_VALUE_INT};
        const sy_value list = {.kind = SY_VALUE_LIST, .items = &item, .item_count = counts[i]};
        must_fail(host->return_to_checkpoint(host, id, sy_string_from("mark"), &list, &dropping), "an endless list");
    }
    /* An array whose elements have an absurd size, and one whose elements have two. */
    sy_destination two[] = {good, good};
    two[0].size = UINT32_MAX;
    must_fail(host->replace_stack(host, id, two, 2, &dropping), "an array of an absurd stride");
    two[0].size = sizeof good;
    two[1].size = sizeof good + 8;
    must_fail(host->replace_stack(host, id, two, 2, &dropping), "an array of two sizes");
    must_fail(host->select_tab(host, id, endless_text(), &dropping), "an endless name");
    must_be_zero(host->can_return(host, id, endless_text()), "an endless checkpoint");
    must_be_zero((intptr_t)host->extension(host, endless_text()), "an endless extension");
    host->log(host, SY_LOG_ERROR, endless_text());
    /* Where the reason goes is malformed too. */
    const sy_error small_error = {.size = 8, .fail = mark_error_past_its_size};
    must_fail(host->pop_to(host, id, NULL, &small_error), "a small error");
    must_fail(host->pop_to(host, id, NULL, astray(&dropping, sizeof dropping)), "an error that is not aligned");
}

#if FAULT_AT == ENTRY

static const sy_library *fault_entry(void) {
    static sy_library library;
    library = good_library;
    if (FLAVOUR == 3) return astray(&library, sizeof library);
    library.size = bad_size();
    return &library;
}

#elif FAULT_AT == MANIFEST

static sy_status fault_manifest(const sy_library *library, const sy_text_sink *sink, const sy_error *error) {
    (void)library;
    if (FLAVOUR == 1) {
        error->fail(error, SY_ERROR_OTHER, endless_text());
        return SY_FAILED;
    }
    sink->text(sink, endless_text());
    return SY_OK;
}

#elif FAULT_AT == ACTIVATE

static sy_status fault_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                const sy_feature **feature, const sy_error *error) {
    (void)library, (void)host, (void)context, (void)error;
    static sy_feature bad;
    bad = good_feature;
    if (FLAVOUR == 3) {
        *feature = astray(&bad, sizeof bad);
    } else if (FLAVOUR == 4) {
        ask_malformed(0);
        *feature = &good_feature;
    } else {
        bad.size = bad_size();
        *feature = &bad;
    }
    return SY_OK;
}

#elif FAULT_AT == RESOLVE

static sy_status fault_resolve(const sy_feature *feature, const sy_destination *destination, sy_screen_id id,
                               const sy_screen **screen, const sy_error *error) {
    if (FLAVOUR == 4) {
        ask_malformed(id);
        return good_resolve(feature, destination, id, screen, error);
    }
    faulty_screen *made = faulty_make(id, 1);
    made->table.size = FLAVOUR == 3 ? made->table.size : bad_size();
    *screen = FLAVOUR == 3 ? astray(&made->table, sizeof made->table) : &made->table;
    return SY_OK;
}

#elif FAULT_AT == RENDER

static sy_status fault_render(const sy_screen *table, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    good_render(table, how, sink, error);
    sy_node node = faulty_node(SY_NODE_TEXT, "A text.");
    sy_screen_info info = {.size = sizeof info};
    sy_checkpoint checkpoints[] = {{.size = sizeof *checkpoints}, {.size = sizeof *checkpoints + 8}};
    const sy_receiver receiver = {.size = sizeof receiver};
    sy_argument argument = {.size = sizeof argument, .name = sy_string_from("a")};
    sy_destination destination = {.size = sizeof destination, .route = sy_string_from("detail")};
    destination.arguments = &argument;
    const sy_value item = {.kind = SY_VALUE_INT};
    switch (FLAVOUR) {
    case 0:
    case 1:
    case 2: /* the size of a node */
        node.size = bad_size();
        faulty_put(sink, node);
        return SY_OK;
    case 3: /* a node that is not aligned */
        if (sink->begin_node(sink, astray(&node, sizeof node)) == SY_OK) sink->end_node(sink);
        return SY_OK;
    case 4: /* the size of what holds for the screen */
        info.size = 3;
        sink->info(sink, &info);
        return SY_OK;
    case 5: /* endless checkpoints */
        info.checkpoints = checkpoints;
        info.checkpoint_count = SIZE_MAX;
        sink->info(sink, &info);
        return SY_OK;
    case 6: /* checkpoints of two sizes */
        info.checkpoints = checkpoints;
        info.checkpoint_count = 2;
        sink->info(sink, &info);
        return SY_OK;
    case 7: /* endless receivers */
        info.receivers = &receiver;
        info.receiver_count = SIZE_MAX / 2;
        sink->info(sink, &info);
        return SY_OK;
    case 8: /* endless arguments of a link */
        destination.argument_count = SIZE_MAX;
        node.destination = &destination;
        faulty_put(sink, node);
        return SY_OK;
    case 9: /* the size of a link's argument */
        argument.size = 3;
        destination.argument_count = 1;
        node.destination = &destination;
        faulty_put(sink, node);
        return SY_OK;
    case 10: /* an endless list as a value */
        node.value = (sy_value){.kind = SY_VALUE_LIST, .items = &item, .item_count = SIZE_MAX};
        faulty_put(sink, node);
        return SY_OK;
    default: /* an endless text */
        node.badge = endless_text();
        faulty_put(sink, node);
        return SY_OK;
    }
}

#elif FAULT_AT == PERFORM

static sy_status fault_perform(const sy_screen *table, const sy_event *event, const sy_error *error) {
    ask_malformed(((const faulty_screen *)table->instance)->id);
    if (FLAVOUR == 0) return good_perform(table, event, error);
    error->fail(error, SY_ERROR_OTHER, endless_text());
    return SY_FAILED;
}

#elif FAULT_AT == SAVE

static sy_status fault_save(const sy_screen *table, const sy_state_sink *sink, const sy_error *error) {
    static char bytes[(1 << 20) + 1];
    sy_state state = {.size = sizeof state, .state_version = STATE_VERSION};
    switch (FLAVOUR) {
    case 0:
    case 1:
    case 2: { /* the size of a state, which is that of a good one otherwise */
        const faulty_screen *screen = table->instance;
        state.bytes = (sy_string){.data = (const char *)&screen->changes, .count = sizeof screen->changes};
        state.size = bad_size();
        sink->state(sink, &state);
        return SY_OK;
    }
    case 3:
        sink->state(sink, astray(&state, sizeof state));
        return SY_OK;
    case 4: /* a byte more than a host keeps */
        state.bytes = (sy_string){.data = bytes, .count = sizeof bytes};
        sink->state(sink, &state);
        return SY_OK;
    case 5:
        state.bytes = endless_text();
        sink->state(sink, &state);
        return SY_OK;
    case 6:
        error->fail(error, SY_ERROR_OTHER, endless_text());
        return SY_FAILED;
    default:
        ask_malformed(((const faulty_screen *)table->instance)->id);
        return good_save(table, sink, error);
    }
}

#elif FAULT_AT == RESTORE

static sy_status fault_restore(const sy_screen *table, const sy_state *state, const sy_error *error) {
    ask_malformed(((const faulty_screen *)table->instance)->id);
    if (FLAVOUR == 0) return good_restore(table, state, error);
    error->fail(error, SY_ERROR_OTHER, endless_text());
    return SY_FAILED;
}

#elif FAULT_AT == DEACTIVATE

static void fault_deactivate(const sy_feature *feature) {
    ask_malformed(destroyed_id);
    good_deactivate(feature);
}

#endif
