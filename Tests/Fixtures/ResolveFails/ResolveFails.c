/* It does not make the screen of its route, and says why. */
#include "FeatureHelpers.h"

static sy_status failing_resolve(const sy_feature *feature, const sy_destination *destination, sy_screen_id id,
                                 const sy_screen **screen, const sy_error *error) {
    (void)feature, (void)destination, (void)id, (void)screen;
    return sy_fail(error, SY_ERROR_NOT_FOUND, "the page has been torn out");
}

#define FEATURE_ID "resolve-fails"
#define RESOLVE failing_resolve
#include "PlainFeature.h"
