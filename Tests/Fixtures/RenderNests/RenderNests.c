/* It nests nodes without end, until the host takes no more. */
#include "FeatureABI.h"

static sy_status nesting_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    sy_node node = {.size = sizeof node, .kind = SY_NODE_GROUP};
    while (sink->begin_node(sink, &node) == SY_OK) {
    }
    return SY_OK;
}

#define FEATURE_ID "render-nests"
#define RENDER nesting_render
#include "PlainFeature.h"
