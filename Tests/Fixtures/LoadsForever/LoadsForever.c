/* Its screen is loading and never has loaded. */
#include "FeatureHelpers.h"

static sy_status loading_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    sy_node node = {.size = sizeof node, .kind = SY_NODE_PROGRESS};
    node.text = sy_string_from("Loading");
    if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
    return SY_OK;
}

#define FEATURE_ID "loads-forever"
#define RENDER loading_render
#include "PlainFeature.h"
