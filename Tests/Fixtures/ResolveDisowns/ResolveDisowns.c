/* It says "not mine" of a route that its manifest declares. */
#include "FeatureABI.h"

static sy_status disowning_resolve(const sy_feature *feature, const sy_destination *destination, sy_screen_id id,
                                   const sy_screen **screen, const sy_error *error) {
    (void)feature, (void)destination, (void)id, (void)screen, (void)error;
    return SY_NOT_MINE;
}

#define FEATURE_ID "resolve-disowns"
#define RESOLVE disowning_resolve
#include "PlainFeature.h"
