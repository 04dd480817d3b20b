/* The thread of the feature. It asks the main thread to do the work, so that nothing else needs a lock. */
#define _POSIX_C_SOURCE 200809L
#include "machine.h"

#include <time.h>

/* Runs on the main thread: host->post has brought it there. */
static void refresh(void *argument) {
    machine *machine = argument;
    readings taken;
    /* A picture that cannot be taken is left out: the next one comes soon. */
    if (!machine->follower.runs || !readings_take(&taken)) return;
    readings_free(&machine->now);
    machine->now = taken;
    machine->host->invalidate(machine->host, 0);
}

static void *run(void *argument) {
    machine *machine = argument;
    follower *follower = &machine->follower;
    pthread_mutex_lock(&follower->mutex);
    while (!follower->ends) {
        struct timespec moment;
        clock_gettime(CLOCK_MONOTONIC, &moment);
        moment.tv_sec += 2;
        int status = 0;
        while (!follower->ends && status == 0) {
            status = pthread_cond_timedwait(&follower->wakeup, &follower->mutex, &moment);
        }
        if (follower->ends) break;
        /* The host is never called with the mutex held: the main thread may be waiting for it. */
        pthread_mutex_unlock(&follower->mutex);
        machine->host->post(machine->host, refresh, machine);
        pthread_mutex_lock(&follower->mutex);
    }
    pthread_mutex_unlock(&follower->mutex);
    return NULL;
}

static sy_status start(machine *machine, const sy_error *error) {
    follower *follower = &machine->follower;
    follower->ends = false;
    pthread_mutex_init(&follower->mutex, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&follower->wakeup, &attributes);
    pthread_condattr_destroy(&attributes);
    if (pthread_create(&follower->thread, NULL, run, machine) != 0) {
        pthread_cond_destroy(&follower->wakeup);
        pthread_mutex_destroy(&follower->mutex);
        return sy_fail(error, SY_ERROR_UNAVAILABLE, "the system has no thread left to refresh the screens");
    }
    follower->runs = true;
    return SY_OK;
}

static void stop(machine *machine) {
    follower *follower = &machine->follower;
    pthread_mutex_lock(&follower->mutex);
    follower->ends = true;
    pthread_cond_signal(&follower->wakeup);
    pthread_mutex_unlock(&follower->mutex);
    pthread_join(follower->thread, NULL);
    pthread_cond_destroy(&follower->wakeup);
    pthread_mutex_destroy(&follower->mutex);
    follower->runs = false;
}

sy_status machine_follow(machine *machine, bool follows, const sy_error *error) {
    if (follows == machine->follower.runs) return SY_OK;
    if (follows) return start(machine, error);
    stop(machine);
    return SY_OK;
}
