/* The machine that the app runs on: its load and memory, and its processes. In C against FeatureABI.h alone. */
#include "machine.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

sy_status fail(const sy_error *error, sy_error_code code, const char *format, ...) {
    char reason[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    return sy_fail(error, code, reason);
}

bool is(sy_string string, const char *text) {
    return string.count == strlen(text) && (string.count == 0 || memcmp(string.data, text, string.count) == 0);
}

sy_status machine_refresh(machine *machine, const sy_error *error) {
    readings taken;
    if (!readings_take(&taken)) return sy_fail(error, SY_ERROR_LIMIT, "there is no memory for the list of processes");
    readings_free(&machine->now);
    machine->now = taken;
    machine->host->invalidate(machine->host, 0);
    return SY_OK;
}

/* ------------------------------------------------------------------ the feature */

static sy_status hand_over(screen *made, const sy_screen **screen, const sy_error *error) {
    if (!made) return sy_fail(error, SY_ERROR_LIMIT, "there is no memory for another screen");
    *screen = &made->table;
    return SY_OK;
}

static sy_status main_screen(const sy_feature *table, sy_screen_id id, const sy_screen **screen,
                             const sy_error *error) {
    return hand_over(screen_make(table->instance, id, PAGE_OVERVIEW), screen, error);
}

/* The elements of an array may be larger than this header's, where the host is newer: they stand size bytes apart. */
static const sy_argument *argument_at(const sy_destination *destination, size_t index) {
    return (const sy_argument *)(const void *)((const char *)destination->arguments
                                               + index * destination->arguments[0].size);
}

static sy_status resolve_processes(machine *machine, const sy_destination *destination, sy_screen_id id,
                                   const sy_screen **screen, const sy_error *error) {
    order order = ORDER_MEMORY;
    for (size_t i = 0; i < destination->argument_count; i++) {
        const sy_argument *argument = argument_at(destination, i);
        if (!is(argument->name, "order") || argument->value.kind != SY_VALUE_STRING || i > 0) {
            return sy_fail(error, SY_ERROR_INVALID_ARGUMENT, "machine/processes takes the text 'order' and no more");
        }
        order = order_named(argument->value.text);
        if (order == ORDER_COUNT) {
            return sy_fail(error, SY_ERROR_INVALID_ARGUMENT,
                           "machine/processes takes an 'order' of 'memory', 'time' or 'name'");
        }
    }
    struct screen *made = screen_make(machine, id, PAGE_PROCESSES);
    if (made) made->order = order;
    return hand_over(made, screen, error);
}

static sy_status resolve_process(machine *machine, const sy_destination *destination, sy_screen_id id,
                                 const sy_screen **screen, const sy_error *error) {
    const sy_argument *argument = destination->argument_count == 1 ? argument_at(destination, 0) : NULL;
    if (!argument || !is(argument->name, "pid") || argument->value.kind != SY_VALUE_INT) {
        return sy_fail(error, SY_ERROR_INVALID_ARGUMENT, "machine/process takes the integer 'pid' and no more");
    }
    int64_t identifier = argument->value.integer;
    const process *found = readings_find(&machine->now, identifier);
    /* It may have been started since. */
    if (!found) {
        if (machine_refresh(machine, error) != SY_OK) return SY_FAILED;
        found = readings_find(&machine->now, identifier);
    }
    if (!found) {
        return fail(error, SY_ERROR_NOT_FOUND, "there is no process %" PRId64 " on this machine now", identifier);
    }
    struct screen *made = screen_make(machine, id, PAGE_PROCESS);
    if (made) made->shown = *found;
    return hand_over(made, screen, error);
}

static sy_status resolve(const sy_feature *table, const sy_destination *destination, sy_screen_id id,
                         const sy_screen **screen, const sy_error *error) {
    machine *machine = table->instance;
    if (is(destination->route, "processes")) return resolve_processes(machine, destination, id, screen, error);
    if (is(destination->route, "process")) return resolve_process(machine, destination, id, screen, error);
    if (!is(destination->route, "overview")) return SY_NOT_MINE;
    if (destination->argument_count > 0) {
        return sy_fail(error, SY_ERROR_INVALID_ARGUMENT, "machine/overview takes no arguments");
    }
    return main_screen(table, id, screen, error);
}

/* challenge://machine/busiest is the process that has used the processors most: no pattern can say which. */
static sy_status resolve_url(const sy_feature *table, sy_string url, const sy_destination_sink *sink,
                             const sy_error *error) {
    const machine *machine = table->instance;
    if (!is(url, "challenge://machine/busiest")) return SY_NOT_MINE;
    const process *busiest = machine->now.processes;
    if (!busiest) return sy_fail(error, SY_ERROR_UNAVAILABLE, "the processes cannot be read: /proc is not there");
    for (size_t i = 1; i < machine->now.process_count; i++) {
        if (machine->now.processes[i].seconds > busiest->seconds) busiest = &machine->now.processes[i];
    }
    sy_argument argument = {
        .size = sizeof argument,
        .name = sy_string_from("pid"),
        .value = {.kind = SY_VALUE_INT, .integer = busiest->identifier},
    };
    sy_destination destination = {
        .size = sizeof destination,
        .route = sy_string_from("process"),
        .arguments = &argument,
        .argument_count = 1,
    };
    sink->destination(sink, &destination);
    return SY_OK;
}

static void deactivate(const sy_feature *table) {
    machine *machine = table->instance;
    /* Stopping does not fail. */
    machine_follow(machine, false, NULL);
    readings_free(&machine->now);
    free(machine);
}

/* ------------------------------------------------------------------ the library */

static sy_status manifest(const sy_library *library, const sy_text_sink *sink, const sy_error *error) {
    (void)library, (void)error;
    static const char text[] =
        "{\n"
        "  \"manifest\": 1,\n"
        "  \"id\": \"machine\",\n"
        "  \"name\": \"Machine\",\n"
        "  \"version\": \"1.0.0\",\n"
        "  \"summary\": \"The load, the memory and the processes of this machine.\",\n"
        "  \"abi\": \"1.0\",\n"
        "  \"toolchain\": \"C11\",\n"
        "  \"main\": \"overview\",\n"
        "  \"incoming\": [\n"
        "    {\"name\": \"overview\", \"summary\": \"The machine as a whole.\", \"arguments\": []},\n"
        "    {\"name\": \"processes\", \"summary\": \"All processes in one order: memory, time or name.\",\n"
        "     \"arguments\": [{\"name\": \"order\", \"type\": \"string\", \"default\": \"memory\"}],\n"
        "     \"parents\": [\"overview\"]},\n"
        "    {\"name\": \"process\", \"summary\": \"One process.\",\n"
        "     \"arguments\": [{\"name\": \"pid\", \"type\": \"int\"}],\n"
        "     \"parents\": [\"overview\", \"processes\"]}\n"
        "  ],\n"
        "  \"links\": [\n"
        "    {\"scheme\": \"challenge\", \"host\": \"machine\", \"pattern\": \"/\", \"route\": \"overview\"},\n"
        "    {\"scheme\": \"challenge\", \"host\": \"machine\", \"pattern\": \"/processes?order={order}\",\n"
        "     \"route\": \"processes\"},\n"
        "    {\"scheme\": \"challenge\", \"host\": \"machine\", \"pattern\": \"/processes/{pid}\",\n"
        "     \"route\": \"process\"}\n"
        "  ],\n"
        "  \"customLinks\": [{\"scheme\": \"challenge\", \"host\": \"machine\"}]\n"
        "}\n";
    sink->text(sink, sy_string_from(text));
    return SY_OK;
}

static sy_status activate(const sy_library *library, const sy_host *host, const sy_context *context,
                          const sy_feature **activated, const sy_error *error) {
    (void)library, (void)context;
    machine *made = calloc(1, sizeof *made);
    if (!made || !readings_take(&made->now)) {
        free(made);
        return sy_fail(error, SY_ERROR_LIMIT, "there is no memory for the list of processes");
    }
    made->host = host;
    made->table = (sy_feature){
        .size = sizeof made->table,
        .instance = made,
        .make_main_screen = main_screen,
        .resolve = resolve,
        .resolve_url = resolve_url,
        .deactivate = deactivate,
    };
    *activated = &made->table;
    return SY_OK;
}

static const sy_library library = {
    .size = sizeof library,
    .abi_major = SY_ABI_MAJOR,
    .abi_minor = SY_ABI_MINOR,
    .manifest = manifest,
    .activate = activate,
};

SY_EXPORT const sy_library *feature_entry(void);
SY_EXPORT const sy_library *feature_entry(void) { return &library; }
