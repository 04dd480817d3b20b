/*
 * What a Swift program cannot say about libcurl: calls with a variable number of arguments, and the layout of structs.
 * Nothing of libcurl is needed to build this: the numbers of options and the layouts are part of its stable ABI, libcurl(3).
 */
#ifndef SWITCHYARD_CURL_CALLS_H
#define SWITCHYARD_CURL_CALLS_H

#include <stdint.h>

/* curl_easy_setopt(3) for each kind of value. `function` is the address of curl_easy_setopt. Returns its CURLcode. */
int curl_set_number(void *function, void *handle, int option, long value);
int curl_set_size(void *function, void *handle, int option, int64_t value);
int curl_set_pointer(void *function, void *handle, int option, const void *value);

/* struct curl_waitfd: curl_multi_poll(3). */
typedef struct curl_watched {
    int descriptor;
    short events;
    short found;
} curl_watched;

/* Bits of `events` and `found`. */
enum { CURL_WATCHED_INPUT = 1 };

/* CURLMsg: curl_multi_info_read(3). */
typedef struct curl_message {
    int kind;
    void *handle;
    union {
        void *other;
        int result;
    } data;
} curl_message;

/* struct curl_sockaddr: CURLOPT_OPENSOCKETFUNCTION(3), whose last member is a struct sockaddr of `length` bytes. A header of
 * the system has no place here: what it declares would be this module's, and not Glibc's. */
typedef struct curl_address {
    int family;
    int type;
    int protocol;
    unsigned int length;
    unsigned char address[16];
} curl_address;

/* The beginning of curl_version_info_data: curl_version_info(3). */
typedef struct curl_version {
    int age;
    const char *text;
    unsigned int number;
} curl_version;

#endif
