/*
 * The host's extension "switchyard.swap/1": shows one screen in the place of another.
 *
 *     const sy_swap *table = host->extension(host, sy_string_from(SY_SWAP_EXTENSION));
 *     if (table) return table->swap(table, screen, &destination, error);
 *
 * The rules of FeatureABI.h and of its sy_host hold here too.
 */
#ifndef SWITCHYARD_SWAP_EXTENSION_H
#define SWITCHYARD_SWAP_EXTENSION_H

#include "FeatureABI.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SY_SWAP_EXTENSION "switchyard.swap/1"

typedef struct sy_swap {
    uint32_t size;
    uint32_t reserved; /* 0 */
    void *instance;

    /* Removes the topmost screen of the stack, and shows the destination in its place: back then leads to what was
     * below. The new screen is presented as the old one was, pushed or by the method of its modal, whatever the wiring
     * and the route say. At the root of a modal or of a tab it is the root from then on; an app that starts again begins
     * at the roots that the wiring names. The errors of navigate; SY_ERROR_LOCKED. [main-thread, active]
     *
     * Rationale: a feature does not know where the operator has put its screen. What works for a pushed screen works
     * for a root too, as `replace` does in React Navigation. */
    sy_status (*swap)(const struct sy_swap *table, sy_screen_id screen, const sy_destination *destination,
                      const sy_error *error);
} sy_swap;

#ifdef __cplusplus
}
#endif

#endif
