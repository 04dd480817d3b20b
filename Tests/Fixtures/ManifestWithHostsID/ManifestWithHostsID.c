/* The manifest's id is that of the host's own feature. */
#define FEATURE_ID "system"
#include "PlainFeature.h"
