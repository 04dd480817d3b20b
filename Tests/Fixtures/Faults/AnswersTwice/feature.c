/* It answers more than once, or in two ways. */
#include "Faults/FaultyFeature.h"

/* The first reason is the one that counts. */
HELPER sy_status fail_twice(const sy_error *error) {
    error->fail(error, SY_ERROR_UNAVAILABLE, sy_string_from("the first reason"));
    error->fail(error, SY_ERROR_NOT_FOUND, sy_string_from("the second reason"));
    return SY_FAILED;
}

/* A reason without a failure. */
HELPER void complain(const sy_error *error) {
    error->fail(error, SY_ERROR_OTHER, sy_string_from("this is no failure"));
}

#if FAULT_AT == ENTRY

/* Another library at each call but the first. */
static const sy_library *fault_entry(void) {
    static int calls;
    static sy_library other;
    if (calls++ == 0) return &good_library;
    other = good_library;
    other.abi_major = 1000 + calls;
    return &other;
}

#elif FAULT_AT == MANIFEST

static sy_status fault_manifest(const sy_library *library, const sy_text_sink *sink, const sy_error *error) {
    switch (FLAVOUR) {
    case 0: /* the whole text twice */
        good_manifest(library, sink, error);
        return good_manifest(library, sink, error);
    case 1:
        return fail_twice(error);
    default: /* a manifest and a reason */
        complain(error);
        return good_manifest(library, sink, error);
    }
}

#elif FAULT_AT == ACTIVATE

static sy_status fault_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                const sy_feature **feature, const sy_error *error) {
    static const sy_feature nothing;
    switch (FLAVOUR) {
    case 0: /* two features and a reason */
        *feature = &nothing;
        complain(error);
        return good_activate(library, host, context, feature, error);
    case 1:
        return fail_twice(error);
    default: /* a feature and a failure */
        good_activate(library, host, context, feature, error);
        return fail_twice(error);
    }
}

#elif FAULT_AT == RESOLVE

static sy_status fault_resolve(const sy_feature *feature, const sy_destination *destination, sy_screen_id id,
                               const sy_screen **screen, const sy_error *error) {
    static const sy_screen nothing;
    switch (FLAVOUR) {
    case 0: /* two screens and a reason */
        *screen = &nothing;
        complain(error);
        return good_resolve(feature, destination, id, screen, error);
    case 1:
        return fail_twice(error);
    case 2: /* a screen and a failure */
        good_resolve(feature, destination, id, screen, error);
        return fail_twice(error);
    default: /* a screen that is not its own */
        good_resolve(feature, destination, id, screen, error);
        return SY_NOT_MINE;
    }
}

#elif FAULT_AT == RENDER

static sy_status fault_render(const sy_screen *table, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    switch (FLAVOUR) {
    case 0: { /* two titles, and all nodes twice */
        sy_screen_info info = {.size = sizeof info, .title = sy_string_from("One")};
        sink->info(sink, &info);
        info.title = sy_string_from("Two");
        sink->info(sink, &info);
        complain(error);
        good_render(table, how, sink, error);
        sy_node node = faulty_node(SY_NODE_TEXT, "Once more.");
        faulty_put(sink, node);
        return SY_OK;
    }
    case 1:
        good_render(table, how, sink, error);
        return fail_twice(error);
    case 2: { /* a node that ends twice */
        sy_node node = faulty_node(SY_NODE_TEXT, "The end.");
        if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
        sink->end_node(sink);
        return SY_OK;
    }
    default: /* a render that is not its own */
        good_render(table, how, sink, error);
        return SY_NOT_MINE;
    }
}

#elif FAULT_AT == PERFORM

static sy_status fault_perform(const sy_screen *table, const sy_event *event, const sy_error *error) {
    switch (FLAVOUR) {
    case 0: /* done, with a reason why not */
        complain(error);
        return good_perform(table, event, error);
    case 1:
        good_perform(table, event, error);
        return fail_twice(error);
    default: /* an event->action that is not its own */
        good_perform(table, event, error);
        return SY_NOT_MINE;
    }
}

#elif FAULT_AT == SAVE

static sy_status fault_save(const sy_screen *table, const sy_state_sink *sink, const sy_error *error) {
    const sy_state other = {.size = sizeof other, .state_version = 99};
    switch (FLAVOUR) {
    case 0: /* two states and a reason */
        sink->state(sink, &other);
        complain(error);
        return good_save(table, sink, error);
    case 1: /* a state and a failure */
        good_save(table, sink, error);
        return fail_twice(error);
    case 2: /* a state that is not its own */
        good_save(table, sink, error);
        return SY_NOT_MINE;
    case 3: /* no state, and no word of it */
        return SY_OK;
    case 4:
        return SY_FAILED;
    default:
        good_save(table, sink, error);
        return 9;
    }
}

#elif FAULT_AT == RESTORE

static sy_status fault_restore(const sy_screen *table, const sy_state *state, const sy_error *error) {
    switch (FLAVOUR) {
    case 0: /* done, with a reason why not */
        complain(error);
        return good_restore(table, state, error);
    case 1: /* done, and not */
        good_restore(table, state, error);
        return fail_twice(error);
    case 2:
        good_restore(table, state, error);
        return SY_NOT_MINE;
    case 3:
        return SY_FAILED;
    default:
        good_restore(table, state, error);
        return 9;
    }
}

#endif
