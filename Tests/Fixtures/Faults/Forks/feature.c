/* It forks: the child stays, and keeps whatever is open. Flavour 1: the child returns into the host's code too, so that
 * two of them go on.
 *
 * The alarm ends what a host leaves behind, after the test has found it. */
#define SAME_EVERYWHERE
#include "Faults/FaultyFeature.h"

static void fault(void) {
    if (fork() != 0) return;
    alarm(100);
    if (FLAVOUR == 1) return;
    for (;;) pause();
}
