/* Nothing is wrong with it, but it leaves a mark wherever the host runs its code before it is activated. */
#include "Mark.h"

#include "FeatureABI.h"

static sy_status marking_manifest(const sy_library *library, const sy_text_sink *sink, const sy_error *error);

#define FEATURE_ID "leaves-marks"
#define MANIFEST marking_manifest
#define ENTRY_RESULT (mark("entry"), &plain_library)
#include "PlainFeature.h"

static sy_status marking_manifest(const sy_library *library, const sy_text_sink *sink, const sy_error *error) {
    mark("manifest");
    return plain_manifest(library, sink, error);
}

__attribute__((constructor)) static void constructor(void) { mark("constructor"); }
