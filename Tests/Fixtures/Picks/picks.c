/* Lets the user pick files, and shows all answers. `picks/early` asks before its screen can be seen. */
#define _GNU_SOURCE
#include "FilesExtension.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static sy_status picks_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error);
static sy_status picks_perform(const sy_screen *screen, const sy_event *event, const sy_error *error);
static sy_status picks_resolve(const sy_feature *feature, const sy_destination *destination, sy_screen_id id,
                               const sy_screen **screen, const sy_error *error);
static sy_status picks_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                const sy_feature **feature, const sy_error *error);

#ifndef FEATURE_ID
#define FEATURE_ID "picks"
#endif
#ifndef TITLE
#define TITLE "Import notes"
#endif
#define INCOMING "{\"name\":\"screen\"},{\"name\":\"early\"}"
#ifndef MEMBERS
#define MEMBERS ",\"name\":\"Picker\""
#endif
#define RENDER picks_render
#define PERFORM picks_perform
#define RESOLVE picks_resolve
#define ACTIVATE picks_activate
#include "PlainFeature.h"

static const sy_host *the_host;
static int crashes;
static unsigned asked, refused, picked, cancelled, failed;
static char the_name[300], the_text[300], the_reason[600];
static sy_error_code the_code;

static void keep_reason(sy_error_code code, sy_string reason) {
    the_code = code;
    snprintf(the_reason, sizeof the_reason, "%.*s", (int)reason.count, reason.count ? reason.data : "");
}

static void refuse(const sy_error *error, sy_error_code code, sy_string reason) {
    (void)error;
    keep_reason(code, reason);
}

/* Uses the descriptor as a feature would, and keeps it open. */
static void use(int descriptor) {
    const int flags = fcntl(descriptor, F_GETFL);
    struct stat status;
    char *end = the_text + snprintf(the_text, sizeof the_text, flags & O_NONBLOCK ? "nonblocking " : "");
    if (!(fcntl(descriptor, F_GETFD) & FD_CLOEXEC)) end += sprintf(end, "not close-on-exec ");
    if (fstat(descriptor, &status) || lseek(descriptor, 0, SEEK_CUR) != 0) end += sprintf(end, "not at its beginning ");
    if ((flags & O_ACCMODE) == O_RDONLY) {
        end += sprintf(end, "read: ");
        const ssize_t count = read(descriptor, end, 100);
        end[count < 0 ? 0 : count] = 0;
        if (write(descriptor, "x", 1) != -1) strcat(the_text, " and written");
    } else {
        const int is_written = write(descriptor, "saved and more", 14) == 14 && ftruncate(descriptor, 5) == 0
            && lseek(descriptor, 0, SEEK_SET) == 0;
        sprintf(end, "%s %lld", is_written ? "written, it had" : "not written, it had", (long long)status.st_size);
    }
}

static void take(void *argument, int32_t descriptor, const sy_string *name, sy_error_code code,
                 const sy_string *reason) {
    if (argument != &asked || crashes) abort();
    if (descriptor >= 0) {
        picked++;
        snprintf(the_name, sizeof the_name, "%.*s", (int)name->count, name->data);
        use(descriptor);
    } else if (descriptor == SY_FILES_CANCELLED && code == 0 && reason->count == 0 && name->count == 0) {
        cancelled++;
    } else {
        failed++;
        keep_reason(code, *reason);
    }
    the_host->invalidate(the_host, 0);
}

static void ask(int saves) {
    const sy_files *table = the_host->extension(the_host, sy_string_from(SY_FILES_EXTENSION));
    const sy_error answer = {.size = sizeof answer, .fail = refuse};
    if (!table) return keep_reason(99, sy_string_from("this host has no files"));
    const sy_string title = sy_string_from(TITLE), name = sy_string_from("notes.txt");
    asked++;
    if ((saves ? table->save_file(table, title, name, take, &asked, &answer)
               : table->open_file(table, title, take, &asked, &answer)) != SY_OK)
        refused++;
}

static void put(const sy_view_sink *sink, sy_node_kind kind, uint64_t action, const char *text) {
    sy_node node = {.size = sizeof node, .kind = kind, .text = sy_string_from(text), .action = action};
    if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
}

static void put_open_files(const sy_view_sink *sink) {
    DIR *folder = opendir("/proc/self/fd");
    if (!folder) return;
    for (struct dirent *entry; (entry = readdir(folder));) {
        char path[300], target[500] = "";
        snprintf(path, sizeof path, "/proc/self/fd/%s", entry->d_name);
        if (readlink(path, target, sizeof target - 1) < 0 || !strstr(target, ".txt")) continue;
        snprintf(path, sizeof path, "open: %.200s", strrchr(target, '/') + 1);
        put(sink, SY_NODE_TEXT, 0, path);
    }
    closedir(folder);
}

static sy_status picks_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    put(sink, SY_NODE_BUTTON, 1, "Open");
    put(sink, SY_NODE_BUTTON, 2, "Save");
    put(sink, SY_NODE_BUTTON, 3, "Twice");
    put(sink, SY_NODE_BUTTON, 4, "Open and crash");
    put(sink, SY_NODE_BUTTON, 5, "Open and leave");
    char line[800];
    snprintf(line, sizeof line, "asked %u, refused %u, picked %u, cancelled %u, failed %u", asked, refused, picked,
             cancelled, failed);
    put(sink, SY_NODE_TEXT, 0, line);
    if (*the_name) {
        snprintf(line, sizeof line, "%s %s", the_name, the_text);
        put(sink, SY_NODE_TEXT, 0, line);
    }
    if (*the_reason) {
        snprintf(line, sizeof line, "%u: %s", the_code, the_reason);
        put(sink, SY_NODE_TEXT, 0, line);
    }
    snprintf(line, sizeof line, "process %d", (int)getpid());
    put(sink, SY_NODE_TEXT, 0, line);
    put_open_files(sink);
    /* It waits for the user, who is asked all the same. */
    if (asked > refused + picked + cancelled + failed) put(sink, SY_NODE_PROGRESS, 0, "Waiting");
    return SY_OK;
}

static sy_status picks_perform(const sy_screen *screen, const sy_event *event, const sy_error *error) {
    (void)screen;
    if (event->value && event->value->kind != SY_VALUE_NULL) return sy_fail(error, SY_ERROR_WRONG_TYPE, "a button takes no value");
    if (event->action < 1 || event->action > 5) return sy_fail(error, SY_ERROR_NOT_FOUND, "the screen has no such action");
    crashes = event->action == 4;
    ask(event->action == 2);
    if (event->action == 3) ask(1);
    if (event->action == 5) return the_host->back(the_host, 0, error);
    the_host->invalidate(the_host, 0);
    return SY_OK;
}

static sy_status picks_resolve(const sy_feature *feature, const sy_destination *destination, sy_screen_id id,
                               const sy_screen **screen, const sy_error *error) {
    const sy_string route = destination->route;
    const int is_early = route.count == 5 && !memcmp(route.data, "early", 5);
    if (!is_early && !(route.count == 6 && !memcmp(route.data, "screen", 6))) return SY_NOT_MINE;
    if (destination->argument_count) return sy_fail(error, SY_ERROR_INVALID_ARGUMENT, "it takes no arguments");
    if (is_early) ask(0);
    return plain_main_screen(feature, id, screen, error);
}

static sy_status picks_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                const sy_feature **feature, const sy_error *error) {
    the_host = host;
    return plain_activate(library, host, context, feature, error);
}
