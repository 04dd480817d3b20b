/* The third version of Plain, which crashes while it is loaded. */
#include <stdlib.h>

__attribute__((constructor)) static void crash(void) { abort(); }

#define FEATURE_VERSION "3.0.0"
#include "PlainFeature.h"
