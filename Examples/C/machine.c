/* The machine that the app runs on: its load and memory, and its processes. In C, against the host's headers alone. */
#include "machine.h"

#include <inttypes.h>
#include <stdlib.h>

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

static sy_status resolve_processes(machine *machine, const sy_destination *destination, sy_screen_id id,
                                   const sy_screen **screen, const sy_error *error) {
    order order = ORDER_MEMORY;
    if (destination->argument_count > 0) {
        const sy_value *name = sy_find(destination, "order");
        if (destination->argument_count > 1 || !sy_is(name, SY_VALUE_STRING)) {
            return sy_fail(error, SY_ERROR_INVALID_ARGUMENT, "machine/processes takes the text 'order' and no more");
        }
        order = order_named(name->text);
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
    const sy_value *pid = sy_find(destination, "pid");
    if (destination->argument_count != 1 || !sy_is(pid, SY_VALUE_INT)) {
        return sy_fail(error, SY_ERROR_INVALID_ARGUMENT, "machine/process takes the integer 'pid' and no more");
    }
    const process *found = readings_find(&machine->now, pid->integer);
    /* It may have been started since. */
    if (!found) {
        if (machine_refresh(machine, error) != SY_OK) return SY_FAILED;
        found = readings_find(&machine->now, pid->integer);
    }
    if (!found) {
        return sy_failf(error, SY_ERROR_NOT_FOUND, "there is no process %" PRId64 " on this machine now", pid->integer);
    }
    struct screen *made = screen_make(machine, id, PAGE_PROCESS);
    if (made) made->shown = *found;
    return hand_over(made, screen, error);
}

static sy_status resolve(const sy_feature *table, const sy_destination *destination, sy_screen_id id,
                         const sy_screen **screen, const sy_error *error) {
    machine *machine = table->instance;
    if (sy_equal(destination->route, "processes")) return resolve_processes(machine, destination, id, screen, error);
    if (sy_equal(destination->route, "process")) return resolve_process(machine, destination, id, screen, error);
    if (!sy_equal(destination->route, "overview")) return SY_NOT_MINE;
    if (destination->argument_count > 0) {
        return sy_fail(error, SY_ERROR_INVALID_ARGUMENT, "machine/overview takes no arguments");
    }
    return main_screen(table, id, screen, error);
}

/* challenge://machine/busiest is the process that has used the processors most: no pattern can say which. */
static sy_status resolve_url(const sy_feature *table, const sy_string *url, const sy_destination_sink *sink,
                             const sy_error *error) {
    const machine *machine = table->instance;
    if (!sy_equal(*url, "challenge://machine/busiest")) return SY_NOT_MINE;
    const process *busiest = machine->now.processes;
    if (!busiest) return sy_fail(error, SY_ERROR_UNAVAILABLE, "the processes cannot be read: /proc is not there");
    for (size_t i = 1; i < machine->now.process_count; i++) {
        if (machine->now.processes[i].seconds > busiest->seconds) busiest = &machine->now.processes[i];
    }
    target target;
    sink->destination(sink, to_process(&target, busiest->identifier));
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

static const char manifest[] =
    "{\n"
    "  \"manifest\": 1,\n"
    "  \"id\": \"machine\",\n"
    "  \"name\": \"Machine\",\n"
    "  \"version\": \"1.0.0\",\n"
    "  \"summary\": \"The load, the memory and the processes of this machine.\",\n"
    "  \"abi\": \"1.1\",\n"
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

SY_LIBRARY(manifest, activate)
