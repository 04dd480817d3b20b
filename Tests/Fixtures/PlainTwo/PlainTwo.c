/* The next version of Plain. */
#define FEATURE_VERSION "2.0.0"
#include "PlainFeature.h"
