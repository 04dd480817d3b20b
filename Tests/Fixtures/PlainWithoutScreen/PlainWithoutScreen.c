/* The fifth version of Plain, which has lost its route. */
#define FEATURE_VERSION "5.0.0"
#define INCOMING ""
#include "PlainFeature.h"
