/* Threads of its own call every function of the host, without a pause at first, then for ever; those of the main thread
 * must fail. Flavour 1: without a pause for ever. Flavour 2: they use the sink of the call, all at once. */
#if FLAVOUR != 2
#define SAME_EVERYWHERE
#endif
#include "Faults/FaultyFeature.h"
#include "SwapExtension.h"

#include <pthread.h>

enum { THREADS = 4, ROUNDS = 50 };

static atomic_int threads_through;

HELPER void start_threads(void *(*body)(void *), void *argument) {
    for (int i = 0; i < THREADS; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, body, argument) != 0) abort();
        pthread_detach(thread);
    }
}

/* ------------------------------------------------------------------ functions of the host */

HELPER void do_nothing(void *argument) { (void)argument; }

HELPER void ask(const sy_host *host, int changes) {
    const sy_destination detail = {.size = sizeof detail, .route = sy_string_from("detail")};
    const sy_message message = {.size = sizeof message, .kind = SY_MESSAGE_DESTINATION, .destination = &detail};
    must_fail(host->navigate(host, 0, &detail, SY_METHOD_PUSH, &dropping), "navigate from a thread");
    must_fail(host->back(host, 0, &dropping), "back from a thread");
    must_fail(host->pop(host, 0, 1, &dropping), "pop from a thread");
    must_fail(host->pop_to(host, 0, &detail, &dropping), "pop_to from a thread");
    must_fail(host->pop_to_root(host, 0, &dropping), "pop_to_root from a thread");
    must_fail(host->dismiss(host, 0, &dropping), "dismiss from a thread");
    must_fail(host->dismiss_all(host, 0, &dropping), "dismiss_all from a thread");
    must_fail(host->replace_stack(host, 0, &detail, 1, &dropping), "replace_stack from a thread");
    /* It answers null once the feature has ended. */
    const sy_swap *swap = host->extension(host, sy_string_from(SY_SWAP_EXTENSION));
    if (swap) must_fail(swap->swap(swap, 0, &detail, &dropping), "swap from a thread");
    must_fail(host->reset(host, 0, &dropping), "reset from a thread");
    must_fail(host->select_tab(host, 0, sy_string_from("start"), &dropping), "select_tab from a thread");
    must_fail(host->return_to_checkpoint(host, 0, sy_string_from("mark"), NULL, &dropping), "a return from a thread");
    must_be_zero(host->can_return(host, 0, sy_string_from("mark")), "can_return from a thread");
    must_fail(host->send(host, 0, &message, 1, &dropping), "send from a thread");
    must_fail(host->resume_sending(host, 0, &dropping), "resume from a thread");
    must_be_zero((intptr_t)host->extension(host, sy_string_from("nothing/1")), "an extension for a thread");
    host->log(host, SY_LOG_DEBUG, sy_string_from("from a thread"));
    host->post(host, do_nothing, NULL);
    /* A screen that always changes never comes to rest. */
    if (changes) host->invalidate(host, 0);
}

HELPER void *hammer(void *argument) {
    /* Those that a constructor starts wait for the host. */
    while (!the_host) usleep(1000);
    for (int round = 0;; round++) {
        const int is_hammering = FLAVOUR == 1 || round < ROUNDS;
        ask(the_host, is_hammering);
        if (round == ROUNDS) threads_through++;
        if (!is_hammering) usleep(10000);
    }
    return argument;
}

#ifdef SAME_EVERYWHERE

static void fault(void) {
    static int is_started;
    if (is_started) return;
    is_started = 1;
    start_threads(hammer, NULL);
    /* The call lasts as long as they hammer. */
    while (FAULT_AT >= ACTIVATE && threads_through < THREADS) usleep(1000);
}

/* ------------------------------------------------------------------ sinks */

#elif FAULT_AT == MANIFEST

static void *write_text(void *argument) {
    const sy_text_sink *sink = argument;
    for (int round = 0; round < ROUNDS; round++) sink->text(sink, sy_string_from(good_manifest_text));
    threads_through++;
    return NULL;
}

static sy_status fault_manifest(const sy_library *library, const sy_text_sink *sink, const sy_error *error) {
    start_threads(write_text, (void *)sink);
    while (threads_through < THREADS) good_manifest(library, sink, error);
    return SY_OK;
}

#elif FAULT_AT == RENDER

static void *describe(void *argument) {
    const sy_view_sink *sink = argument;
    for (int round = 0; round < ROUNDS; round++) faulty_put(sink, faulty_node(SY_NODE_TEXT, "from a thread"));
    threads_through++;
    return NULL;
}

static sy_status fault_render(const sy_screen *table, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    threads_through = 0;
    start_threads(describe, (void *)sink);
    while (threads_through < THREADS) good_render(table, how, sink, error);
    return SY_OK;
}

#elif FAULT_AT == SAVE

static void *save(void *argument) {
    const sy_state_sink *sink = argument;
    static char bytes[1 << 16];
    for (int round = 0; round < ROUNDS; round++) {
        const sy_state state = {.size = sizeof state, .state_version = STATE_VERSION,
                                .bytes = {.data = bytes, .count = sizeof bytes - round}};
        sink->state(sink, &state);
    }
    threads_through++;
    return NULL;
}

static sy_status fault_save(const sy_screen *table, const sy_state_sink *sink, const sy_error *error) {
    threads_through = 0;
    start_threads(save, (void *)sink);
    while (threads_through < THREADS) good_save(table, sink, error);
    return SY_OK;
}

#endif
