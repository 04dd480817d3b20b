/* Connects through its host: `connects/to` asks as often as it is told, reads what comes, and shows all answers. */
#define _GNU_SOURCE
#include "ConnectExtension.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static sy_status connects_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error);
static sy_status connects_perform(const sy_screen *screen, const sy_event *event, const sy_error *error);
static sy_status connects_resolve(const sy_feature *feature, const sy_destination *destination, sy_screen_id id,
                                  const sy_screen **screen, const sy_error *error);
static sy_status connects_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                   const sy_feature **feature, const sy_error *error);

#ifndef FEATURE_ID
#define FEATURE_ID "connects"
#endif
#define INCOMING                                                                                                       \
    "{\"name\":\"to\",\"arguments\":[{\"name\":\"host\",\"type\":\"string\"},{\"name\":\"port\",\"type\":\"int\"},"        \
    "{\"name\":\"count\",\"type\":\"int\",\"default\":1},{\"name\":\"keep\",\"type\":\"bool\",\"default\":false},"         \
    "{\"name\":\"crash\",\"type\":\"bool\",\"default\":false},"                                                        \
    "{\"name\":\"waits\",\"type\":\"bool\",\"default\":true}]},{\"name\":\"sockets\"}"
#define RENDER connects_render
#define PERFORM connects_perform
#define RESOLVE connects_resolve
#define ACTIVATE connects_activate
#include "PlainFeature.h"

static const sy_host *the_host;
static int is_kept, crashes, waits = 1;
static unsigned asked, refused, connected, failed;
static char the_read[100], the_reason[600];
static sy_error_code the_code;

static void keep_reason(sy_error_code code, sy_string reason) {
    the_code = code;
    snprintf(the_reason, sizeof the_reason, "%.*s", (int)reason.count, reason.count ? reason.data : "");
}

static void refuse(const sy_error *error, sy_error_code code, sy_string reason) {
    (void)error;
    keep_reason(code, reason);
}

static void take(void *argument, int32_t descriptor, sy_error_code code, const sy_string *reason) {
    if (argument != &asked) abort();
    if (crashes) abort();
    if (descriptor < 0) {
        failed++;
        keep_reason(code, *reason);
    } else {
        connected++;
        const ssize_t count = recv(descriptor, the_read, sizeof the_read - 1, 0);
        the_read[count < 0 ? 0 : count] = 0;
        if (!is_kept) close(descriptor);
    }
    the_host->invalidate(the_host, 0);
}

static unsigned count_sockets(void) {
    unsigned count = 0;
    DIR *folder = opendir("/proc/self/fd");
    if (!folder) return 9999;
    for (struct dirent *entry; (entry = readdir(folder));) {
        char path[300], target[100] = "";
        snprintf(path, sizeof path, "/proc/self/fd/%s", entry->d_name);
        if (readlink(path, target, sizeof target - 1) > 0 && !strncmp(target, "socket:", 7)) count++;
    }
    closedir(folder);
    return count;
}

static void put(const sy_view_sink *sink, sy_node_kind kind, const char *text) {
    sy_node node = {.size = sizeof node, .kind = kind, .text = sy_string_from(text), .action = 1};
    if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
}

static sy_status connects_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    char line[800];
    snprintf(line, sizeof line, "asked %u, refused %u, connected %u, failed %u", asked, refused, connected, failed);
    put(sink, SY_NODE_TEXT, line);
    if (*the_read) {
        snprintf(line, sizeof line, "read: %s", the_read);
        put(sink, SY_NODE_TEXT, line);
    }
    if (*the_reason) {
        snprintf(line, sizeof line, "%u: %s", the_code, the_reason);
        put(sink, SY_NODE_TEXT, line);
    }
    snprintf(line, sizeof line, "sockets %u", count_sockets());
    put(sink, SY_NODE_TEXT, line);
    put(sink, SY_NODE_BUTTON, "Crash");
    if (asked > refused + connected + failed && waits) put(sink, SY_NODE_PROGRESS, "Connecting");
    return SY_OK;
}

static sy_status connects_perform(const sy_screen *screen, const sy_event *event, const sy_error *error) {
    (void)event, (void)screen, (void)error;
    abort();
}

static sy_status connects_resolve(const sy_feature *feature, const sy_destination *destination, sy_screen_id id,
                                  const sy_screen **screen, const sy_error *error) {
    sy_string host = {0};
    int64_t port = 0, count = 0;
    for (size_t i = 0; i < destination->argument_count; i++) {
        const sy_argument *argument = &destination->arguments[i];
        const sy_string name = argument->name;
        if (name.count == 4 && !memcmp(name.data, "host", 4)) host = argument->value.text;
        if (name.count == 4 && !memcmp(name.data, "port", 4)) port = argument->value.integer;
        if (name.count == 4 && !memcmp(name.data, "keep", 4)) is_kept = argument->value.integer;
        if (name.count == 5 && !memcmp(name.data, "waits", 5)) waits = argument->value.integer;
        if (name.count == 5 && !memcmp(name.data, "crash", 5)) crashes = argument->value.integer;
        if (name.count == 5 && !memcmp(name.data, "count", 5)) count = argument->value.integer;
    }
    const sy_connect *table = the_host->extension(the_host, sy_string_from(SY_CONNECT_EXTENSION));
    if (!table) return sy_fail(error, SY_ERROR_UNSUPPORTED, "this host connects to nothing");
    const sy_error answer = {.size = sizeof answer, .fail = refuse};
    for (int64_t i = 0; i < count; i++) {
        asked++;
        if (table->connect(table, host, (uint16_t)port, take, &asked, &answer) != SY_OK) refused++;
    }
    return plain_main_screen(feature, id, screen, error);
}

static sy_status connects_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                   const sy_feature **feature, const sy_error *error) {
    the_host = host;
    return plain_activate(library, host, context, feature, error);
}
