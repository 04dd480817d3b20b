/* It begins a node and never ends it. */
#include "FeatureABI.h"

static sy_status open_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    sy_node node = {.size = sizeof node, .kind = SY_NODE_LIST};
    sink->begin_node(sink, &node);
    return SY_OK;
}

#define FEATURE_ID "render-leaves-open"
#define RENDER open_render
#include "PlainFeature.h"
