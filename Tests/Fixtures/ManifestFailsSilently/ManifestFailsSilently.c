/* The call for the manifest fails, and gives no reason. */
#include "FeatureABI.h"

static sy_status failing_manifest(const sy_library *library, const sy_text_sink *sink, const sy_error *error) {
    (void)library, (void)sink, (void)error;
    return SY_FAILED;
}

#define MANIFEST failing_manifest
#include "PlainFeature.h"
