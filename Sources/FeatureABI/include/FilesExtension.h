/*
 * The host's extension "switchyard.files/1": lets the user pick a file for the feature.
 *
 *     static void picked(void *argument, int32_t descriptor, const sy_string *name, sy_error_code code,
 *                        const sy_string *reason);
 *
 *     const sy_files *table = host->extension(host, sy_string_from(SY_FILES_EXTENSION));
 *     if (table) return table->open_file(table, sy_string_from("Import notes"), picked, screen, error);
 *
 * A feature in a process of its own reaches no files of the user's: the host asks for a path, opens the file with the
 * user's rights, and hands over the descriptor. No permission is needed, since the user decides each time.
 *
 * The rules of FeatureABI.h and of its sy_host hold here too.
 */
#ifndef SWITCHYARD_FILES_EXTENSION_H
#define SWITCHYARD_FILES_EXTENSION_H

#include "FeatureABI.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SY_FILES_EXTENSION "switchyard.files/1"

/* In the place of a descriptor: the user has cancelled, or has left the screen. */
#define SY_FILES_CANCELLED (-2)

/* Takes the answer to a request. `descriptor` is an open regular file at its beginning, blocking and close-on-exec: it is
 * the feature's from then on, which closes it in deactivate at the latest. `name` is the last part of the file's path, and
 * not cleaned for display. `descriptor` is SY_FILES_CANCELLED where the user picks no file, and -1 where the host cannot
 * hand one over; `code` and `reason` then say why, and are 0 and empty otherwise. SY_ERROR_LIMIT: no descriptor is left.
 * SY_ERROR_INVALID_STATE: the feature ends. */
typedef void (*sy_picked)(void *argument, int32_t descriptor, const sy_string *name, sy_error_code code,
                          const sy_string *reason);

typedef struct sy_files {
    uint32_t size;
    uint32_t reserved; /* 0 */
    void *instance;

    /* Asks the user for a file to read. The host shows the title, one line such as "Import notes", and the feature's name.
     * SY_OK: it calls done(argument, ...) on the main thread: exactly once, never before this returns and never after
     * deactivate has begun. What is not answered by then is answered just before. What is wrong with a path the host tells
     * the user, who types another one: it opens regular files only. A feature that has crashed is asked for no longer.
     *
     * The feature is on the screen that the user sees, also by an embedded screen, or the request fails with
     * SY_ERROR_INVALID_STATE, as it does in resolve, render, save, restore, destroy and deactivate: appear is the first
     * occasion. When the user leaves that screen, the request is cancelled.
     *
     * SY_ERROR_UNSUPPORTED: no user is there to pick a file, as in `switchyard navigate` and `switchyard check`.
     * SY_ERROR_LIMIT: the user is being asked for a file already. SY_ERROR_INVALID_ARGUMENT: the title is empty.
     * [main-thread, active] */
    sy_status (*open_file)(const struct sy_files *table, sy_string title, sy_picked done, void *argument,
                      const sy_error *error);

    /* Asks the user where to save a file, as `open_file` does for one to read. `name` is suggested: a file's name without a
     * directory; empty suggests none. The descriptor is write-only, of an empty file: one that exists has been emptied,
     * once the user has agreed to replace it.
     *
     * SY_ERROR_INVALID_ARGUMENT also for a name that no file can have, or that would not be shown as it is. */
    sy_status (*save_file)(const struct sy_files *table, sy_string title, sy_string name, sy_picked done, void *argument,
                      const sy_error *error);
} sy_files;

#ifdef __cplusplus
}
#endif

#endif
