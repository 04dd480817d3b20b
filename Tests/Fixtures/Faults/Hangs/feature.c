/* It computes without end. Flavour 1: and lets no signal disturb it. */
#define SAME_EVERYWHERE
#include "Faults/FaultyFeature.h"

#include <signal.h>

static void fault(void) {
    if (FLAVOUR == 1) {
        sigset_t all;
        sigfillset(&all);
        sigprocmask(SIG_BLOCK, &all, NULL);
        for (int number = 1; number < NSIG; number++) signal(number, SIG_IGN);
    }
    for (volatile unsigned i = 0;; i++) {
    }
}
