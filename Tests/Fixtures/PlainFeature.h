/*
 * A small feature that works: a main screen and the route `screen`, which both show one text.
 *
 * Each fixture defines what it does differently, by the macros below, and then includes this file.
 */
#ifndef PLAIN_FEATURE_H
#define PLAIN_FEATURE_H

#include "FeatureHelpers.h"

#ifndef FEATURE_ID
#define FEATURE_ID "plain"
#endif
#ifndef FEATURE_VERSION
#define FEATURE_VERSION "1.0.0"
#endif
#ifndef INCOMING
#define INCOMING "{\"name\":\"screen\",\"arguments\":[]}"
#endif
/* Further members of the manifest, each behind a comma. */
#ifndef MEMBERS
#define MEMBERS ""
#endif
#ifndef MANIFEST_TEXT
#define MANIFEST_TEXT                                                                                                  \
    "{\"manifest\":1,\"id\":\"" FEATURE_ID "\",\"version\":\"" FEATURE_VERSION "\",\"incoming\":[" INCOMING "]" MEMBERS "}"
#endif
#ifndef SCREEN_TEXT
#define SCREEN_TEXT "This is " FEATURE_ID " " FEATURE_VERSION "."
#endif

/* The functions in the tables. */
#ifndef RENDER
#define RENDER plain_render
#endif
#ifndef PERFORM
#define PERFORM plain_perform
#endif
#ifndef APPEAR
#define APPEAR plain_nothing
#endif
#ifndef SAVE
#define SAVE NULL
#endif
#ifndef RESTORE
#define RESTORE NULL
#endif
#ifndef RESOLVE
#define RESOLVE plain_resolve
#endif
#ifndef RESOLVE_URL
#define RESOLVE_URL NULL
#endif
#ifndef MAIN_SCREEN
#define MAIN_SCREEN plain_main_screen
#endif
#ifndef DEACTIVATE
#define DEACTIVATE plain_deactivate
#endif
#ifndef MANIFEST
#define MANIFEST plain_manifest
#endif
#ifndef ACTIVATE
#define ACTIVATE plain_activate
#endif
#ifndef EXTENSION
#define EXTENSION NULL
#endif

/* What the tables say of themselves. */
#ifndef LIBRARY_SIZE
#define LIBRARY_SIZE sizeof(sy_library)
#endif
#ifndef FEATURE_SIZE
#define FEATURE_SIZE sizeof(sy_feature)
#endif
#ifndef SCREEN_SIZE
#define SCREEN_SIZE sizeof(sy_screen)
#endif
#ifndef ABI_MAJOR
#define ABI_MAJOR SY_ABI_MAJOR
#endif
#ifndef ABI_MINOR
#define ABI_MINOR SY_ABI_MINOR
#endif
#ifndef ENTRY_RESULT
#define ENTRY_RESULT &plain_library
#endif

static inline sy_status plain_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    sy_node node = {.size = sizeof node, .kind = SY_NODE_TEXT};
    node.text = sy_string_from(SCREEN_TEXT);
    if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
    return SY_OK;
}

static inline sy_status plain_perform(const sy_screen *screen, const sy_event *event, const sy_error *error) {
    (void)event, (void)screen;
    return sy_fail(error, SY_ERROR_NOT_FOUND, "the screen has no actions");
}

static inline void plain_nothing(const sy_screen *screen) { (void)screen; }

static const sy_screen plain_screen = {
    .size = SCREEN_SIZE,
    .render = RENDER,
    .perform = PERFORM,
    .appear = APPEAR,
    .disappear = plain_nothing,
    .save = SAVE,
    .restore = RESTORE,
    .destroy = plain_nothing,
};

static inline sy_status plain_main_screen(const sy_feature *feature, sy_screen_id id, const sy_screen **screen,
                                          const sy_error *error) {
    (void)feature, (void)id, (void)error;
    *screen = &plain_screen;
    return SY_OK;
}

static inline sy_status plain_resolve(const sy_feature *feature, const sy_destination *destination, sy_screen_id id,
                                      const sy_screen **screen, const sy_error *error) {
    (void)destination;
    return plain_main_screen(feature, id, screen, error);
}

static inline void plain_deactivate(const sy_feature *feature) { (void)feature; }

static const sy_feature plain_feature = {
    .size = FEATURE_SIZE,
    .make_main_screen = MAIN_SCREEN,
    .resolve = RESOLVE,
    .resolve_url = RESOLVE_URL,
    .deactivate = DEACTIVATE,
};

static inline sy_status plain_manifest(const sy_library *library, const sy_text_sink *sink, const sy_error *error) {
    (void)library, (void)error;
    sink->text(sink, sy_string_from(MANIFEST_TEXT));
    return SY_OK;
}

static inline sy_status plain_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                       const sy_feature **feature, const sy_error *error) {
    (void)library, (void)host, (void)context, (void)error;
    *feature = &plain_feature;
    return SY_OK;
}

static const sy_library plain_library = {
    .magic = SY_MAGIC,
    .size = LIBRARY_SIZE,
    .abi_major = ABI_MAJOR,
    .abi_minor = ABI_MINOR,
    .manifest = MANIFEST,
    .activate = ACTIVATE,
    .extension = EXTENSION,
};

const sy_library *switchyard_feature_entry(void);
const sy_library *switchyard_feature_entry(void) { return ENTRY_RESULT; }

#endif
