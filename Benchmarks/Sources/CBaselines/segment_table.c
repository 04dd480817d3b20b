#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "CBaselines.h"

typedef struct slot {
    uint32_t node, child;
    uint64_t hash;
    const char *segment;
    uint32_t count;
} slot;

struct segment_table {
    slot *slots;
    uint32_t mask, nodes;
    /* Of each node: the child that an argument leads to, and the pattern that ends here. */
    uint32_t *argument;
    int32_t *pattern;
};

static uint64_t mixed(uint64_t hash) {
    hash ^= hash >> 32;
    hash *= 0x9E3779B97F4A7C15ull;
    return hash ^ (hash >> 29);
}

static inline uint64_t hash_of(const char *segment, uint32_t count) {
    uint64_t hash = count * 0x9E3779B97F4A7C15ull, word;
    while (count >= 8) {
        memcpy(&word, segment, 8);
        hash = (hash ^ word) * 0xD6E8FEB86659FD93ull;
        hash ^= hash >> 32;
        segment += 8;
        count -= 8;
    }
    word = 0;
    for (uint32_t i = 0; i < count; i++) word |= (uint64_t)(uint8_t)segment[i] << (8 * i);
    hash = (hash ^ word) * 0xD6E8FEB86659FD93ull;
    return hash ^ (hash >> 32);
}

static inline slot *find(const segment_table *table, uint32_t node, uint64_t hash, const char *segment, uint32_t count) {
    uint32_t i = (uint32_t)mixed(hash + node) & table->mask;
    for (;; i = (i + 1) & table->mask) {
        slot *found = &table->slots[i];
        if (!found->child) return found;
        if (found->hash == hash && found->node == node && found->count == count &&
            !memcmp(found->segment, segment, count))
            return found;
    }
}

static void add(segment_table *table, const char *path, int32_t pattern) {
    uint32_t node = 1;
    while (*path == '/') {
        const char *end = strchrnul(++path, '/');
        uint32_t count = (uint32_t)(end - path);
        if (*path == '{') {
            if (!table->argument[node]) table->argument[node] = ++table->nodes;
            node = table->argument[node];
        } else {
            uint64_t hash = hash_of(path, count);
            slot *found = find(table, node, hash, path, count);
            if (!found->child) *found = (slot){node, ++table->nodes, hash, path, count};
            node = found->child;
        }
        path = end;
    }
    table->pattern[node] = pattern;
}

segment_table *segment_table_make(const char *const *patterns, size_t count) {
    segment_table *table = calloc(1, sizeof *table);
    uint32_t size = 1;
    while (size < count * 8) size *= 2;
    table->mask = size - 1;
    table->slots = calloc(size, sizeof *table->slots);
    table->argument = calloc(count * 10 + 2, sizeof *table->argument);
    table->pattern = malloc((count * 10 + 2) * sizeof *table->pattern);
    memset(table->pattern, 255, (count * 10 + 2) * sizeof *table->pattern);
    table->nodes = 1;
    for (size_t i = 0; i < count; i++) add(table, patterns[i], (int32_t)i);
    return table;
}

void segment_table_free(segment_table *table) {
    free(table->slots);
    free(table->argument);
    free(table->pattern);
    free(table);
}

static int32_t match(const segment_table *table, uint32_t node, const char *path, const char *end,
                     segment_capture *captures, int taken) {
    if (path >= end) return table->pattern[node];
    const char *segment = path + 1, *next = memchr(segment, '/', (size_t)(end - segment));
    if (!next) next = end;
    uint32_t count = (uint32_t)(next - segment);
    slot *found = find(table, node, hash_of(segment, count), segment, count);
    if (found->child) {
        int32_t pattern = match(table, found->child, next, end, captures, taken);
        if (pattern >= 0) return pattern;
    }
    if (!table->argument[node] || taken == SEGMENT_CAPTURES) return -1;
    captures[taken] = (segment_capture){segment, count};
    return match(table, table->argument[node], next, end, captures, taken + 1);
}

int32_t segment_table_match(const segment_table *table, const char *path, size_t count, segment_capture *captures) {
    return match(table, 1, path, path + count, captures, 0);
}
