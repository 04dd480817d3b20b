/* Its screens have no render function. */
#define FEATURE_ID "null-render"
#define RENDER NULL
#include "PlainFeature.h"
