/* A feature in C against FeatureABI.h alone: a list of notes, and a screen for each. */
#include "notes.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

sy_status notes_fail(const sy_error *error, sy_error_code code, const char *format, ...) {
    char reason[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    return sy_fail(error, code, reason);
}

/* ------------------------------------------------------------------ the notes */

const note *notes_find(const notes_feature *feature, int64_t identifier) {
    for (const note *note = feature->notes; note; note = note->next) {
        if (note->identifier == identifier) return note;
    }
    return NULL;
}

bool notes_add(notes_feature *feature, sy_string text) {
    note *added = calloc(1, sizeof *added);
    if (!added) return false;
    added->identifier = ++feature->last_identifier;
    snprintf(added->text, sizeof added->text, "%.*s", (int)text.count, text.data);
    note **end = &feature->notes;
    while (*end) end = &(*end)->next;
    *end = added;
    return true;
}

void notes_remove(notes_feature *feature, int64_t identifier) {
    for (note **link = &feature->notes; *link; link = &(*link)->next) {
        if ((*link)->identifier != identifier) continue;
        note *removed = *link;
        *link = removed->next;
        free(removed);
        return;
    }
}

/* ------------------------------------------------------------------ the feature */

static bool is(sy_string string, const char *text) {
    return string.count == strlen(text) && memcmp(string.data, text, string.count) == 0;
}

static sy_status hand_over(notes_screen *made, const sy_screen **screen, const sy_error *error) {
    if (!made) return sy_fail(error, SY_ERROR_LIMIT, "there is no memory for another screen");
    *screen = &made->table;
    return SY_OK;
}

static sy_status main_screen(const sy_feature *table, sy_screen_id id, const sy_screen **screen,
                             const sy_error *error) {
    return hand_over(notes_make_screen(table->instance, id, 0), screen, error);
}

static sy_status resolve(const sy_feature *table, const sy_destination *destination, sy_screen_id id,
                         const sy_screen **screen, const sy_error *error) {
    notes_feature *feature = table->instance;
    if (is(destination->route, "list")) {
        if (destination->argument_count == 0) return main_screen(table, id, screen, error);
        return sy_fail(error, SY_ERROR_INVALID_ARGUMENT, "notes/list takes no arguments");
    }
    if (!is(destination->route, "detail")) return SY_NOT_MINE;
    if (destination->argument_count != 1 || !is(destination->arguments[0].name, "identifier") ||
        destination->arguments[0].value.kind != SY_VALUE_INT) {
        return sy_fail(error, SY_ERROR_INVALID_ARGUMENT, "notes/detail takes the integer 'identifier' and no more");
    }
    int64_t identifier = destination->arguments[0].value.integer;
    if (!notes_find(feature, identifier)) {
        return notes_fail(error, SY_ERROR_NOT_FOUND, "there is no note %" PRId64, identifier);
    }
    return hand_over(notes_make_screen(feature, id, identifier), screen, error);
}

/* challenge://notes/latest is the note that was added last, whichever it is: no pattern can say that. */
static sy_status resolve_url(const sy_feature *table, const sy_string *url, const sy_destination_sink *sink,
                             const sy_error *error) {
    const notes_feature *feature = table->instance;
    if (!is(*url, "challenge://notes/latest")) return SY_NOT_MINE;
    if (!feature->notes) return sy_fail(error, SY_ERROR_NOT_FOUND, "there are no notes, so none is the latest");
    const note *latest = feature->notes;
    while (latest->next) latest = latest->next;
    sy_argument argument = {.size = sizeof argument, .name = sy_string_from("identifier")};
    argument.value = (sy_value){.kind = SY_VALUE_INT, .integer = latest->identifier};
    sy_destination destination = {.size = sizeof destination, .route = sy_string_from("detail")};
    destination.arguments = &argument;
    destination.argument_count = 1;
    sink->destination(sink, &destination);
    return SY_OK;
}

static void deactivate(const sy_feature *table) {
    notes_feature *feature = table->instance;
    char message[100];
    snprintf(message, sizeof message, "ended: %u screens made, %u destroyed", feature->made, feature->destroyed);
    feature->host->log(feature->host, SY_LOG_DEBUG, sy_string_from(message));
    while (feature->notes) notes_remove(feature, feature->notes->identifier);
    free(feature);
}

/* ------------------------------------------------------------------ the library */

static sy_status manifest(const sy_library *library, const sy_text_sink *sink, const sy_error *error) {
    (void)library, (void)error;
    static const char text[] =
        "{\n"
        "  \"manifest\": 1,\n"
        "  \"id\": \"notes\",\n"
        "  \"name\": \"Notes\",\n"
        "  \"version\": \"1.2.0\",\n"
        "  \"summary\": \"Notes, to read and to write.\",\n"
        "  \"abi\": \"1.1\",\n"
        "  \"toolchain\": \"C11\",\n"
        "  \"main\": \"list\",\n"
        "  \"incoming\": [\n"
        "    {\"name\": \"list\", \"summary\": \"All notes.\", \"arguments\": []},\n"
        "    {\"name\": \"detail\", \"summary\": \"One note.\", \"parents\": [\"list\"],\n"
        "     \"arguments\": [{\"name\": \"identifier\", \"type\": \"int\"}]}\n"
        "  ],\n"
        "  \"outgoing\": [\n"
        "    {\"name\": \"person\", \"summary\": \"Whom a note is about.\",\n"
        "     \"arguments\": [{\"name\": \"number\", \"type\": \"int\"}]}\n"
        "  ],\n"
        "  \"links\": [\n"
        "    {\"scheme\": \"challenge\", \"host\": \"notes\", \"pattern\": \"/list\", \"route\": \"list\"},\n"
        "    {\"scheme\": \"challenge\", \"host\": \"notes\", \"pattern\": \"/detail?id={identifier}\",\n"
        "     \"route\": \"detail\"}\n"
        "  ],\n"
        "  \"customLinks\": [{\"scheme\": \"challenge\", \"host\": \"notes\"}]\n"
        "}\n";
    sink->text(sink, sy_string_from(text));
    return SY_OK;
}

static sy_status activate(const sy_library *library, const sy_host *host, const sy_context *context,
                          const sy_feature **activated, const sy_error *error) {
    (void)library, (void)context;
    notes_feature *feature = calloc(1, sizeof *feature);
    if (!feature) return sy_fail(error, SY_ERROR_LIMIT, "there is no memory for the notes");
    feature->host = host;
    feature->table = (sy_feature){
        .size = sizeof feature->table,
        .instance = feature,
        .make_main_screen = main_screen,
        .resolve = resolve,
        .resolve_url = resolve_url,
        .deactivate = deactivate,
    };
    notes_add(feature, sy_string_from("Buy milk"));
    notes_add(feature, sy_string_from("Ask Elizabeth Bennet"));
    *activated = &feature->table;
    return SY_OK;
}

static const sy_library library = {
    .magic = SY_MAGIC,
    .size = sizeof library,
    .abi_major = SY_ABI_MAJOR,
    .abi_minor = SY_ABI_MINOR,
    .manifest = manifest,
    .activate = activate,
};

const sy_library *switchyard_feature_entry(void);
const sy_library *switchyard_feature_entry(void) { return &library; }
