/* What the feature and its screens share. */
#ifndef MACHINE_H
#define MACHINE_H

#include "FeatureHelpers.h"
#include "readings.h"

#include <pthread.h>

/* Asks for a new picture of the machine from time to time, on a thread of its own. */
typedef struct follower {
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t wakeup;
    bool runs; /* main thread only */
    bool ends; /* under the mutex */
} follower;

/* The feature between activate and deactivate. */
typedef struct machine {
    sy_feature table; /* its instance is this struct */
    const sy_host *host;
    readings now; /* all screens show the same picture */
    follower follower;
} machine;

typedef enum page { PAGE_OVERVIEW, PAGE_PROCESSES, PAGE_PROCESS } page;
typedef enum order { ORDER_MEMORY, ORDER_TIME, ORDER_NAME, ORDER_COUNT } order;

/* What the orders are called in destinations, and on the screen. */
extern const char *const order_names[ORDER_COUNT];
extern const char *const order_labels[ORDER_COUNT];
/* ORDER_COUNT where there is none of that name. */
order order_named(sy_string name);

typedef struct screen {
    sy_screen table; /* its instance is this struct */
    sy_screen_id id;
    machine *machine;
    page page;
    order order;   /* of PAGE_PROCESSES */
    process shown; /* of PAGE_PROCESS, as it was last seen */
} screen;

/* The destination of one process, which lives as long as the parts. */
typedef struct target {
    sy_argument argument;
    sy_destination destination;
} target;

const sy_destination *to_process(target *target, int64_t identifier);

/* Makes a screen; the caller says more about it. Null where there is no memory. */
screen *screen_make(machine *machine, sy_screen_id id, page page);

/* Takes a new picture, and has every screen rendered again. */
sy_status machine_refresh(machine *machine, const sy_error *error);

/* Starts or stops the thread that refreshes every two seconds. */
sy_status machine_follow(machine *machine, bool follows, const sy_error *error);

#endif
