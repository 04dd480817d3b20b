/* One picture of the machine, as /proc and statvfs(3) show it. */
#ifndef READINGS_H
#define READINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct process {
    int64_t identifier;
    int64_t parent; /* 0 where it has none that can be seen */
    int64_t threads;
    uint64_t memory; /* bytes of it that are in memory */
    double seconds;  /* of a processor that it has used */
    char name[64];   /* valid UTF-8 */
} process;

typedef struct readings {
    double load[3]; /* over 1, 5 and 15 minutes */
    long processors;
    double seconds_up;
    uint64_t memory, memory_available;
    uint64_t disk, disk_available; /* of the root's file system */
    process *processes;            /* by identifier */
    size_t process_count;
} readings;

/* Makes a picture, with 0 for what cannot be read. False where there is no memory: then there is none to free. */
bool readings_take(readings *taken);
void readings_free(readings *taken);

/* Null where there was no such process. */
const process *readings_find(const readings *taken, int64_t identifier);

#endif
