/* It waits for what never comes. */
#define SAME_EVERYWHERE
#include "Faults/FaultyFeature.h"

#include <pthread.h>

static void fault(void) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    pthread_mutex_lock(&mutex);
    for (;;) pthread_cond_wait(&condition, &mutex);
}
