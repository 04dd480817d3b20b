/*
 * The host's extension "switchyard.connect/1": connects to another machine for the feature.
 *
 *     static void connected(void *argument, int32_t descriptor, sy_error_code code, const sy_string *reason);
 *
 *     const sy_connect *table = host->extension(host, sy_string_from(SY_CONNECT_EXTENSION));
 *     if (table) return table->connect(table, sy_string_from("api.example.org"), 443, connected, screen, error);
 *
 * A feature in a process of its own has no sockets and resolves no names: the host does both, and hands over the
 * descriptor. The manifest asks for the address under "permissions", and the operator allows it in the wiring file.
 *
 * The rules of FeatureABI.h and of its sy_host hold here too.
 */
#ifndef SWITCHYARD_CONNECT_EXTENSION_H
#define SWITCHYARD_CONNECT_EXTENSION_H

#include "FeatureABI.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SY_CONNECT_EXTENSION "switchyard.connect/1"

/* Takes the answer to a request. `descriptor` is a connected stream socket, blocking and close-on-exec: it is the
 * feature's from then on, which closes it in deactivate at the latest. A write to a socket whose other end is closed ends
 * the process by SIGPIPE, unless it is a send with MSG_NOSIGNAL. `descriptor` is -1 where there is no connection; `code`
 * and `reason` then say why, and are 0 and empty otherwise. SY_ERROR_NOT_FOUND: no machine has that name.
 * SY_ERROR_UNAVAILABLE: none of the name's addresses answered, or took a connection. SY_ERROR_LIMIT: no descriptor is
 * left. SY_ERROR_INVALID_STATE: the feature ends. */
typedef void (*sy_connected)(void *argument, int32_t descriptor, sy_error_code code, const sy_string *reason);

typedef struct sy_connect {
    uint32_t size;
    uint32_t reserved; /* 0 */
    void *instance;

    /* Asks for a TCP connection to a machine, given by its name or IP address, and one of its ports. SY_OK: the host
     * connects, and calls done(argument, ...) on the main thread: exactly once, never before this returns and never after
     * deactivate has begun. What is not answered by then is answered just before. A host gives up after some time, such as
     * 30 seconds; resolving the name may take longer than that.
     *
     * SY_ERROR_INVALID_ARGUMENT: no such name or port can be. SY_ERROR_NOT_ALLOWED: the feature does not have the
     * permission. SY_ERROR_LIMIT: too many requests of the feature are under way; every host takes 8 at a time.
     * SY_ERROR_INVALID_STATE in render, save, restore, destroy and deactivate. [main-thread, active] */
    sy_status (*connect)(const struct sy_connect *table, sy_string host, uint16_t port, sy_connected done,
                         void *argument, const sy_error *error);
} sy_connect;

#ifdef __cplusplus
}
#endif

#endif
