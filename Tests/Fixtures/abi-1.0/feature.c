/* A feature of version 1.0, built against the header of that version beside it and never again otherwise: every struct,
 * every kind of node, and every function of both sides. Each later host must show and do what it shows and does now, so
 * this file is not changed either.
 *
 * `released/number?number=N` are its pages; 1 is the main screen. A page has a button for each function of the host,
 * and shows what the last one answered. `released/everything` has a node of each kind. Each screen saves what it shows.
 *
 * Compiled with a header whose minor is larger, it is a library of that version: it also has what no version has yet. */
#include "FeatureABI.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static sy_string sy_string_from(const char *text) { return (sy_string){.data = text, .count = text ? strlen(text) : 0}; }

static sy_status sy_fail(const sy_error *error, sy_error_code code, const char *reason) {
    if (error) error->fail(error, code, sy_string_from(reason));
    return SY_FAILED;
}

enum { TEXT_SIZE = 200 };

typedef struct page {
    sy_screen table; /* its instance is this struct */
    sy_screen_id id;
    struct feature *feature;
    int64_t number; /* 0 for everything */
    int locked;
    char result[2 * TEXT_SIZE];
    char written[TEXT_SIZE];
    int on;
    int64_t picked;
    uint64_t asks; /* the action that shows an alert, a confirmation, a sheet, a cover or a step; 0 for none */
    int64_t level;
    struct page *next;
} page;

typedef struct feature {
    sy_feature table;
    const sy_host *host;
    char data_directory[TEXT_SIZE], settings[TEXT_SIZE], locale[TEXT_SIZE], library_directory[TEXT_SIZE];
    page *pages;
    int destroyed;
} feature;

static int is(sy_string string, const char *text) {
    return string.count == strlen(text) && memcmp(string.data, text, string.count) == 0;
}

static void copy(char *text, size_t size, sy_string string) {
    snprintf(text, size, "%.*s", (int)string.count, string.count ? string.data : "");
}

static void say(page *page, const char *text) {
    snprintf(page->result, sizeof page->result, "%s", text);
    page->feature->host->invalidate(page->feature->host, page->id);
}

/* ------------------------------------------------------------------ values */

static sy_value none(void) { return (sy_value){.kind = SY_VALUE_NULL}; }
static sy_value yes(int flag) { return (sy_value){.kind = SY_VALUE_BOOL, .integer = flag != 0}; }
static sy_value integer(int64_t number) { return (sy_value){.kind = SY_VALUE_INT, .integer = number}; }
static sy_value real(double number) { return (sy_value){.kind = SY_VALUE_DOUBLE, .number = number}; }
static sy_value string(const char *text) { return (sy_value){.kind = SY_VALUE_STRING, .text = sy_string_from(text)}; }

typedef struct target {
    sy_argument argument;
    sy_destination destination;
} target;

static const sy_destination *to(target *target, const char *route, int64_t number) {
    target->argument = (sy_argument){
        .size = sizeof target->argument, .name = sy_string_from("number"), .value = integer(number)};
    target->destination = (sy_destination){
        .size = sizeof target->destination, .feature = sy_string_from("released"), .route = sy_string_from(route),
        .arguments = &target->argument, .argument_count = 1};
    return &target->destination;
}

/* ------------------------------------------------------------------ each function of the host */

static sy_status go(page *page, sy_method method, const sy_error *error) {
    target target;
    return page->feature->host->navigate(page->feature->host, page->id, to(&target, "number", page->number + 1), method,
                                         error);
}

static sy_status push(page *page, const sy_error *error) { return go(page, SY_METHOD_PUSH, error); }
static sy_status sheet(page *page, const sy_error *error) { return go(page, SY_METHOD_SHEET, error); }
static sy_status managed_sheet(page *page, const sy_error *error) { return go(page, SY_METHOD_MANAGED_SHEET, error); }
static sy_status cover(page *page, const sy_error *error) { return go(page, SY_METHOD_COVER, error); }
static sy_status managed_cover(page *page, const sy_error *error) { return go(page, SY_METHOD_MANAGED_COVER, error); }
static sy_status alert(page *page, const sy_error *error) { return go(page, SY_METHOD_ALERT, error); }
static sy_status confirmation(page *page, const sy_error *error) { return go(page, SY_METHOD_CONFIRMATION, error); }
static sy_status go_anyhow(page *page, const sy_error *error) { return go(page, SY_METHOD_DEFAULT, error); }

static sy_status follow(page *page, const sy_error *error) {
    target target;
    return page->feature->host->navigate(page->feature->host, page->id, to(&target, "elsewhere", 7), SY_METHOD_DEFAULT,
                                         error);
}

static sy_status back(page *page, const sy_error *error) {
    return page->feature->host->back(page->feature->host, page->id, error);
}

static sy_status pop(page *page, const sy_error *error) {
    return page->feature->host->pop(page->feature->host, page->id, 2, error);
}

static sy_status pop_to(page *page, const sy_error *error) {
    target target;
    return page->feature->host->pop_to(page->feature->host, page->id, to(&target, "number", 2), error);
}

static sy_status pop_to_root(page *page, const sy_error *error) {
    return page->feature->host->pop_to_root(page->feature->host, page->id, error);
}

static sy_status dismiss(page *page, const sy_error *error) {
    return page->feature->host->dismiss(page->feature->host, page->id, error);
}

static sy_status dismiss_all(page *page, const sy_error *error) {
    return page->feature->host->dismiss_all(page->feature->host, page->id, error);
}

static sy_status replace_stack(page *page, const sy_error *error) {
    target first, second;
    sy_destination destinations[] = {*to(&first, "number", 8), *to(&second, "number", 9)};
    return page->feature->host->replace_stack(page->feature->host, page->id, destinations, 2, error);
}

static sy_status reset(page *page, const sy_error *error) {
    return page->feature->host->reset(page->feature->host, page->id, error);
}

static sy_status select_tab(page *page, const sy_error *error) {
    return page->feature->host->select_tab(page->feature->host, page->id, sy_string_from("second"), error);
}

static sy_status return_number(page *page, const sy_error *error) {
    sy_value value = integer(page->number);
    return page->feature->host->return_to_checkpoint(page->feature->host, page->id, sy_string_from("counted"), &value,
                                                     error);
}

static sy_status return_nothing(page *page, const sy_error *error) {
    return page->feature->host->return_to_checkpoint(page->feature->host, page->id, sy_string_from("far"), NULL, error);
}

static sy_status can_return(page *page, const sy_error *error) {
    (void)error;
    const sy_host *host = page->feature->host;
    say(page, host->can_return(host, page->id, sy_string_from("counted")) ? "it can" : "it cannot");
    return SY_NOT_MINE;
}

static sy_status send(page *page, const sy_error *error) {
    target target;
    sy_message messages[] = {
        {.size = sizeof messages[0], .kind = SY_MESSAGE_TAB, .value = string("second")},
        {.size = sizeof messages[0], .kind = SY_MESSAGE_VALUE, .name = sy_string_from("Count"),
         .value = integer(page->number)},
        {.size = sizeof messages[0], .kind = SY_MESSAGE_DESTINATION, .destination = to(&target, "number", 5)}};
    return page->feature->host->send(page->feature->host, page->id, messages, 3, error);
}

static sy_status send_far(page *page, const sy_error *error) {
    sy_value items[] = {string("a"), string("b")};
    sy_message message = {.size = sizeof message, .kind = SY_MESSAGE_VALUE, .name = sy_string_from("FarWords"),
                          .value = {.kind = SY_VALUE_LIST, .items = items, .item_count = 2}};
    return page->feature->host->send(page->feature->host, page->id, &message, 1, error);
}

static sy_status send_person(page *page, const sy_error *error) {
    sy_value tags[] = {string("a"), string("b")};
    sy_string names[] = {sy_string_from("id"), sy_string_from("photo"), sy_string_from("tags")};
    sy_value fields[] = {integer(page->number),
                         {.kind = SY_VALUE_BYTES, .text = {"\xff\0\x01", 3}},
                         {.kind = SY_VALUE_LIST, .items = tags, .item_count = 2}};
    sy_message message = {
        .size = sizeof message, .kind = SY_MESSAGE_VALUE, .name = sy_string_from("FarPerson"),
        .value = {.kind = SY_VALUE_RECORD, .items = fields, .names = names, .item_count = 3}};
    return page->feature->host->send(page->feature->host, page->id, &message, 1, error);
}

static sy_status resume(page *page, const sy_error *error) {
    return page->feature->host->resume_sending(page->feature->host, page->id, error);
}

static sy_status log_line(page *page, const sy_error *error) {
    (void)error;
    const sy_host *host = page->feature->host;
    static const sy_log_level levels[] = {SY_LOG_DEBUG, SY_LOG_INFO, SY_LOG_NOTICE, SY_LOG_WARNING, SY_LOG_ERROR};
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        host->log(host, levels[i], sy_string_from("a line"));
    }
    return SY_OK;
}

static void posted(void *argument) { say(argument, "posted"); }

static void *post_from_thread(void *argument) {
    page *page = argument;
    page->feature->host->post(page->feature->host, posted, page);
    return NULL;
}

static sy_status post(page *page, const sy_error *error) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, post_from_thread, page) != 0) {
        return sy_fail(error, SY_ERROR_UNAVAILABLE, "there is no thread");
    }
    pthread_join(thread, NULL);
    return SY_NOT_MINE;
}

static sy_status extension(page *page, const sy_error *error) {
    (void)error;
    const sy_host *host = page->feature->host;
    const void *found = host->extension(host, sy_string_from("example.unknown/1"));
    say(page, found ? "it is there" : "there is no such extension");
    return SY_NOT_MINE;
}

static sy_status lock(page *page, const sy_error *error) {
    (void)error;
    page->locked = !page->locked;
    return SY_OK;
}

static sy_status refuse(page *page, const sy_error *error) {
    (void)page;
    return sy_fail(error, SY_ERROR_UNSUPPORTED, "this is never done");
}

/* SY_NOT_MINE: it has said its result. */
static const struct {
    const char *label;
    sy_status (*function)(page *page, const sy_error *error);
} buttons[] = {
    {"Push", push}, {"Sheet", sheet}, {"Managed sheet", managed_sheet}, {"Cover", cover},
    {"Managed cover", managed_cover}, {"Alert", alert}, {"Confirmation", confirmation}, {"Anyhow", go_anyhow},
    {"Follow", follow}, {"Back", back}, {"Pop two", pop}, {"To page 2", pop_to}, {"To the root", pop_to_root},
    {"Dismiss", dismiss}, {"Leave all", dismiss_all}, {"Replace", replace_stack}, {"Reset", reset},
    {"Second tab", select_tab}, {"Give the number", return_number}, {"Give nothing", return_nothing},
    {"Can it return", can_return}, {"Send", send}, {"Words", send_far}, {"Person", send_person}, {"Resume", resume},
    {"Log", log_line}, {"Post", post}, {"Extension", extension}, {"Lock", lock}, {"Refuse", refuse}};

enum {
    BUTTON_COUNT = sizeof buttons / sizeof *buttons,
    ACTION_WRITE = 100, ACTION_SWITCH, ACTION_PICK, ACTION_ROW, ACTION_ALERT, ACTION_CONFIRM,
    ACTION_SHEET, ACTION_COVER, ACTION_STEP, ACTION_CLOSE, ACTION_LESS, ACTION_MORE, ACTION_LEVEL
};

/* ------------------------------------------------------------------ views */

static int begin(const sy_view_sink *sink, sy_node_kind kind, const char *text, uint64_t action, sy_value value) {
    sy_node node = {.size = sizeof node, .kind = kind, .action = action, .text = sy_string_from(text), .value = value};
    return sink->begin_node(sink, &node) == SY_OK;
}

static void put(const sy_view_sink *sink, sy_node_kind kind, const char *text, uint64_t action, sy_value value) {
    if (begin(sink, kind, text, action, value)) sink->end_node(sink);
}

static void put_node(const sy_view_sink *sink, sy_node node) {
    if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
}

static void render_page(const page *page, const sy_view_sink *sink) {
    char text[3 * TEXT_SIZE];
    const sy_host *host = page->feature->host;
    snprintf(text, sizeof text, "Page %" PRId64, page->number);
    sy_checkpoint checkpoints[] = {
        {.size = sizeof checkpoints[0], .name = sy_string_from("counted"), .value_type = sy_string_from("int")},
        {.size = sizeof checkpoints[0], .name = sy_string_from("seen")}};
    sy_receiver receivers[] = {
        {.size = sizeof receivers[0], .kind = SY_RECEIVER_CODE, .message_kind = SY_MESSAGE_VALUE,
         .name = sy_string_from("Count")},
        {.size = sizeof receivers[0], .kind = SY_RECEIVER_NAVIGATE, .message_kind = SY_MESSAGE_DESTINATION},
        {.size = sizeof receivers[0], .kind = SY_RECEIVER_SELECT_TAB, .message_kind = SY_MESSAGE_TAB}};
    sy_screen_info info = {
        .size = sizeof info, .title = sy_string_from(text), .lock_reason = sy_string_from(page->locked ? "it is locked" : ""),
        .checkpoints = checkpoints, .checkpoint_count = page->number == 1 ? 2 : 0,
        .receivers = receivers, .receiver_count = 3};
    sink->info(sink, &info);
    snprintf(text, sizeof text, "Result: %s", page->result);
    put(sink, SY_NODE_TEXT, text, 0, none());
    snprintf(text, sizeof text, "%.*s, ABI %u, settings %s", (int)host->host_name.count, host->host_name.data, host->abi_major,
             page->feature->settings);
    put(sink, SY_NODE_TEXT, text, 0, none());
    snprintf(text, sizeof text, "Locale %s, %s", page->feature->locale,
             page->feature->library_directory[0] == '/' ? "in a directory" : "in no directory");
    put(sink, SY_NODE_TEXT, text, 0, none());
    snprintf(text, sizeof text, "Data in a directory %s", strrchr(page->feature->data_directory, '/')
                                                              ? strrchr(page->feature->data_directory, '/') + 1
                                                              : "of no name");
    put(sink, SY_NODE_TEXT, text, 0, none());
    sy_destination everything = {.size = sizeof everything, .route = sy_string_from("everything")};
    put_node(sink, (sy_node){.size = sizeof(sy_node), .kind = SY_NODE_LINK, .text = sy_string_from("Everything"),
                             .destination = &everything});
    for (size_t i = 0; i < BUTTON_COUNT; i++) put(sink, SY_NODE_BUTTON, buttons[i].label, i + 1, none());
}

/* A field of a record. */
static sy_value record(sy_string *names, sy_value *items, size_t count) {
    return (sy_value){.kind = SY_VALUE_RECORD, .items = items, .item_count = count, .names = names};
}

/* Stacks, grids, what counts up and down, what opens, and a chart. */
static void render_layout(const page *page, const sy_view_sink *sink) {
    if (begin(sink, SY_NODE_HSTACK, "", 0, none())) {
        put(sink, SY_NODE_TEXT, "Near", 0, none());
        put(sink, SY_NODE_SPACER, "", 0, none());
        put(sink, SY_NODE_TEXT, "Far", 0, none());
        sink->end_node(sink);
    }
    if (begin(sink, SY_NODE_GRID, "", 0, none())) {
        if (begin(sink, SY_NODE_HSTACK, "", 0, none())) {
            put(sink, SY_NODE_TEXT, "Left", 0, none());
            put(sink, SY_NODE_TEXT, "Right", 0, none());
            sink->end_node(sink);
        }
        sink->end_node(sink);
    }
    char level[TEXT_SIZE];
    snprintf(level, sizeof level, "%" PRId64, page->level);
    for (int slides = 0; slides < 2; slides++) {
        sy_string names[] = {sy_string_from("value"), sy_string_from("minimum"), sy_string_from("maximum"),
                             sy_string_from("step")};
        sy_value numbers[] = {real((double)page->level), real(0), real(10), real(1)};
        sy_node counter = {.size = sizeof counter, .kind = slides ? SY_NODE_SLIDER : SY_NODE_STEPPER,
                           .text = sy_string_from(slides ? "Slider" : "Stepper"), .detail = sy_string_from(level)};
        if (slides) counter.value = record(names, numbers, 4), counter.action = ACTION_LEVEL;
        if (sink->begin_node(sink, &counter) != SY_OK) continue;
        put(sink, SY_NODE_BUTTON, slides ? "Lower" : "Less", ACTION_LESS, none());
        put(sink, SY_NODE_BUTTON, slides ? "Higher" : "More", ACTION_MORE, none());
        sink->end_node(sink);
    }
    if (begin(sink, SY_NODE_DISCLOSURE, "", 0, none())) {
        put(sink, SY_NODE_TOGGLE, "Opens", ACTION_SWITCH, yes(page->on));
        if (page->on) put(sink, SY_NODE_TEXT, "What is open", 0, none());
        sink->end_node(sink);
    }
    if (begin(sink, SY_NODE_MENU, "Menu", 0, none())) {
        put(sink, SY_NODE_BUTTON, "Open sheet", ACTION_SHEET, none());
        put(sink, SY_NODE_BUTTON, "Open cover", ACTION_COVER, none());
        sy_node step = {.size = sizeof step, .kind = SY_NODE_BUTTON, .text = sy_string_from("Open step"),
                        .action = ACTION_STEP, .shortcut = sy_string_from("Meta+e")};
        put_node(sink, step);
        sink->end_node(sink);
    }
    sy_string names[] = {sy_string_from("mark"), sy_string_from("labelName"), sy_string_from("valueName"),
                         sy_string_from("labels"), sy_string_from("values")};
    sy_value labels[] = {string("May"), string("June")}, values[] = {real(1), real(2)};
    sy_value chart[] = {string("bar"), string("Month"), string("Sold"),
                        {.kind = SY_VALUE_LIST, .items = labels, .item_count = 2},
                        {.kind = SY_VALUE_LIST, .items = values, .item_count = 2}};
    sy_node node = {.size = sizeof node, .kind = SY_NODE_CHART, .text = sy_string_from("Chart"),
                    .value = record(names, chart, 5)};
    if (sink->begin_node(sink, &node) != SY_OK) return;
    if (begin(sink, SY_NODE_TABLE, "", 0, none())) {
        if (begin(sink, SY_NODE_ROW, "", 0, none())) {
            put(sink, SY_NODE_TEXT, "May", 0, none());
            put(sink, SY_NODE_TEXT, "1", 0, none());
            sink->end_node(sink);
        }
        sink->end_node(sink);
    }
    sink->end_node(sink);
}

static void render_everything(const page *page, const sy_view_sink *sink) {
    sy_screen_info info = {.size = sizeof info, .title = sy_string_from("Everything")};
    sink->info(sink, &info);
    if (begin(sink, SY_NODE_GROUP, "", 0, none())) {
        put(sink, SY_NODE_TEXT, page->result, 0, none());
        sink->end_node(sink);
    }
    put_node(sink, (sy_node){.size = sizeof(sy_node), .kind = SY_NODE_LABEL, .role = SY_ROLE_ACCENT,
                             .text = sy_string_from("Label"), .detail = sy_string_from("detail"),
                             .symbol = sy_string_from("house"), .badge = sy_string_from("3"),
                             .accessibility_label = sy_string_from("A label")});
    if (begin(sink, SY_NODE_LIST, "", 0, none())) {
        static const sy_role roles[] = {SY_ROLE_PRIMARY, SY_ROLE_SECONDARY, SY_ROLE_SUCCESS, SY_ROLE_WARNING,
                                        SY_ROLE_DANGER};
        static const char *const names[] = {"primary", "secondary", "success", "warning", "danger"};
        for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
            put_node(sink, (sy_node){.size = sizeof(sy_node), .kind = SY_NODE_TEXT, .role = roles[i],
                                     .text = sy_string_from(names[i]), .key = sy_string_from(names[i])});
        }
        sink->end_node(sink);
    }
    sy_node section = {.size = sizeof section, .kind = SY_NODE_SECTION, .text = sy_string_from("Section"),
                       .detail = sy_string_from("Footer")};
    if (sink->begin_node(sink, &section) == SY_OK) {
        target target;
        sy_node link = {.size = sizeof link, .kind = SY_NODE_LINK, .destination = to(&target, "number", 4)};
        if (sink->begin_node(sink, &link) == SY_OK) {
            put(sink, SY_NODE_TEXT, "A link to page 4", 0, none());
            sink->end_node(sink);
        }
        sink->end_node(sink);
    }
    put(sink, SY_NODE_TEXT_FIELD, "Field", ACTION_WRITE, string(page->written));
    put_node(sink, (sy_node){.size = sizeof(sy_node), .kind = SY_NODE_TEXT_FIELD, .flags = SY_NODE_FLAG_SECURE,
                             .text = sy_string_from("Secret"), .action = ACTION_WRITE,
                             .value = string(page->written)});
    put(sink, SY_NODE_TOGGLE, "Toggle", ACTION_SWITCH, yes(page->on));
    if (begin(sink, SY_NODE_PICKER, "Picker", ACTION_PICK, page->picked ? integer(page->picked) : none())) {
        put(sink, SY_NODE_OPTION, "One", 0, integer(1));
        put(sink, SY_NODE_OPTION, "Two", 0, integer(2));
        sink->end_node(sink);
    }
    put(sink, SY_NODE_PROGRESS, "Progress", 0, real(0.25));
    put(sink, SY_NODE_DIVIDER, "", 0, none());
    if (begin(sink, SY_NODE_TABLE, "", 0, none())) {
        sy_node header = {.size = sizeof header, .kind = SY_NODE_ROW, .flags = SY_NODE_FLAG_HEADER};
        if (sink->begin_node(sink, &header) == SY_OK) {
            put(sink, SY_NODE_TEXT, "Column", 0, none());
            sink->end_node(sink);
        }
        if (begin(sink, SY_NODE_ROW, "", ACTION_ROW, none())) {
            put(sink, SY_NODE_TEXT, "Row", 0, none());
            sink->end_node(sink);
        }
        sink->end_node(sink);
    }
    put_node(sink, (sy_node){.size = sizeof(sy_node), .kind = SY_NODE_URL_LINK, .text = sy_string_from("Outside"),
                             .url = sy_string_from("https://example.org/")});
    target target;
    put_node(sink, (sy_node){.size = sizeof(sy_node), .kind = SY_NODE_EMBEDDED, .destination = to(&target, "card", 3)});
    put_node(sink, (sy_node){.size = sizeof(sy_node), .kind = SY_NODE_BUTTON, .flags = SY_NODE_FLAG_DISABLED,
                             .text = sy_string_from("Never"), .action = ACTION_ROW});
    put(sink, SY_NODE_BUTTON, "Warn", ACTION_ALERT, none());
    put(sink, SY_NODE_BUTTON, "Confirm", ACTION_CONFIRM, none());
    render_layout(page, sink);
#if SY_ABI_MINOR > 0
    sy_node newer = {.size = sizeof newer, .kind = 99, .flags = 1u << 20, .role = 99, .text = sy_string_from("Newer"),
                     .value = {.kind = 99}};
    memset((char *)&newer + sizeof newer - 8, 0xA5, 8); /* what has been appended */
    if (sink->begin_node(sink, &newer) == SY_OK) {
        put(sink, SY_NODE_TEXT, "Inside the newer one", 0, none());
        sink->end_node(sink);
    }
#endif
    if (!page->asks) return;
    static const sy_node_kind kinds[] = {SY_NODE_ALERT, SY_NODE_CONFIRMATION, SY_NODE_SHEET, SY_NODE_COVER, SY_NODE_PUSH};
    int is_box = page->asks <= ACTION_CONFIRM;
    sy_node question = {.size = sizeof question, .kind = kinds[page->asks - ACTION_ALERT], .action = ACTION_CLOSE,
                        .text = sy_string_from("Sure?"), .detail = sy_string_from(is_box ? "Say so." : "")};
    if (sink->begin_node(sink, &question) != SY_OK) return;
    put_node(sink, (sy_node){.size = sizeof(sy_node), .kind = SY_NODE_BUTTON, .flags = SY_NODE_FLAG_DESTRUCTIVE,
                             .text = sy_string_from("Yes"), .action = ACTION_CLOSE});
    put_node(sink, (sy_node){.size = sizeof(sy_node), .kind = SY_NODE_BUTTON, .flags = SY_NODE_FLAG_CANCEL,
                             .text = sy_string_from("No"), .action = ACTION_CLOSE});
    sink->end_node(sink);
}

static sy_status render(const sy_screen *table, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how;
    const page *page = table->instance;
    if (page->number == 99) return sy_fail(error, SY_ERROR_UNAVAILABLE, "page 99 cannot be shown");
    if (page->number) render_page(page, sink);
    else render_everything(page, sink);
    return SY_OK;
}

static sy_status wrong(const sy_error *error) { return sy_fail(error, SY_ERROR_WRONG_TYPE, "a value of another type"); }

static sy_status perform_everything(page *page, uint64_t action, sy_value value, const sy_error *error) {
    switch (action) {
    case ACTION_WRITE:
        if (value.kind != SY_VALUE_STRING) return wrong(error);
        copy(page->written, sizeof page->written, value.text);
        break;
    case ACTION_SWITCH:
        if (value.kind != SY_VALUE_BOOL) return wrong(error);
        page->on = value.integer != 0;
        break;
    case ACTION_PICK:
        if (value.kind != SY_VALUE_INT) return wrong(error);
        page->picked = value.integer;
        break;
    case ACTION_LEVEL:
        if (value.kind != SY_VALUE_DOUBLE) return wrong(error);
        page->level = (int64_t)value.number;
        break;
    case ACTION_ALERT:
    case ACTION_CONFIRM:
    case ACTION_SHEET:
    case ACTION_COVER:
    case ACTION_STEP:
    case ACTION_CLOSE:
    case ACTION_LESS:
    case ACTION_MORE:
    case ACTION_ROW:
        if (value.kind != SY_VALUE_NULL) return wrong(error);
        if (action == ACTION_LESS) page->level--;
        else if (action == ACTION_MORE) page->level++;
        else if (action != ACTION_ROW) page->asks = action == ACTION_CLOSE ? 0 : action;
        break;
    default: return sy_fail(error, SY_ERROR_NOT_FOUND, "the screen has no such action");
    }
    say(page, "done");
    return SY_OK;
}

static sy_status perform(const sy_screen *table, const sy_event *event, const sy_error *error) {
    page *page = table->instance;
    if (!page->number) return perform_everything(page, event->action, event->value ? *event->value : none(), error);
    if (event->action == 0 || event->action > BUTTON_COUNT) return sy_fail(error, SY_ERROR_NOT_FOUND, "there is no such button");
    if (event->value && event->value->kind != SY_VALUE_NULL) return wrong(error);
    sy_status status = buttons[event->action - 1].function(page, error);
    if (status == SY_OK) say(page, "ok");
    return status == SY_FAILED ? SY_FAILED : SY_OK;
}

static void appear(const sy_screen *table) { (void)table; }
static void disappear(const sy_screen *table) { (void)table; }

static sy_status returned(const sy_screen *table, const sy_return *how, const sy_error *error) {
    page *page = table->instance;
    if (!is(how->name, "counted") && !is(how->name, "seen")) return sy_fail(error, SY_ERROR_NOT_FOUND, "no such checkpoint");
    char text[TEXT_SIZE];
    if (how->value) snprintf(text, sizeof text, "counted %" PRId64, how->value->integer);
    else snprintf(text, sizeof text, "seen");
    say(page, text);
    return SY_OK;
}

static sy_status receive(const sy_screen *table, const sy_message *message, const sy_resume_sink *sink,
                         const sy_error *error) {
    (void)error;
    page *page = table->instance;
    if (message->kind != SY_MESSAGE_VALUE || !is(message->name, "Count")) return SY_NOT_MINE;
    char text[TEXT_SIZE];
    snprintf(text, sizeof text, "received %" PRId64, message->value.integer);
    say(page, text);
    sy_resume resume = {.size = sizeof resume, .kind = SY_RESUME_IMMEDIATELY};
    sink->answer(sink, &resume);
    return SY_OK;
}

/* Printable ASCII, and the end of a line. */
static int is_plain(char byte) { return byte == '\n' || (byte >= ' ' && byte < 0x7f); }

/* What is saved: the result and the text, with a question mark for what is not plain. */
static sy_status save(const sy_screen *table, const sy_state_sink *sink, const sy_error *error) {
    (void)error;
    const page *page = table->instance;
    char text[4 * TEXT_SIZE];
    int count = snprintf(text, sizeof text, "%s\n%s", page->result, page->written);
    sy_state state = {.size = sizeof state, .state_version = 1, .bytes = {text, (size_t)count}};
    for (int i = 0; i < count; i++) {
        if (!is_plain(text[i])) text[i] = '?';
    }
    sink->state(sink, &state);
    return SY_OK;
}

static sy_status restore(const sy_screen *table, const sy_state *state, const sy_error *error) {
    page *page = table->instance;
    if (state->state_version != 1) return sy_fail(error, SY_ERROR_UNSUPPORTED, "this is a state of another version");
    const char *end = state->bytes.count ? memchr(state->bytes.data, '\n', state->bytes.count) : NULL;
    int plain = 1;
    for (size_t i = 0; i < state->bytes.count; i++) plain = plain && is_plain(state->bytes.data[i]);
    if (!end || !plain) return sy_fail(error, SY_ERROR_INVALID_ARGUMENT, "this is no state of a page");
    sy_string result = {state->bytes.data, (size_t)(end - state->bytes.data)};
    sy_string written = {end + 1, state->bytes.count - result.count - 1};
    copy(page->result, sizeof page->result, result);
    copy(page->written, sizeof page->written, written);
    return SY_OK;
}

static void destroy(const sy_screen *table) {
    page *page = table->instance;
    for (struct page **link = &page->feature->pages; *link; link = &(*link)->next) {
        if (*link != page) continue;
        *link = page->next;
        break;
    }
    page->feature->destroyed++;
    free(page);
}

/* ------------------------------------------------------------------ the feature */

static sy_status make(feature *feature, sy_screen_id id, int64_t number, const sy_screen **screen,
                      const sy_error *error) {
    if (number < 0) return sy_fail(error, SY_ERROR_NOT_FOUND, "pages have no negative numbers");
    page *page = calloc(1, sizeof *page);
    if (!page) return sy_fail(error, SY_ERROR_LIMIT, "there is no memory for another page");
    page->table = (sy_screen){
        .size = sizeof page->table, .instance = page, .render = render, .perform = perform, .appear = appear,
        .disappear = disappear, .returned = returned, .receive = receive, .save = save, .restore = restore,
        .destroy = destroy};
    page->id = id;
    page->feature = feature;
    page->number = number;
    snprintf(page->result, sizeof page->result, "none");
    page->next = feature->pages;
    feature->pages = page;
    *screen = &page->table;
    return SY_OK;
}

static sy_status make_main_screen(const sy_feature *table, sy_screen_id id, const sy_screen **screen,
                                  const sy_error *error) {
    return make(table->instance, id, 1, screen, error);
}

static sy_status resolve(const sy_feature *table, const sy_destination *destination, sy_screen_id id,
                         const sy_screen **screen, const sy_error *error) {
    if (is(destination->route, "everything")) {
        if (destination->argument_count == 0) return make(table->instance, id, 0, screen, error);
        return sy_fail(error, SY_ERROR_INVALID_ARGUMENT, "released/everything takes no arguments");
    }
    if (!is(destination->route, "number") && !is(destination->route, "card")) return SY_NOT_MINE;
    if (destination->argument_count != 1 || !is(destination->arguments[0].name, "number")
        || destination->arguments[0].value.kind != SY_VALUE_INT) {
        return sy_fail(error, SY_ERROR_INVALID_ARGUMENT, "released/number takes the integer 'number' and no more");
    }
    return make(table->instance, id, destination->arguments[0].value.integer, screen, error);
}

static sy_status resolve_url(const sy_feature *table, const sy_string *url, const sy_destination_sink *sink,
                             const sy_error *error) {
    (void)table;
    if (is(*url, "challenge://released/broken")) return sy_fail(error, SY_ERROR_UNAVAILABLE, "this link is broken");
    if (!is(*url, "challenge://released/last")) return SY_NOT_MINE;
    target target;
    sink->destination(sink, to(&target, "number", 77));
    return SY_OK;
}

static sy_status receive_words(const sy_feature *table, const sy_message *message, const sy_resume_sink *sink,
                               const sy_error *error) {
    (void)sink, (void)error;
    const feature *feature = table->instance;
    if (is(message->name, "Person") && message->value.kind == SY_VALUE_RECORD) {
        char text[TEXT_SIZE] = "a person with";
        for (size_t i = 0; i < message->value.item_count; i++) {
            sy_string name = message->value.names[i];
            const sy_value *field = &message->value.items[i];
            long long value = field->kind == SY_VALUE_INT ? (long long)field->integer
                                                          : (long long)(field->text.count + field->item_count);
            size_t used = strlen(text);
            snprintf(text + used, sizeof text - used, " %.*s=%lld", (int)name.count, name.data, value);
        }
        feature->host->log(feature->host, SY_LOG_NOTICE, sy_string_from(text));
        return SY_OK;
    }
    if (!is(message->name, "Words") || message->value.kind != SY_VALUE_LIST) return SY_NOT_MINE;
    char line[TEXT_SIZE];
    snprintf(line, sizeof line, "%zu words", message->value.item_count);
    feature->host->log(feature->host, SY_LOG_NOTICE, sy_string_from(line));
    return SY_OK;
}

static void deactivate(const sy_feature *table) {
    feature *feature = table->instance;
    char line[TEXT_SIZE];
    snprintf(line, sizeof line, "ended after %d screens", feature->destroyed);
    feature->host->log(feature->host, SY_LOG_INFO, sy_string_from(line));
    free(feature);
}

/* ------------------------------------------------------------------ the library */

#if SY_ABI_MINOR > 0
#define ABI "1.1"
#define NEWER " \"holograms\": [{\"name\": \"hall\"}],\n"
#else
#define ABI "1.0"
#define NEWER
#endif

static sy_status manifest(const sy_library *library, const sy_text_sink *sink, const sy_error *error) {
    (void)library, (void)error;
    static const char text[] =
        "{\"manifest\": 1, \"id\": \"released\", \"name\": \"Released\", \"version\": \"1.0.0\", \"abi\": \"" ABI "\",\n"
        " \"summary\": \"Built against version 1.0.\", \"sdk\": \"none\", \"toolchain\": \"C11\",\n"
        " \"incoming\": [{\"name\": \"number\", \"arguments\": [{\"name\": \"number\", \"type\": \"int\"}]},\n"
        "              {\"name\": \"card\", \"arguments\": [{\"name\": \"number\", \"type\": \"int\"}]},\n"
        "              {\"name\": \"everything\", \"arguments\": []}],\n"
        " \"outgoing\": [{\"name\": \"elsewhere\", \"arguments\": [{\"name\": \"number\", \"type\": \"int\"}]}],\n"
        " \"links\": [{\"scheme\": \"challenge\", \"host\": \"released\", \"pattern\": \"/number/{number}\",\n"
        "             \"route\": \"number\"}],\n"
        " \"customLinks\": [{\"scheme\": \"challenge\", \"host\": \"released\"}],\n"
        " \"checkpoints\": [{\"name\": \"counted\", \"type\": \"int\"}, {\"name\": \"seen\"}],\n"
        " \"returns\": [{\"name\": \"far\"}],\n"
        " \"receives\": [{\"name\": \"Count\", \"type\": \"int\"}, {\"name\": \"Words\", \"type\": \"[string]\"},\n"
        "              {\"name\": \"Person\", \"type\": \"{id: int, name: string?, tags: [string]}\"}],\n"
        NEWER
        " \"sends\": [{\"name\": \"FarWords\", \"type\": \"[string]\"},\n"
        "           {\"name\": \"FarPerson\", \"type\": \"{id: int, photo: bytes, tags: [string]}\"}]}\n";
    /* In two pieces, as any callee may. */
    sy_string whole = sy_string_from(text);
    sy_string first = {whole.data, 100}, rest = {whole.data + 100, whole.count - 100};
    if (sink->text(sink, first) == SY_OK) sink->text(sink, rest);
    return SY_OK;
}

static sy_status activate(const sy_library *library, const sy_host *host, const sy_context *context,
                          const sy_feature **activated, const sy_error *error) {
    (void)library;
    feature *feature = calloc(1, sizeof *feature);
    if (!feature) return sy_fail(error, SY_ERROR_LIMIT, "there is no memory for the feature");
    feature->host = host;
    copy(feature->data_directory, sizeof feature->data_directory, context->data_directory);
    copy(feature->settings, sizeof feature->settings, context->settings);
    copy(feature->locale, sizeof feature->locale, context->locale);
    copy(feature->library_directory, sizeof feature->library_directory, context->library_directory);
    feature->table = (sy_feature){
        .size = sizeof feature->table, .instance = feature, .make_main_screen = make_main_screen, .resolve = resolve,
        .resolve_url = resolve_url, .receive = receive_words, .deactivate = deactivate};
    *activated = &feature->table;
    return SY_OK;
}

static const void *library_extension(const sy_library *library, const sy_string *id) {
    static const int answer = 42;
    (void)library;
    return is(*id, "example.answer/1") ? &answer : NULL;
}

static const sy_library library = {
    .magic = SY_MAGIC,
    .size = sizeof library, .abi_major = SY_ABI_MAJOR, .abi_minor = SY_ABI_MINOR, .manifest = manifest,
    .activate = activate, .extension = library_extension};

SY_EXPORT const sy_library *switchyard_feature_entry(void);
SY_EXPORT const sy_library *switchyard_feature_entry(void) { return &library; }
