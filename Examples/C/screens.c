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

static sy_node new_node(sy_node_kind kind, const char *text) {
    return (sy_node){.size = sizeof(sy_node), .kind = kind, .text = sy_string_from(text)};
}

static void put(const sy_view_sink *sink, sy_node node) {
    if (sink->open(sink, &node) == SY_OK) sink->close(sink);
}

static void put_text(const sy_view_sink *sink, const char *text) { put(sink, new_node(SY_NODE_TEXT, text)); }

static void put_title(const sy_view_sink *sink, const char *title) {
    sy_screen_info info = {.size = sizeof info, .title = sy_string_from(title)};
    sink->info(sink, &info);
}

static void put_refresh(const sy_view_sink *sink) {
    sy_node button = new_node(SY_NODE_BUTTON, "Refresh");
    button.action = ACTION_REFRESH;
    put(sink, button);
}

/* A destination with one argument lives where the caller keeps its parts. */
typedef struct target {
    sy_argument argument;
    sy_destination destination;
} target;

static const sy_destination *to_process(target *target, int64_t identifier) {
    target->argument = (sy_argument){
        .size = sizeof target->argument,
        .name = sy_string_from("pid"),
        .value = {.kind = SY_VALUE_INT, .integer = identifier},
    };
    /* The feature's own, so its id needs not be said. */
    target->destination = (sy_destination){
        .size = sizeof target->destination,
        .route = sy_string_from("process"),
        .arguments = &target->argument,
        .argument_count = 1,
    };
    return &target->destination;
}

static double gibibytes(uint64_t bytes) { return (double)bytes / (1u << 30); }
static double mebibytes(uint64_t bytes) { return (double)bytes / (1u << 20); }

static void put_use(const sy_view_sink *sink, const char *what, uint64_t all, uint64_t available) {
    char text[100];
    if (available > all) available = all;
    snprintf(text, sizeof text, "%s: %.1f of %.1f GiB used", what, gibibytes(all - available), gibibytes(all));
    sy_node progress = new_node(SY_NODE_PROGRESS, text);
    progress.value = (sy_value){.kind = SY_VALUE_DOUBLE, .number = all ? (double)(all - available) / (double)all : 0};
    put(sink, progress);
}

/* ------------------------------------------------------------------ the overview */

static void render_overview(const screen *screen, const sy_view_sink *sink) {
    const readings *now = &screen->machine->now;
    put_title(sink, "Machine");
    char text[200];
    snprintf(text, sizeof text, "Load: %.2f, %.2f, %.2f on %ld processors", now->load[0], now->load[1], now->load[2],
             now->processors);
    put_text(sink, text);
    snprintf(text, sizeof text, "Up for %.1f hours", now->seconds_up / 3600);
    put_text(sink, text);
    put_use(sink, "Memory", now->memory, now->memory_available);
    put_use(sink, "Disk", now->disk, now->disk_available);
    sy_destination processes = {.size = sizeof processes, .route = sy_string_from("processes")};
    sy_node link = new_node(SY_NODE_LINK, "Processes");
    snprintf(text, sizeof text, "%zu", now->process_count);
    link.badge = sy_string_from(text);
    link.destination = &processes;
    put(sink, link);
    put_refresh(sink);
    sy_node toggle = new_node(SY_NODE_TOGGLE, "Refresh every two seconds");
    toggle.action = ACTION_FOLLOW;
    toggle.value = (sy_value){.kind = SY_VALUE_BOOL, .integer = screen->machine->follower.runs};
    put(sink, toggle);
}

/* ------------------------------------------------------------------ the processes */

const char *const order_names[ORDER_COUNT] = {"memory", "time", "name"};
const char *const order_labels[ORDER_COUNT] = {"Memory", "Processor time", "Name"};

order order_named(sy_string name) {
    order order = 0;
    while (order < ORDER_COUNT && !is(name, order_names[order])) order++;
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

static void put_cells(const sy_view_sink *sink, sy_node row, const char *const cells[4]) {
    if (sink->open(sink, &row) != SY_OK) return;
    for (int column = 0; column < 4; column++) put_text(sink, cells[column]);
    sink->close(sink);
}

static void put_row(const sy_view_sink *sink, const process *process) {
    char identifier[24], memory[32], seconds[32];
    snprintf(identifier, sizeof identifier, "%" PRId64, process->identifier);
    snprintf(memory, sizeof memory, "%.1f MiB", mebibytes(process->memory));
    snprintf(seconds, sizeof seconds, "%.1f s", process->seconds);
    target target;
    sy_node row = new_node(SY_NODE_ROW, "");
    row.key = sy_string_from(identifier);
    row.destination = to_process(&target, process->identifier);
    put_cells(sink, row, (const char *const[]){process->name, identifier, memory, seconds});
}

static void put_order(const sy_view_sink *sink, order selected) {
    sy_node picker = new_node(SY_NODE_PICKER, "Order by");
    picker.action = ACTION_ORDER;
    picker.value = (sy_value){.kind = SY_VALUE_STRING, .text = sy_string_from(order_names[selected])};
    if (sink->open(sink, &picker) != SY_OK) return;
    for (order order = 0; order < ORDER_COUNT; order++) {
        sy_node option = new_node(SY_NODE_OPTION, order_labels[order]);
        option.value = (sy_value){.kind = SY_VALUE_STRING, .text = sy_string_from(order_names[order])};
        put(sink, option);
    }
    sink->close(sink);
}

static sy_status render_processes(const screen *screen, const sy_view_sink *sink, const sy_error *error) {
    const readings *now = &screen->machine->now;
    size_t count = now->process_count;
    const process **sorted = malloc((count ? count : 1) * sizeof *sorted);
    if (!sorted) return sy_fail(error, SY_ERROR_LIMIT, "there is no memory to sort the processes");
    for (size_t i = 0; i < count; i++) sorted[i] = &now->processes[i];
    static int (*const orders[ORDER_COUNT])(const void *, const void *) = {by_memory, by_time, by_name};
    qsort(sorted, count, sizeof *sorted, orders[screen->order]);
    put_title(sink, "Processes");
    put_order(sink, screen->order);
    put_refresh(sink);
    sy_node table = new_node(SY_NODE_TABLE, "");
    if (sink->open(sink, &table) == SY_OK) {
        sy_node header = new_node(SY_NODE_ROW, "");
        header.flags = SY_NODE_FLAG_HEADER;
        put_cells(sink, header, (const char *const[]){"Name", "Number", "Memory", "Time"});
        for (size_t i = 0; i < count && i < ROW_LIMIT; i++) put_row(sink, sorted[i]);
        sink->close(sink);
    }
    if (count > ROW_LIMIT) {
        char text[100];
        snprintf(text, sizeof text, "%zu more are not shown.", count - ROW_LIMIT);
        put_text(sink, text);
    }
    free(sorted);
    return SY_OK;
}

/* ------------------------------------------------------------------ one process */

static void render_process(const screen *screen, const sy_view_sink *sink) {
    const process *live = readings_find(&screen->machine->now, screen->shown.identifier);
    /* What was seen of one that has ended stays on its screen. */
    const process *shown = live ? live : &screen->shown;
    put_title(sink, shown->name);
    char text[200];
    if (!live) {
        sy_node ended = new_node(SY_NODE_TEXT, "The process has ended.");
        ended.role = SY_ROLE_WARNING;
        put(sink, ended);
    }
    snprintf(text, sizeof text, "Number %" PRId64, shown->identifier);
    put_text(sink, text);
    snprintf(text, sizeof text, "%.1f MiB of memory", mebibytes(shown->memory));
    put_text(sink, text);
    snprintf(text, sizeof text, "%.1f s of processor time in %" PRId64 " threads", shown->seconds, shown->threads);
    put_text(sink, text);
    const process *parent = readings_find(&screen->machine->now, shown->parent);
    if (parent) {
        target target;
        snprintf(text, sizeof text, "Started by %s", parent->name);
        sy_node link = new_node(SY_NODE_LINK, text);
        link.destination = to_process(&target, parent->identifier);
        put(sink, link);
    }
    put_refresh(sink);
}

/* ------------------------------------------------------------------ the table of a screen */

static sy_status render(const sy_screen *table, const sy_view_sink *sink, const sy_error *error) {
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

static sy_status perform(const sy_screen *table, uint64_t action, const sy_value *value, const sy_error *error) {
    screen *screen = table->instance;
    if (!shows(screen->page, action)) {
        return fail(error, SY_ERROR_NOT_FOUND, "the screen has no action %" PRIu64, action);
    }
    sy_value_kind kind = value ? value->kind : SY_VALUE_NULL;
    switch (action) {
    case ACTION_FOLLOW:
        if (kind != SY_VALUE_BOOL) return sy_fail(error, SY_ERROR_WRONG_TYPE, "whether to refresh is a yes or a no");
        return follow(screen, value->integer != 0, error);
    case ACTION_ORDER:
        if (kind != SY_VALUE_STRING) return sy_fail(error, SY_ERROR_WRONG_TYPE, "the order of processes is a text");
        return set_order(screen, value->text, error);
    default:
        if (kind != SY_VALUE_NULL) return sy_fail(error, SY_ERROR_WRONG_TYPE, "'Refresh' takes no value");
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
