/* What a library did, for the test that looks on: a line at the end of the file that SWITCHYARD_TEST_MARK names.
 * Included first. */
#ifndef MARK_H
#define MARK_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static inline void mark(const char *word) {
    const char *path = getenv("SWITCHYARD_TEST_MARK");
    int file = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    if (file < 0) return;
    char line[100];
    int count = snprintf(line, sizeof line, "%s\n", word);
    if (write(file, line, count) < 0) perror("mark");
    close(file);
}

#endif
