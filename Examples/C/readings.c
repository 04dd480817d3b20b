#define _POSIX_C_SOURCE 200809L
#include "readings.h"

#include <ctype.h>
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* Reads the beginning of a small file as NUL-terminated text. "e": the descriptor is not for programs that are run. */
static bool read_text(const char *path, char *text, size_t size) {
    FILE *file = fopen(path, "re");
    if (!file) return false;
    size_t count = fread(text, 1, size - 1, file);
    fclose(file);
    text[count] = 0;
    return count > 0;
}

static uint64_t meminfo(const char *text, const char *name) {
    const char *line = strstr(text, name);
    return line ? strtoull(line + strlen(name), NULL, 10) * 1024 : 0;
}

/* A process may call itself what it likes, and the system cuts that after 15 bytes: what is not ASCII becomes '?'. */
static void copy_name(char *name, size_t size, const char *begin, const char *end) {
    size_t count = 0;
    for (; begin < end && count + 1 < size; begin++) name[count++] = isprint((unsigned char)*begin) ? *begin : '?';
    name[count] = 0;
}

/* proc_pid_stat(5). The name stands in parentheses and may have some itself. */
static bool read_process(int64_t identifier, process *taken) {
    char path[64], text[1024];
    snprintf(path, sizeof path, "/proc/%" PRId64 "/stat", identifier);
    if (!read_text(path, text, sizeof text)) return false;
    const char *begin = strchr(text, '('), *end = strrchr(text, ')');
    if (!begin || !end) return false;
    int64_t parent, pages;
    uint64_t user, system;
    int64_t threads;
    if (sscanf(end + 1,
               " %*c %" SCNd64 " %*d %*d %*d %*d %*u %*u %*u %*u %*u %" SCNu64 " %" SCNu64
               " %*d %*d %*d %*d %" SCNd64 " %*d %*u %*u %" SCNd64,
               &parent, &user, &system, &threads, &pages) != 5) {
        return false;
    }
    *taken = (process){
        .identifier = identifier,
        .parent = parent,
        .threads = threads,
        .memory = (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE),
        .seconds = (double)(user + system) / (double)sysconf(_SC_CLK_TCK),
    };
    copy_name(taken->name, sizeof taken->name, begin + 1, end);
    return true;
}

static int by_identifier(const void *first, const void *second) {
    int64_t left = ((const process *)first)->identifier, right = ((const process *)second)->identifier;
    return (left > right) - (left < right);
}

static bool read_processes(readings *taken) {
    DIR *directory = opendir("/proc");
    if (!directory) return true;
    size_t capacity = 0;
    bool has_memory = true;
    for (struct dirent *entry; has_memory && (entry = readdir(directory));) {
        char *end;
        long long identifier = strtoll(entry->d_name, &end, 10);
        process found;
        /* One that has ended since is passed over. */
        if (*end || identifier <= 0 || !read_process(identifier, &found)) continue;
        if (taken->process_count == capacity) {
            capacity = capacity ? 2 * capacity : 64;
            process *larger = realloc(taken->processes, capacity * sizeof *larger);
            has_memory = larger != NULL;
            if (!has_memory) break;
            taken->processes = larger;
        }
        taken->processes[taken->process_count++] = found;
    }
    closedir(directory);
    if (!has_memory) readings_free(taken);
    else if (taken->process_count) qsort(taken->processes, taken->process_count, sizeof(process), by_identifier);
    return has_memory;
}

bool readings_take(readings *taken) {
    *taken = (readings){.processors = sysconf(_SC_NPROCESSORS_ONLN)};
    char text[4096];
    if (read_text("/proc/loadavg", text, sizeof text)) {
        sscanf(text, "%lf %lf %lf", &taken->load[0], &taken->load[1], &taken->load[2]);
    }
    if (read_text("/proc/uptime", text, sizeof text)) sscanf(text, "%lf", &taken->seconds_up);
    if (read_text("/proc/meminfo", text, sizeof text)) {
        taken->memory = meminfo(text, "MemTotal:");
        taken->memory_available = meminfo(text, "MemAvailable:");
    }
    struct statvfs disk;
    if (statvfs("/", &disk) == 0) {
        taken->disk = (uint64_t)disk.f_blocks * disk.f_frsize;
        taken->disk_available = (uint64_t)disk.f_bavail * disk.f_frsize;
    }
    return read_processes(taken);
}

void readings_free(readings *taken) {
    free(taken->processes);
    *taken = (readings){0};
}

const process *readings_find(const readings *taken, int64_t identifier) {
    process sought = {.identifier = identifier};
    if (!taken->process_count) return NULL;
    return bsearch(&sought, taken->processes, taken->process_count, sizeof sought, by_identifier);
}
