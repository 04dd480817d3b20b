/* It describes its screen without end, whatever the sink answers. In the manifest, it is the text that has no
 * end; in save it is the states. */
#include "Faults/FaultyFeature.h"

#if FAULT_AT == MANIFEST

static sy_status fault_manifest(const sy_library *library, const sy_text_sink *sink, const sy_error *error) {
    for (;;) good_manifest(library, sink, error);
    return SY_OK;
}

#elif FAULT_AT == RENDER

static sy_status fault_render(const sy_screen *table, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    const sy_node node = faulty_node(SY_NODE_GROUP, "And so on.");
    switch (FLAVOUR) {
    case 0: /* each in the one before */
        for (;;) sink->begin_node(sink, &node);
        return SY_OK;
    case 1: /* each below the one before */
        for (;;) {
            sink->begin_node(sink, &node);
            sink->end_node(sink);
        }
        return SY_OK;
    default: { /* the screen itself in the screen */
        const sy_destination itself = {.size = sizeof itself, .route = sy_string_from("detail")};
        sy_node embedded = {.size = sizeof embedded, .kind = SY_NODE_EMBEDDED, .destination = &itself};
        good_render(table, how, sink, error);
        faulty_put(sink, embedded);
        faulty_put(sink, embedded);
        return SY_OK;
    }
    }
}

#elif FAULT_AT == SAVE

static sy_status fault_save(const sy_screen *table, const sy_state_sink *sink, const sy_error *error) {
    for (;;) good_save(table, sink, error);
    return SY_OK;
}

#endif
