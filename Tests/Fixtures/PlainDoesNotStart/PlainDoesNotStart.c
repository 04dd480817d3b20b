/* The fourth version of Plain, which is a good one to look at and does not start. */
#include "FeatureHelpers.h"

static sy_status failing_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                  const sy_feature **feature, const sy_error *error) {
    (void)library, (void)host, (void)context, (void)feature;
    return sy_fail(error, SY_ERROR_UNAVAILABLE, "its database is of a later version");
}

#define FEATURE_VERSION "4.0.0"
#define ACTIVATE failing_activate
#include "PlainFeature.h"
