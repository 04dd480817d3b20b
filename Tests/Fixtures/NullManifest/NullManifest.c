/* The library has no manifest function. */
#define MANIFEST NULL
#include "PlainFeature.h"
