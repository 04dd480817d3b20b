/* What the rows within one process are compared with, where it is C. */
#ifndef C_BASELINES_H
#define C_BASELINES_H

#include <stddef.h>
#include <stdint.h>

#include "FeatureABI.h"

/*
 * A link scanned by hand: the identifier of `challenge://character/detail?id=42`, or -1 for any other link. Scheme and
 * host are compared without regard to case.
 */
int64_t scan_link(const char *text, size_t count);

/*
 * A segment table: one open-addressing hash table over (node, segment), and an argument's child per node. It is about as
 * quick as matching a path can be. A path in braces is an argument: `/repos/{owner}/{repo}`.
 */
typedef struct segment_table segment_table;
typedef struct segment_capture {
    const char *data;
    size_t count;
} segment_capture;
enum { SEGMENT_CAPTURES = 16 };

/* The table keeps the patterns' addresses. */
segment_table *segment_table_make(const char *const *patterns, size_t count);
void segment_table_free(segment_table *table);
/* The index of the pattern that matches, or -1; its arguments are written to `captures`, which holds SEGMENT_CAPTURES. */
int32_t segment_table_match(const segment_table *table, const char *path, size_t count, segment_capture *captures);

/* A call that is not inlined, and does nothing. */
void local_call(const void *instance);

/*
 * A library of the ABI whose screens show what the static design shows: four nodes, with the number that the destination
 * has for an argument. It may be activated for any number of features.
 */
const sy_library *plain_library(void);

/*
 * The twenty nodes of row 12's screen, filled by hand: their texts, keys and action, and no tree.
 */
typedef struct filled_screen {
    sy_node nodes[20];
    char texts[6][2][24];
} filled_screen;

/* The number of nodes. */
size_t fill_screen(filled_screen *screen);

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
