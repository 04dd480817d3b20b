/* It does not start, and says why. */
#include "FeatureHelpers.h"

static sy_status failing_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                  const sy_feature **feature, const sy_error *error) {
    (void)library, (void)host, (void)context, (void)feature;
    return sy_fail(error, SY_ERROR_UNAVAILABLE, "its database is locked");
}

#define FEATURE_ID "activate-fails"
#define ACTIVATE failing_activate
#include "PlainFeature.h"
