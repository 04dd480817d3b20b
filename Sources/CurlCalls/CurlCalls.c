#include "CurlCalls.h"

typedef int (*set)(void *handle, int option, ...);

int curl_set_number(void *function, void *handle, int option, long value) {
    return ((set)function)(handle, option, value);
}

int curl_set_size(void *function, void *handle, int option, int64_t value) {
    return ((set)function)(handle, option, value);
}

int curl_set_pointer(void *function, void *handle, int option, const void *value) {
    return ((set)function)(handle, option, value);
}
