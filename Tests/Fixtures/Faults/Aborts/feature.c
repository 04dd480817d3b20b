/* It aborts. */
#define SAME_EVERYWHERE
#include "Faults/FaultyFeature.h"

static void fault(void) { abort(); }
