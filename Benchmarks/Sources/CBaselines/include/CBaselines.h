/* What the rows within one process are compared with, where it is C. */
#ifndef C_BASELINES_H
#define C_BASELINES_H

#include <stddef.h>
#include <stdint.h>

#include "FeatureABI.h"

/*
 * A library of the ABI whose screens show four nodes, with the number that the destination
 * has for an argument. It may be activated for any number of features.
 */
const sy_library *plain_library(void);

/*
 * Two processes and one pair of sockets that keep messages apart: `exchange` sends `request` bytes and waits for the
 * `reply` bytes of the answer.
 */
typedef struct message_pair {
    int socket;
    int process;
} message_pair;

/* 0, or -1 with errno. */
int message_pair_start(message_pair *pair, size_t request, size_t reply);
int message_pair_exchange(const message_pair *pair, void *buffer, size_t request, size_t reply);
void message_pair_end(message_pair *pair);

/* How often malloc and its like have been called by this process. */
uint64_t allocation_count(void);

#endif
