/* Its feature struct ends before `deactivate`. */
#define FEATURE_ID "small-feature-struct"
#define FEATURE_SIZE offsetof(sy_feature, deactivate)
#include "PlainFeature.h"
