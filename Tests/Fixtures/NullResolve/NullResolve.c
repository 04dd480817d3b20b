/* The feature has no resolve function. */
#define FEATURE_ID "null-resolve"
#define RESOLVE NULL
#include "PlainFeature.h"
