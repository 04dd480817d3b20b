/* It closes every descriptor, the host's among them. */
#define SAME_EVERYWHERE
#include "Faults/FaultyFeature.h"

static void fault(void) {
    for (int descriptor = 0; descriptor < 1024; descriptor++) close(descriptor);
}
