/* Its screens cannot be rendered, and say why. */
#include "FeatureHelpers.h"

static sy_status failing_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)sink;
    return sy_fail(error, SY_ERROR_OTHER, "the ink is dry");
}

#define FEATURE_ID "render-fails"
#define RENDER failing_render
#include "PlainFeature.h"
