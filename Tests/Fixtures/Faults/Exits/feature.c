/* It exits, as if all were done and well. Flavour 1: without a word to anybody, as by _exit(2). */
#define SAME_EVERYWHERE
#include "Faults/FaultyFeature.h"

static void fault(void) {
    if (FLAVOUR == 1) _exit(0);
    exit(0);
}
