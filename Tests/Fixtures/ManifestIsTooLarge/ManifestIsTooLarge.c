/* The manifest never seems to end. */
#include "FeatureHelpers.h"

static sy_status endless_manifest(const sy_library *library, const sy_text_sink *sink, const sy_error *error) {
    (void)library, (void)error;
    for (int piece = 0; piece < 1 << 20; piece++) sink->text(sink, sy_string_from("                                "));
    return SY_OK;
}

#define MANIFEST endless_manifest
#include "PlainFeature.h"
