/* The three screens: what they show, and what their controls do. */
#include "machine.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ACTION_REFRESH = 1, ACTION_FOLLOW, ACTION_ORDER };

/* So many rows are shown at most. */
enum { ROW_LIMIT = 200 };

/* ------------------------------------------------------------------ pieces */

const sy_destination *to_process(target *target, int64_t identifier) {
    target->argument = sy_argument_of("pid", sy_int(identifier));
    /* The feature's own, so its id needs not be said. */
    target->destination = sy_destination_of(NULL, "process");
    target->destination.arguments = &target->argument;
    target->destination.argument_count = 1;
    return &target->destination;
}

static double gibibytes(uint64_t bytes) { return (double)bytes / (1u << 30); }
static double mebibytes(uint64_t bytes) { return (double)bytes / (1u << 20); }

static void put_use(const sy_view_sink *sink, const char *what, uint64_t all, uint64_t available) {
    char text[100];
    if (available > all) available = all;
    snprintf(text, sizeof text, "%s: %.1f of %.1f GiB used", what, gibibytes(all - available), gibibytes(all));
    sy_node progress = sy_node_of(SY_NODE_PROGRESS, text);
    progress.value = sy_double(all ? (double)(all - available) / (double)all : 0);
    sy_put_node(sink, &progress);
}

/* ------------------------------------------------------------------ the overview */

static void render_overview(const screen *screen, const sy_view_sink *sink) {
    const readings *now = &screen->machine->now;
    sy_title(sink, "Machine");
    char text[200];
    snprintf(text, sizeof text, "Load: %.2f, %.2f, %.2f on %ld processors", now->load[0], now->load[1], now->load[2],
             now->processors);
    sy_put(sink, SY_NODE_TEXT, text);
    snprintf(text, sizeof text, "Up for %.1f hours", now->seconds_up / 3600);
    sy_put(sink, SY_NODE_TEXT, text);
    put_use(sink, "Memory", now->memory, now->memory_available);
    put_use(sink, "Disk", now->disk, now->disk_available);
    sy_destination processes = sy_destination_of(NULL, "processes");
    sy_node link = sy_node_of(SY_NODE_LINK, "Processes");
    snprintf(text, sizeof text, "%zu", now->process_count);
    link.badge = sy_string_from(text);
    link.destination = &processes;
    sy_put_node(sink, &link);
    sy_put_button(sink, "Refresh", ACTION_REFRESH);
    sy_put_control(sink, SY_NODE_TOGGLE, "Refresh every two seconds", sy_bool(screen->machine->follower.runs),
                   ACTION_FOLLOW);
}

/* ------------------------------------------------------------------ the processes */

const char *const order_names[ORDER_COUNT] = {"memory", "time", "name"};
const char *const order_labels[ORDER_COUNT] = {"Memory", "Processor time", "Name"};

order order_named(sy_string name) {
    order order = 0;
    while (order < ORDER_COUNT && !sy_equal(name, order_names[order])) order++;
    return order;
}

/* Equal ones stay by identifier, so that two renders of one picture are the same. */
static int tie(const process *left, const process *right) {
    return (left->identifier > right->identifier) - (left->identifier < right->identifier);
}

static int by_memory(const void *first, const void *second) {
    const process *left = *(const process *const *)first, *right = *(const process *const *)second;
    int order = (left->memory < right->memory) - (left->memory > right->memory);
    return order ? order : tie(left, right);
}

static int by_time(const void *first, const void *second) {
    const process *left = *(const process *const *)first, *right = *(const process *const *)second;
    int order = (left->seconds < right->seconds) - (left->seconds > right->seconds);
    return order ? order : tie(left, right);
}

static int by_name(const void *first, const void *second) {
    const process *left = *(const process *const *)first, *right = *(const process *const *)second;
    int order = strcmp(left->name, right->name);
    return order ? order : tie(left, right);
}

/* These answer whether the host takes more. */
static bool put_cells(const sy_view_sink *sink, const sy_node *row, const char *const cells[4]) {
    if (sink->begin_node(sink, row) != SY_OK) return false;
    for (int column = 0; column < 4; column++) {
        if (!sy_put(sink, SY_NODE_TEXT, cells[column])) return false;
    }
    return sy_end(sink);
}

static bool put_row(const sy_view_sink *sink, const process *process) {
    char identifier[24], memory[32], seconds[32];
    snprintf(identifier, sizeof identifier, "%" PRId64, process->identifier);
    snprintf(memory, sizeof memory, "%.1f MiB", mebibytes(process->memory));
    snprintf(seconds, sizeof seconds, "%.1f s", process->seconds);
    target target;
    sy_node row = sy_node_of(SY_NODE_ROW, NULL);
    row.key = sy_string_from(identifier);
    row.destination = to_process(&target, process->identifier);
    return put_cells(sink, &row, (const char *const[]){process->name, identifier, memory, seconds});
}

static void put_order(const sy_view_sink *sink, order selected) {
    sy_node picker = sy_node_of(SY_NODE_PICKER, "Order by");
    picker.action = ACTION_ORDER;
    picker.value = sy_text(sy_string_from(order_names[selected]));
    if (sink->begin_node(sink, &picker) != SY_OK) return;
    for (order order = 0; order < ORDER_COUNT; order++) {
        sy_node option = sy_node_of(SY_NODE_OPTION, order_labels[order]);
        option.value = sy_text(sy_string_from(order_names[order]));
        sy_put_node(sink, &option);
    }
    sy_end(sink);
}

static sy_status render_processes(const screen *screen, const sy_view_sink *sink, const sy_error *error) {
    const readings *now = &screen->machine->now;
    size_t count = now->process_count;
    const process **sorted = malloc((count ? count : 1) * sizeof *sorted);
    if (!sorted) return sy_fail(error, SY_ERROR_LIMIT, "there is no memory to sort the processes");
    for (size_t i = 0; i < count; i++) sorted[i] = &now->processes[i];
    static int (*const orders[ORDER_COUNT])(const void *, const void *) = {by_memory, by_time, by_name};
    qsort(sorted, count, sizeof *sorted, orders[screen->order]);
    sy_title(sink, "Processes");
    put_order(sink, screen->order);
    sy_put_button(sink, "Refresh", ACTION_REFRESH);
    if (sy_begin(sink, SY_NODE_TABLE, NULL)) {
        sy_node header = sy_node_of(SY_NODE_ROW, NULL);
        header.flags = SY_NODE_FLAG_HEADER;
        bool takes_more = put_cells(sink, &header, (const char *const[]){"Name", "Number", "Memory", "Time"});
        for (size_t i = 0; takes_more && i < count && i < ROW_LIMIT; i++) takes_more = put_row(sink, sorted[i]);
        if (takes_more) sy_end(sink);
    }
    if (count > ROW_LIMIT) {
        char text[100];
        snprintf(text, sizeof text, "%zu more are not shown.", count - ROW_LIMIT);
        sy_put(sink, SY_NODE_TEXT, text);
    }
    free(sorted);
    return SY_OK;
}

/* ------------------------------------------------------------------ one process */

static void render_process(const screen *screen, const sy_view_sink *sink) {
    const process *live = readings_find(&screen->machine->now, screen->shown.identifier);
    /* What was seen of one that has ended stays on its screen. */
    const process *shown = live ? live : &screen->shown;
    sy_title(sink, shown->name);
    char text[200];
    if (!live) {
        sy_node ended = sy_node_of(SY_NODE_TEXT, "The process has ended.");
        ended.role = SY_ROLE_WARNING;
        sy_put_node(sink, &ended);
    }
    snprintf(text, sizeof text, "Number %" PRId64, shown->identifier);
    sy_put(sink, SY_NODE_TEXT, text);
    snprintf(text, sizeof text, "%.1f MiB of memory", mebibytes(shown->memory));
    sy_put(sink, SY_NODE_TEXT, text);
    snprintf(text, sizeof text, "%.1f s of processor time in %" PRId64 " threads", shown->seconds, shown->threads);
    sy_put(sink, SY_NODE_TEXT, text);
    const process *parent = readings_find(&screen->machine->now, shown->parent);
    if (parent) {
        target target;
        snprintf(text, sizeof text, "Started by %s", parent->name);
        sy_put_link(sink, text, to_process(&target, parent->identifier));
    }
    sy_put_button(sink, "Refresh", ACTION_REFRESH);
}

/* ------------------------------------------------------------------ the table of a screen */

static sy_status render(const sy_screen *table, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how;
    const screen *screen = table->instance;
    switch (screen->page) {
    case PAGE_PROCESSES: return render_processes(screen, sink, error);
    case PAGE_PROCESS: render_process(screen, sink); return SY_OK;
    default: render_overview(screen, sink); return SY_OK;
    }
}

/* Whether the page shows a control of that action. */
static bool shows(page page, uint64_t action) {
    return action == ACTION_REFRESH || (action == ACTION_FOLLOW && page == PAGE_OVERVIEW)
           || (action == ACTION_ORDER && page == PAGE_PROCESSES);
}

static sy_status set_order(screen *screen, sy_string name, const sy_error *error) {
    order order = order_named(name);
    if (order == ORDER_COUNT) {
        return sy_fail(error, SY_ERROR_NOT_FOUND, "processes are ordered by 'memory', 'time' or 'name'");
    }
    screen->order = order;
    screen->machine->host->invalidate(screen->machine->host, screen->id);
    return SY_OK;
}

static sy_status follow(screen *screen, bool follows, const sy_error *error) {
    sy_status status = machine_follow(screen->machine, follows, error);
    if (status == SY_OK) screen->machine->host->invalidate(screen->machine->host, 0);
    return status;
}

static sy_status perform(const sy_screen *table, const sy_event *event, const sy_error *error) {
    screen *screen = table->instance;
    if (!shows(screen->page, event->action)) {
        return sy_failf(error, SY_ERROR_NOT_FOUND, "the screen has no action %" PRIu64, event->action);
    }
    const sy_value *value = event->value;
    switch (event->action) {
    case ACTION_FOLLOW:
        if (!sy_is(value, SY_VALUE_BOOL)) {
            return sy_fail(error, SY_ERROR_WRONG_TYPE, "whether to refresh is a yes or a no");
        }
        return follow(screen, value->integer != 0, error);
    case ACTION_ORDER:
        if (!sy_is(value, SY_VALUE_STRING)) {
            return sy_fail(error, SY_ERROR_WRONG_TYPE, "the order of processes is a text");
        }
        return set_order(screen, value->text, error);
    default:
        if (!sy_is(value, SY_VALUE_NULL)) return sy_fail(error, SY_ERROR_WRONG_TYPE, "'Refresh' takes no value");
        return machine_refresh(screen->machine, error);
    }
}

static void nothing(const sy_screen *table) { (void)table; }

static void destroy(const sy_screen *table) { free(table->instance); }

screen *screen_make(machine *machine, sy_screen_id id, page page) {
    screen *made = calloc(1, sizeof *made);
    if (!made) return NULL;
    *made = (screen){.id = id, .machine = machine, .page = page};
    made->table = (sy_screen){
        .size = sizeof made->table,
        .instance = made,
        .render = render,
        .perform = perform,
        .appear = nothing,
        .disappear = nothing,
        .destroy = destroy,
    };
    return made;
}
