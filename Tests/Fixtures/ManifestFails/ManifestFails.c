/* The call for the manifest fails, with a reason. */
#include "FeatureHelpers.h"

static sy_status failing_manifest(const sy_library *library, const sy_text_sink *sink, const sy_error *error) {
    (void)library, (void)sink;
    return sy_fail(error, SY_ERROR_UNAVAILABLE, "the moon is not full");
}

#define MANIFEST failing_manifest
#include "PlainFeature.h"
