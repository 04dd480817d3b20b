/* It takes memory and writes to all of it, until there is none; and does not ask whether it got any.
 *
 * Where nothing holds it, it stops at 4 GiB, for the sake of the machine that the test runs on. */
#define SAME_EVERYWHERE
#include "Faults/FaultyFeature.h"

static void fault(void) {
    const size_t block = 16u << 20;
    for (size_t taken = 0; taken < (size_t)4 << 30; taken += block) memset(malloc(block), 0xA5, block);
}
