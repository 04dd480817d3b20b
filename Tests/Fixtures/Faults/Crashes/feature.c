/* It writes to address 0. */
#define SAME_EVERYWHERE
#include "Faults/FaultyFeature.h"

static void fault(void) { *(volatile int *)0 = 1; }
