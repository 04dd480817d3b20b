/* It says that it has made a screen, and gives none. */
#include "FeatureABI.h"

static sy_status empty_resolve(const sy_feature *feature, const sy_destination *destination, sy_screen_id id,
                               const sy_screen **screen, const sy_error *error) {
    (void)feature, (void)destination, (void)id, (void)screen, (void)error;
    return SY_OK;
}

#define FEATURE_ID "resolve-gives-nothing"
#define RESOLVE empty_resolve
#include "PlainFeature.h"
