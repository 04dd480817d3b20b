/* The call for the manifest answers with a status that does not exist. */
#include "FeatureABI.h"

static sy_status strange_manifest(const sy_library *library, const sy_text_sink *sink, const sy_error *error) {
    (void)library, (void)sink, (void)error;
    return 77;
}

#define MANIFEST strange_manifest
#include "PlainFeature.h"
