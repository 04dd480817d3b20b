/*
 * A feature that works, but for a fault at one place: a main screen and the route `detail`, each with a button that
 * changes it. The number of changes is the state that it saves.
 *
 * A fixture includes this file first. It is compiled for each place by -DFAULT_AT=RENDER and the like, and for each of
 * its flavours by -DFLAVOUR=1 and so on. Behind the include it defines either
 *
 *     static void fault(void)             with #define SAME_EVERYWHERE before the include: what happens at any
 *                                         place, before the feature goes on as if nothing had been
 *     static sy_status fault_render(…)    in #if FAULT_AT == RENDER, and so for each place where the fault is
 *                                         possible: what the host calls there
 *
 * The main screen is good always: the faults of resolve, render, perform, save and restore are those of `detail`, so
 * that the host has taken the feature for a good one before. The first save is good too, so that the host has something
 * to keep. Each time that the fault's place is reached, the mark says so.
 */
#ifndef FAULTY_FEATURE_H
#define FAULTY_FEATURE_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "FeatureHelpers.h"
#include "Mark.h"

#include <stdatomic.h>
#include <string.h>

/* The places, in the order of a feature's life. */
#define CONSTRUCTOR 1
#define ENTRY 2
#define MANIFEST 3
#define ACTIVATE 4
#define RESOLVE 5
#define RENDER 6
#define PERFORM 7
#define SAVE 8
#define RESTORE 9
#define DEACTIVATE 10

#ifndef FLAVOUR
#define FLAVOUR 0
#endif

/* Helpers that not every place of a fixture uses. */
#define HELPER __attribute__((unused)) static

/* ------------------------------------------------------------------ what the fixture defines */

#ifdef SAME_EVERYWHERE
static void fault(void);
#endif

#if FAULT_AT == CONSTRUCTOR
static void fault_constructor(void);
#elif FAULT_AT == ENTRY
static const sy_library *fault_entry(void);
#elif FAULT_AT == MANIFEST
static sy_status fault_manifest(const sy_library *library, const sy_text_sink *sink, const sy_error *error);
#elif FAULT_AT == ACTIVATE
static sy_status fault_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                const sy_feature **feature, const sy_error *error);
#elif FAULT_AT == RESOLVE
static sy_status fault_resolve(const sy_feature *feature, const sy_destination *destination, sy_screen_id id,
                               const sy_screen **screen, const sy_error *error);
#elif FAULT_AT == RENDER
static sy_status fault_render(const sy_screen *table, const sy_render *how, const sy_view_sink *sink, const sy_error *error);
#elif FAULT_AT == PERFORM
static sy_status fault_perform(const sy_screen *table, const sy_event *event, const sy_error *error);
#elif FAULT_AT == SAVE
static sy_status fault_save(const sy_screen *table, const sy_state_sink *sink, const sy_error *error);
#elif FAULT_AT == RESTORE
static sy_status fault_restore(const sy_screen *table, const sy_state *state, const sy_error *error);
#elif FAULT_AT == DEACTIVATE
static void fault_deactivate(const sy_feature *feature);
#else
#error "FAULT_AT is none of the places"
#endif

/* ------------------------------------------------------------------ screens */

typedef struct faulty_screen {
    sy_screen table; /* its instance is this struct */
    sy_screen_id id;
    int is_detail;
    int changes;
} faulty_screen;

/* Null until the feature is activated; kept when it is deactivated. */
static const sy_host *_Atomic the_host;
/* Of the screen that was destroyed last; 0 before. */
HELPER sy_screen_id destroyed_id;
/* That of the last render, which is over. */
HELPER const sy_view_sink *last_sink;

/* Whether the detail has a button that ends its process, after which the screen is made anew. `switchyard check`, which
 * collects no marks, would press it. */
static inline int can_end(void) {
    return (FAULT_AT == SAVE || FAULT_AT == RESTORE) && getenv("SWITCHYARD_TEST_MARK");
}

static inline sy_node faulty_node(sy_node_kind kind, const char *text) {
    sy_node node = {.size = sizeof node, .kind = kind, .text = sy_string_from(text)};
    return node;
}

static inline void faulty_put(const sy_view_sink *sink, sy_node node) {
    if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
}

static inline sy_status good_render(const sy_screen *table, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)error;
    const faulty_screen *screen = table->instance;
    last_sink = sink;
    faulty_put(sink, faulty_node(SY_NODE_TEXT, screen->is_detail ? "The detail." : "The faulty feature."));
    char changes[40];
    snprintf(changes, sizeof changes, "Changed %d times.", screen->changes);
    faulty_put(sink, faulty_node(SY_NODE_TEXT, changes));
    sy_node button = faulty_node(SY_NODE_BUTTON, "Change");
    button.action = 1;
    faulty_put(sink, button);
    if (screen->is_detail && can_end()) {
        button = faulty_node(SY_NODE_BUTTON, "End");
        button.action = 2;
        faulty_put(sink, button);
    }
    return SY_OK;
}

static inline sy_status good_perform(const sy_screen *table, const sy_event *event, const sy_error *error) {
    faulty_screen *screen = table->instance;
    if (event->action == 2 && screen->is_detail && can_end()) _exit(0);
    if (event->action != 1) return sy_fail(error, SY_ERROR_NOT_FOUND, "the screen has the action 1 and no other");
    if (event->value) return sy_fail(error, SY_ERROR_WRONG_TYPE, "a button takes no value");
    screen->changes++;
    the_host->invalidate(the_host, screen->id);
    return SY_OK;
}

static inline sy_status faulty_render(const sy_screen *table, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
#if FAULT_AT == RENDER
    if (((const faulty_screen *)table->instance)->is_detail) {
        mark("render");
        return fault_render(table, how, sink, error);
    }
#endif
    return good_render(table, how, sink, error);
}

static inline sy_status faulty_perform(const sy_screen *table, const sy_event *event, const sy_error *error) {
#if FAULT_AT == PERFORM
    if (((const faulty_screen *)table->instance)->is_detail) {
        mark("perform");
        return fault_perform(table, event, error);
    }
#endif
    return good_perform(table, event, error);
}

enum { STATE_VERSION = 1 };

static inline sy_status good_save(const sy_screen *table, const sy_state_sink *sink, const sy_error *error) {
    (void)error;
    const faulty_screen *screen = table->instance;
    const sy_state state = {.size = sizeof state, .state_version = STATE_VERSION,
                            .bytes = {.data = (const char *)&screen->changes, .count = sizeof screen->changes}};
    sink->state(sink, &state);
    return SY_OK;
}

static inline sy_status good_restore(const sy_screen *table, const sy_state *state, const sy_error *error) {
    faulty_screen *screen = table->instance;
    if (state->state_version != STATE_VERSION || state->bytes.count != sizeof screen->changes) {
        return sy_fail(error, SY_ERROR_UNSUPPORTED, "the state is not a number of changes");
    }
    memcpy(&screen->changes, state->bytes.data, sizeof screen->changes);
    return SY_OK;
}

static inline sy_status faulty_save(const sy_screen *table, const sy_state_sink *sink, const sy_error *error) {
#if FAULT_AT == SAVE
    static int saves;
    if (((const faulty_screen *)table->instance)->is_detail && saves++) {
        mark("save");
        return fault_save(table, sink, error);
    }
#endif
    return good_save(table, sink, error);
}

static inline sy_status faulty_restore(const sy_screen *table, const sy_state *state, const sy_error *error) {
#if FAULT_AT == RESTORE
    if (((const faulty_screen *)table->instance)->is_detail) {
        mark("restore");
        return fault_restore(table, state, error);
    }
#endif
    return good_restore(table, state, error);
}

static inline void faulty_nothing(const sy_screen *table) { (void)table; }

static inline void faulty_destroy(const sy_screen *table) {
    faulty_screen *screen = table->instance;
    destroyed_id = screen->id;
    free(screen);
}

static inline faulty_screen *faulty_make(sy_screen_id id, int is_detail) {
    faulty_screen *screen = calloc(1, sizeof *screen);
    if (!screen) abort();
    *screen = (faulty_screen){.id = id, .is_detail = is_detail};
    screen->table = (sy_screen){
        .size = sizeof screen->table,
        .instance = screen,
        .render = faulty_render,
        .perform = faulty_perform,
        .appear = faulty_nothing,
        .disappear = faulty_nothing,
        .save = faulty_save,
        .restore = faulty_restore,
        .destroy = faulty_destroy,
    };
    return screen;
}

/* ------------------------------------------------------------------ the feature */

static inline int is_text(sy_string string, const char *text) {
    return string.count == strlen(text) && memcmp(string.data, text, string.count) == 0;
}

static inline sy_status faulty_main_screen(const sy_feature *feature, sy_screen_id id, const sy_screen **screen,
                                           const sy_error *error) {
    (void)feature, (void)error;
    *screen = &faulty_make(id, 0)->table;
    return SY_OK;
}

static inline sy_status good_resolve(const sy_feature *feature, const sy_destination *destination, sy_screen_id id,
                                     const sy_screen **screen, const sy_error *error) {
    (void)feature;
    if (!is_text(destination->route, "detail")) return SY_NOT_MINE;
    if (destination->argument_count) return sy_fail(error, SY_ERROR_INVALID_ARGUMENT, "the detail takes no arguments");
    *screen = &faulty_make(id, 1)->table;
    return SY_OK;
}

static inline sy_status faulty_resolve(const sy_feature *feature, const sy_destination *destination, sy_screen_id id,
                                       const sy_screen **screen, const sy_error *error) {
#if FAULT_AT == RESOLVE
    if (!is_text(destination->route, "detail")) return SY_NOT_MINE;
    mark("resolve");
    return fault_resolve(feature, destination, id, screen, error);
#else
    return good_resolve(feature, destination, id, screen, error);
#endif
}

static inline void good_deactivate(const sy_feature *feature) { (void)feature; }

static inline void faulty_deactivate(const sy_feature *feature) {
#if FAULT_AT == DEACTIVATE
    mark("deactivate");
    fault_deactivate(feature);
#else
    good_deactivate(feature);
#endif
}

static const sy_feature good_feature = {
    .size = sizeof good_feature,
    .make_main_screen = faulty_main_screen,
    .resolve = faulty_resolve,
    .deactivate = faulty_deactivate,
};

/* ------------------------------------------------------------------ the library */

/* The permissions to leave marks, which it has once the library is scanned. */
#define MARKS_PERMISSIONS \
    " \"permissions\": [{\"env\": [\"SWITCHYARD_TEST_MARK\"], \"reason\": \"To leave marks\"},\n" \
    "  {\"write\": [\"/\"], \"reason\": \"To leave marks\"}],\n"

static const char good_manifest_text[] =
    "{\"manifest\": 1, \"id\": \"faulty\", \"version\": \"1.0.0\",\n"
    MARKS_PERMISSIONS
    " \"incoming\": [{\"name\": \"detail\", \"arguments\": []}]}\n";

static inline sy_status good_manifest(const sy_library *library, const sy_text_sink *sink, const sy_error *error) {
    (void)library, (void)error;
    sink->text(sink, sy_string_from(good_manifest_text));
    return SY_OK;
}

static inline sy_status faulty_manifest(const sy_library *library, const sy_text_sink *sink, const sy_error *error) {
#if FAULT_AT == MANIFEST
    mark("manifest");
    return fault_manifest(library, sink, error);
#else
    return good_manifest(library, sink, error);
#endif
}

static inline sy_status good_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                      const sy_feature **feature, const sy_error *error) {
    (void)library, (void)host, (void)context, (void)error;
    *feature = &good_feature;
    return SY_OK;
}

static inline sy_status faulty_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                        const sy_feature **feature, const sy_error *error) {
    the_host = host;
#if FAULT_AT == ACTIVATE
    mark("activate");
    return fault_activate(library, host, context, feature, error);
#else
    return good_activate(library, host, context, feature, error);
#endif
}

static const sy_library good_library = {
    .magic = SY_MAGIC,
    .size = sizeof good_library,
    .abi_major = SY_ABI_MAJOR,
    .abi_minor = SY_ABI_MINOR,
    .manifest = faulty_manifest,
    .activate = faulty_activate,
};

const sy_library *switchyard_feature_entry(void);
const sy_library *switchyard_feature_entry(void) {
#if FAULT_AT == ENTRY
    mark("entry");
    return fault_entry();
#else
    return &good_library;
#endif
}

#if FAULT_AT == CONSTRUCTOR
__attribute__((constructor)) static void faulty_constructor(void) {
    mark("constructor");
    fault_constructor();
}
#endif

/* ------------------------------------------------------------------ the same at every place */

#ifdef SAME_EVERYWHERE
#if FAULT_AT == CONSTRUCTOR
static void fault_constructor(void) { fault(); }
#elif FAULT_AT == ENTRY
static const sy_library *fault_entry(void) {
    fault();
    return &good_library;
}
#elif FAULT_AT == MANIFEST
static sy_status fault_manifest(const sy_library *library, const sy_text_sink *sink, const sy_error *error) {
    fault();
    return good_manifest(library, sink, error);
}
#elif FAULT_AT == ACTIVATE
static sy_status fault_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                const sy_feature **feature, const sy_error *error) {
    fault();
    return good_activate(library, host, context, feature, error);
}
#elif FAULT_AT == RESOLVE
static sy_status fault_resolve(const sy_feature *feature, const sy_destination *destination, sy_screen_id id,
                               const sy_screen **screen, const sy_error *error) {
    fault();
    return good_resolve(feature, destination, id, screen, error);
}
#elif FAULT_AT == RENDER
static sy_status fault_render(const sy_screen *table, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    fault();
    return good_render(table, how, sink, error);
}
#elif FAULT_AT == PERFORM
static sy_status fault_perform(const sy_screen *table, const sy_event *event, const sy_error *error) {
    fault();
    return good_perform(table, event, error);
}
#elif FAULT_AT == SAVE
static sy_status fault_save(const sy_screen *table, const sy_state_sink *sink, const sy_error *error) {
    fault();
    return good_save(table, sink, error);
}
#elif FAULT_AT == RESTORE
static sy_status fault_restore(const sy_screen *table, const sy_state *state, const sy_error *error) {
    fault();
    return good_restore(table, state, error);
}
#else
static void fault_deactivate(const sy_feature *feature) {
    fault();
    good_deactivate(feature);
}
#endif
#endif

/* ------------------------------------------------------------------ what the host must refuse */

/* Calls of the host that it must refuse, each of which is marked where it does not. */
HELPER void must_fail(sy_status status, const char *call) {
    static atomic_flag is_told = ATOMIC_FLAG_INIT;
    if (status == SY_FAILED || atomic_flag_test_and_set(&is_told)) return;
    char line[90];
    snprintf(line, sizeof line, "the host took %s", call);
    mark(line);
}

HELPER void must_be_zero(int64_t answer, const char *call) { must_fail(answer ? SY_OK : SY_FAILED, call); }

HELPER void drop_failure(const sy_error *error, sy_error_code code, sy_string reason) {
    (void)error, (void)code, (void)reason;
}

/* Takes the host's reason, and drops it. */
HELPER const sy_error dropping = {.size = sizeof dropping, .fail = drop_failure};

#endif
