/* It calls itself until the stack ends. */
#define SAME_EVERYWHERE
#include "Faults/FaultyFeature.h"

/* A compiler warns of a function that calls itself by name. */
static int (*volatile again)(int);

static int deeper(int depth) {
    volatile char frame[1000];
    frame[depth % 1000] = 1;
    return again(depth + 1) + frame[0];
}

static void fault(void) {
    again = deeper;
    deeper(0);
}
