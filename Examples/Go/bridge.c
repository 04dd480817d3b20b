/* The tables of functions. Go exports functions without const, and cannot put them into a table; these lines do. */
#include "bridge.h"

#include "_cgo_export.h"

#include <stdlib.h>

static uintptr_t handle(const void *instance) { return (uintptr_t)instance; }

static sy_status render(const sy_screen *table, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how;
    return screenRender(handle(table->instance), (sy_view_sink *)sink, (sy_error *)error);
}

static sy_status perform(const sy_screen *table, const sy_event *event, const sy_error *error) {
    return screenPerform(handle(table->instance), (sy_event *)event, (sy_error *)error);
}

static sy_status save(const sy_screen *table, const sy_state_sink *sink, const sy_error *error) {
    return screenSave(handle(table->instance), (sy_state_sink *)sink, (sy_error *)error);
}

static sy_status restore(const sy_screen *table, const sy_state *state, const sy_error *error) {
    return screenRestore(handle(table->instance), (sy_state *)state, (sy_error *)error);
}

static void nothing(const sy_screen *table) { (void)table; }

static void destroy(const sy_screen *table) {
    release(handle(table->instance));
    free((void *)table);
}

sy_screen *bridge_make_screen(uintptr_t handle) {
    sy_screen *made = calloc(1, sizeof *made);
    if (!made) return NULL;
    *made = (sy_screen){
        .size = sizeof *made,
        .instance = (void *)handle,
        .render = render,
        .perform = perform,
        .appear = nothing,
        .disappear = nothing,
        .save = save,
        .restore = restore,
        .destroy = destroy,
    };
    return made;
}

static sy_status make_main_screen(const sy_feature *table, sy_screen_id id, const sy_screen **screen,
                                  const sy_error *error) {
    return featureResolve(handle(table->instance), NULL, id, (sy_screen **)screen, (sy_error *)error);
}

static sy_status resolve(const sy_feature *table, const sy_destination *destination, sy_screen_id id,
                         const sy_screen **screen, const sy_error *error) {
    return featureResolve(handle(table->instance), (sy_destination *)destination, id, (sy_screen **)screen,
                          (sy_error *)error);
}

static void deactivate(const sy_feature *table) {
    release(handle(table->instance));
    free((void *)table);
}

sy_feature *bridge_make_feature(uintptr_t handle) {
    sy_feature *made = calloc(1, sizeof *made);
    if (!made) return NULL;
    *made = (sy_feature){
        .size = sizeof *made,
        .instance = (void *)handle,
        .make_main_screen = make_main_screen,
        .resolve = resolve,
        .deactivate = deactivate,
    };
    return made;
}

static sy_status manifest(const sy_library *library, const sy_text_sink *sink, const sy_error *error) {
    (void)library;
    return libraryManifest((sy_text_sink *)sink, (sy_error *)error);
}

static sy_status activate(const sy_library *library, const sy_host *host, const sy_context *context,
                          const sy_feature **feature, const sy_error *error) {
    (void)library, (void)context;
    return libraryActivate((sy_host *)host, (sy_feature **)feature, (sy_error *)error);
}

static const sy_library library = {
    .magic = SY_MAGIC,
    .size = sizeof library,
    .abi_major = SY_ABI_MAJOR,
    .abi_minor = SY_ABI_MINOR,
    .manifest = manifest,
    .activate = activate,
};

SY_EXPORT const sy_library *switchyard_feature_entry(void);
SY_EXPORT const sy_library *switchyard_feature_entry(void) { return &library; }
