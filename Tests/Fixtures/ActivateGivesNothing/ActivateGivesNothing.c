/* It starts, and gives no feature. */
#include "FeatureABI.h"

static sy_status empty_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                const sy_feature **feature, const sy_error *error) {
    (void)library, (void)host, (void)context, (void)feature, (void)error;
    return SY_OK;
}

#define FEATURE_ID "activate-gives-nothing"
#define ACTIVATE empty_activate
#include "PlainFeature.h"
