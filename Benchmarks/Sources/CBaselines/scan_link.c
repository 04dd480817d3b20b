#include <string.h>

#include "CBaselines.h"

static int equals(const char *text, size_t count, const char *expected) {
    if (count != strlen(expected)) return 0;
    for (size_t i = 0; i < count; i++) {
        char c = text[i];
        if (c >= 'A' && c <= 'Z') c = (char)(c + 32);
        if (c != expected[i]) return 0;
    }
    return 1;
}

int64_t scan_link(const char *text, size_t count) {
    size_t i = 0;
    while (i < count && text[i] != ':') i++;
    if (i + 2 >= count || text[i + 1] != '/' || text[i + 2] != '/') return -1;
    if (!equals(text, i, "challenge")) return -1;
    size_t host = i += 3;
    while (i < count && text[i] != '/' && text[i] != '?' && text[i] != '#') i++;
    if (!equals(text + host, i - host, "character")) return -1;
    size_t path = i;
    while (i < count && text[i] != '?' && text[i] != '#') i++;
    if (i - path != 7 || memcmp(text + path, "/detail", 7)) return -1;
    if (i == count || text[i] != '?') return -1;
    i++;
    while (i < count && text[i] != '#') {
        size_t item = i;
        while (i < count && text[i] != '&' && text[i] != '#') i++;
        if (i - item > 3 && !memcmp(text + item, "id=", 3)) {
            int64_t identifier = 0;
            for (size_t d = item + 3; d < i; d++) {
                if (text[d] < '0' || text[d] > '9') return -1;
                if (__builtin_mul_overflow(identifier, 10, &identifier)) return -1;
                if (__builtin_add_overflow(identifier, text[d] - '0', &identifier)) return -1;
            }
            return identifier;
        }
        if (i < count && text[i] == '&') i++;
    }
    return -1;
}
