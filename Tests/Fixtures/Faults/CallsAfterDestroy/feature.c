/* It uses what is gone: the number of a screen that has been destroyed, a sink whose call is over, the host of a
 * feature that is not active.
 *
 * Of resolve, render, perform and save the second time counts, when the screen of the first has been left. */
#include "Faults/FaultyFeature.h"

#include <pthread.h>

/* Every function of the host, for a screen that is gone; those with a status must fail. */
HELPER void ask_for_gone(sy_screen_id id) {
    const sy_host *host = the_host;
    const sy_destination detail = {.size = sizeof detail, .route = sy_string_from("detail")};
    const sy_message message = {.size = sizeof message, .kind = SY_MESSAGE_DESTINATION, .destination = &detail};
    must_fail(host->navigate(host, id, &detail, SY_METHOD_PUSH, &dropping), "navigate from what is gone");
    must_fail(host->back(host, id, &dropping), "back from what is gone");
    must_fail(host->pop(host, id, 1, &dropping), "pop from what is gone");
    must_fail(host->pop_to(host, id, &detail, &dropping), "pop_to from what is gone");
    must_fail(host->pop_to_root(host, id, &dropping), "pop_to_root from what is gone");
    must_fail(host->dismiss(host, id, &dropping), "dismiss from what is gone");
    must_fail(host->dismiss_all(host, id, &dropping), "dismiss_all from what is gone");
    must_fail(host->replace_stack(host, id, &detail, 1, &dropping), "replace_stack from what is gone");
    must_fail(host->reset(host, id, &dropping), "reset from what is gone");
    must_fail(host->select_tab(host, id, sy_string_from("nowhere"), &dropping), "select_tab from what is gone");
    must_fail(host->return_to_checkpoint(host, id, sy_string_from("mark"), NULL, &dropping), "a return");
    must_be_zero(host->can_return(host, id, sy_string_from("mark")), "can_return from what is gone");
    must_fail(host->send(host, id, &message, 1, &dropping), "send from what is gone");
    must_fail(host->resume_sending(host, id, &dropping), "resume from what is gone");
    host->invalidate(host, id);
    host->log(host, SY_LOG_DEBUG, sy_string_from("from what is gone"));
}

HELPER void do_nothing(void *argument) { (void)argument; }

/* Goes on for ever. */
HELPER void *keep_asking(void *argument) {
    const sy_screen_id id = *(const sy_screen_id *)argument;
    for (;;) {
        ask_for_gone(id);
        the_host->post(the_host, do_nothing, NULL);
        usleep(1000);
    }
    return argument;
}

HELPER void start(void *(*body)(void *), void *argument) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, body, argument) != 0) abort();
    pthread_detach(thread);
}

/* For the screen of the first visit, once it is gone. */
HELPER void ask_for_destroyed(void) {
    static int calls;
    if (destroyed_id) {
        ask_for_gone(destroyed_id);
    } else if (calls++) {
        mark("no screen has been destroyed");
    }
}

#if FAULT_AT == MANIFEST

static const sy_text_sink *kept;

static void *keep_writing(void *argument) {
    usleep(1000);
    for (;;) kept->text(kept, sy_string_from("late"));
    return argument;
}

static sy_status fault_manifest(const sy_library *library, const sy_text_sink *sink, const sy_error *error) {
    kept = sink;
    start(keep_writing, NULL);
    return good_manifest(library, sink, error);
}

#elif FAULT_AT == ACTIVATE

/* It does not start, and so its host is not to be used. */
static sy_status fault_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                const sy_feature **feature, const sy_error *error) {
    (void)library, (void)host, (void)context, (void)feature;
    static sy_screen_id feature_itself;
    start(keep_asking, &feature_itself);
    return sy_fail(error, SY_ERROR_UNAVAILABLE, "it does not start");
}

#elif FAULT_AT == RESOLVE

static sy_status fault_resolve(const sy_feature *feature, const sy_destination *destination, sy_screen_id id,
                               const sy_screen **screen, const sy_error *error) {
    ask_for_destroyed();
    return good_resolve(feature, destination, id, screen, error);
}

#elif FAULT_AT == RENDER

static sy_status fault_render(const sy_screen *table, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    if (((const faulty_screen *)table->instance)->changes == 0) ask_for_destroyed();
    return good_render(table, how, sink, error);
}

#elif FAULT_AT == PERFORM

static sy_status fault_perform(const sy_screen *table, const sy_event *event, const sy_error *error) {
    if (!destroyed_id) mark("no screen has been destroyed");
    ask_for_destroyed();
    return good_perform(table, event, error);
}

#elif FAULT_AT == SAVE

static sy_status fault_save(const sy_screen *table, const sy_state_sink *sink, const sy_error *error) {
    if (!destroyed_id) mark("no screen has been destroyed");
    ask_for_destroyed();
    return good_save(table, sink, error);
}

#elif FAULT_AT == DEACTIVATE

static void *keep_describing(void *argument) {
    const sy_node node = faulty_node(SY_NODE_TEXT, "late");
    usleep(1000);
    for (;;) {
        last_sink->begin_node(last_sink, &node);
        last_sink->end_node(last_sink);
    }
    return argument;
}

static void fault_deactivate(const sy_feature *feature) {
    ask_for_gone(destroyed_id);
    /* Where nothing has been rendered there is no sink to use. */
    start(FLAVOUR == 0 || !last_sink ? keep_asking : keep_describing, &destroyed_id);
    good_deactivate(feature);
}

#endif
