/* A feature that does what it is told: numbered pages, each with a field "Do" that takes what to ask of the host.
 *
 *     push 3 | sheet 3 | managedSheet 3 | cover 3 | managedCover 3 | alert 3 | confirmation 3
 *     back | pop 2 | popTo 3 | popToRoot | dismiss | dismissAll | reset | replace 2 3 | swap 3 | tab NAME
 *     mark, spot: the page is a checkpoint now, with an integer or without a value
 *     return mark 5 | return spot | ask mark | ask spot
 *     lock, unlock | embed 3 | card 3 (an outgoing destination)
 *     send 5 (a number), sendPage 3, sendTab NAME, resume | answer auto|immediately|after|pause|cancel|pass
 *     do 1 THING: page 1, which may be covered, asks for it
 *     must THING: what the host refuses fails the user's action
 *     rendering THING: the page asks for it in each render
 *
 * Several are separated by ';'. What the host answers last is shown, and each page's end is logged. */
#define _POSIX_C_SOURCE 200809L /* strtok_r */
#include "FeatureHelpers.h"
#include "SwapExtension.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ACTION_DO = 1, TEXT_SIZE = 200 };

#ifndef PAGES_ID
#define PAGES_ID "pages"
#endif

typedef struct page {
    sy_screen table; /* its instance is this struct */
    sy_screen_id id;
    struct feature *feature;
    int64_t number;
    int64_t embedded, card; /* 0 for none */
    int marked, spotted, locked;
    sy_resume_kind answer;
    int passes;
    char result[2 * TEXT_SIZE];
    char returned[TEXT_SIZE];
    char rendering[TEXT_SIZE];
    struct page *next;
} page;

typedef struct feature {
    sy_feature table;
    const sy_host *host;
    page *pages;
} feature;

static int is(const char *word, const char *text) { return strcmp(word, text) == 0; }

static void invalidate(const page *page) { page->feature->host->invalidate(page->feature->host, page->id); }

/* ------------------------------------------------------------------ what it is told */

static void take_reason(const sy_error *error, sy_error_code code, sy_string reason) {
    char *result = error->instance;
    snprintf(result, TEXT_SIZE, "error %u: %.*s", code, (int)reason.count, reason.data);
}

static sy_destination to_page(const char *route, sy_argument *argument, int64_t number) {
    *argument = (sy_argument){.size = sizeof *argument, .name = sy_string_from("number")};
    argument->value = (sy_value){.kind = SY_VALUE_INT, .integer = number};
    return (sy_destination){
        .size = sizeof(sy_destination), .route = sy_string_from(route), .arguments = argument, .argument_count = 1};
}

static sy_status go(page *page, int64_t number, sy_method method, const sy_error *error) {
    sy_argument argument;
    sy_destination destination = to_page("page", &argument, number);
    return page->feature->host->navigate(page->feature->host, page->id, &destination, method, error);
}

static sy_status replace(page *page, char *numbers, const sy_error *error) {
    enum { MAXIMUM = 20 };
    sy_argument arguments[MAXIMUM];
    sy_destination destinations[MAXIMUM];
    size_t count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(numbers, " ", &rest); word && count < MAXIMUM; word = strtok_r(NULL, " ", &rest)) {
        destinations[count] = to_page("page", &arguments[count], atoll(word));
        count += 1;
    }
    return page->feature->host->replace_stack(page->feature->host, page->id, destinations, count, error);
}

static sy_status return_to(page *page, char *name, const sy_error *error) {
    char *number = strchr(name, ' ');
    sy_value value = {.kind = SY_VALUE_INT};
    if (number) {
        *number = 0;
        value.integer = atoll(number + 1);
    }
    return page->feature->host->return_to_checkpoint(
        page->feature->host, page->id, sy_string_from(name), number ? &value : NULL, error);
}

static sy_status send(page *page, const char *what, char *rest, const sy_error *error) {
    sy_argument argument;
    sy_destination destination = to_page("page", &argument, atoll(rest));
    sy_message message = {.size = sizeof message};
    if (is(what, "sendPage")) {
        message.kind = SY_MESSAGE_DESTINATION;
        message.destination = &destination;
    } else if (is(what, "sendTab")) {
        message.kind = SY_MESSAGE_TAB;
        message.value = (sy_value){.kind = SY_VALUE_STRING, .text = sy_string_from(rest)};
    } else {
        message.kind = SY_MESSAGE_VALUE;
        message.name = sy_string_from("Number");
        message.value = (sy_value){.kind = SY_VALUE_INT, .integer = atoll(rest)};
    }
    return page->feature->host->send(page->feature->host, page->id, &message, 1, error);
}

static sy_status told(page *told_page, char *thing, const sy_error *error) {
    page *page = told_page;
    const sy_host *host = page->feature->host;
    char *rest = strchr(thing, ' ');
    if (rest) *rest++ = 0;
    else rest = thing + strlen(thing);
    int64_t number = atoll(rest);
    static const struct { const char *word; sy_method method; } methods[] = {
        {"push", SY_METHOD_PUSH}, {"sheet", SY_METHOD_SHEET}, {"managedSheet", SY_METHOD_MANAGED_SHEET},
        {"cover", SY_METHOD_COVER}, {"managedCover", SY_METHOD_MANAGED_COVER}, {"alert", SY_METHOD_ALERT},
        {"confirmation", SY_METHOD_CONFIRMATION}, {"go", SY_METHOD_DEFAULT}};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        if (is(thing, methods[i].word)) return go(page, number, methods[i].method, error);
    }
    if (is(thing, "back")) return host->back(host, page->id, error);
    if (is(thing, "pop")) return host->pop(host, page->id, *rest ? (uint32_t)number : 1, error);
    if (is(thing, "popTo")) {
        sy_argument argument;
        sy_destination destination = to_page("page", &argument, number);
        return host->pop_to(host, page->id, &destination, error);
    }
    if (is(thing, "swap")) {
        sy_argument argument;
        sy_destination destination = to_page("page", &argument, number);
        const sy_swap *table = host->extension(host, sy_string_from(SY_SWAP_EXTENSION));
        if (!table) return sy_fail(error, SY_ERROR_UNSUPPORTED, "the host has no swap");
        return table->swap(table, page->id, &destination, error);
    }
    if (is(thing, "popToRoot")) return host->pop_to_root(host, page->id, error);
    if (is(thing, "dismiss")) return host->dismiss(host, page->id, error);
    if (is(thing, "dismissAll")) return host->dismiss_all(host, page->id, error);
    if (is(thing, "reset")) return host->reset(host, page->id, error);
    if (is(thing, "replace")) return replace(page, rest, error);
    if (is(thing, "tab")) return host->select_tab(host, page->id, sy_string_from(rest), error);
    if (is(thing, "return")) return return_to(page, rest, error);
    if (is(thing, "resume")) return host->resume_sending(host, page->id, error);
    if (strncmp(thing, "send", 4) == 0) return send(page, thing, rest, error);
    if (is(thing, "ask")) {
        int can = host->can_return(host, page->id, sy_string_from(rest));
        snprintf(page->result, TEXT_SIZE, "%s", can ? "it can" : "it cannot");
        return SY_NOT_MINE;
    }
    if (is(thing, "rendering")) snprintf(page->rendering, TEXT_SIZE, "%s", rest);
    else if (is(thing, "mark")) page->marked = 1;
    else if (is(thing, "spot")) page->spotted = 1;
    else if (is(thing, "lock")) page->locked = 1;
    else if (is(thing, "unlock")) page->locked = 0;
    else if (is(thing, "embed")) page->embedded = number;
    else if (is(thing, "card")) page->card = number;
    else if (is(thing, "answer")) {
        page->passes = is(rest, "pass");
        page->answer = is(rest, "immediately") ? SY_RESUME_IMMEDIATELY
                       : is(rest, "after")     ? SY_RESUME_AFTER
                       : is(rest, "pause")     ? SY_RESUME_PAUSE
                       : is(rest, "cancel")    ? SY_RESUME_CANCEL
                                               : SY_RESUME_AUTO;
    } else {
        return sy_fail(error, SY_ERROR_INVALID_ARGUMENT, "the page was told what it does not know");
    }
    invalidate(page);
    return SY_OK;
}

/* Does each of "a;b;c" and leaves what the last was answered. */
static sy_status do_all(page *page, char *things, const sy_error *passed_on) {
    char *rest = NULL;
    for (char *thing = strtok_r(things, ";", &rest); thing; thing = strtok_r(NULL, ";", &rest)) {
        int must = strncmp(thing, "must ", 5) == 0;
        if (must) thing += 5;
        sy_error error = {.size = sizeof error, .instance = page->result, .fail = take_reason};
        struct page *asking = page;
        if (strncmp(thing, "do ", 3) == 0) {
            char *end;
            int64_t number = strtoll(thing + 3, &end, 10);
            for (asking = page->feature->pages; asking && asking->number != number;) asking = asking->next;
            thing = *end ? end + 1 : end;
            if (!asking) {
                snprintf(page->result, TEXT_SIZE, "there is no page %" PRId64, number);
                continue;
            }
        }
        sy_status status = told(asking, thing, must ? passed_on : &error);
        if (must && status == SY_FAILED) return SY_FAILED;
        if (status == SY_OK) snprintf(page->result, TEXT_SIZE, "ok");
    }
    invalidate(page);
    return SY_OK;
}

/* ------------------------------------------------------------------ the screen */

static void put(const sy_view_sink *sink, sy_node node) {
    if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
}

static void put_text(const sy_view_sink *sink, const char *label, const char *text) {
    char line[3 * TEXT_SIZE];
    snprintf(line, sizeof line, "%s%s", label, text);
    sy_node node = {.size = sizeof node, .kind = SY_NODE_TEXT, .text = sy_string_from(line)};
    put(sink, node);
}

static sy_status render(const sy_screen *table, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)error;
    page *page = table->instance;
    if (*page->rendering) {
        char thing[TEXT_SIZE];
        sy_error refusal = {.size = sizeof refusal, .instance = page->result, .fail = take_reason};
        snprintf(thing, sizeof thing, "%s", page->rendering);
        told(page, thing, &refusal);
    }
    char title[40];
    snprintf(title, sizeof title, "Page %" PRId64, page->number);
    sy_checkpoint checkpoints[2];
    size_t checkpoint_count = 0;
    if (page->marked) {
        checkpoints[checkpoint_count++] = (sy_checkpoint){
            .size = sizeof(sy_checkpoint), .name = sy_string_from("mark"), .value_type = sy_string_from("int")};
    }
    if (page->spotted) {
        checkpoints[checkpoint_count++] =
            (sy_checkpoint){.size = sizeof(sy_checkpoint), .name = sy_string_from("spot")};
    }
    sy_receiver receivers[2] = {
        {.size = sizeof(sy_receiver), .kind = SY_RECEIVER_CODE, .message_kind = SY_MESSAGE_VALUE,
         .name = sy_string_from("Number")},
        {.size = sizeof(sy_receiver), .kind = SY_RECEIVER_NAVIGATE, .message_kind = SY_MESSAGE_DESTINATION}};
    sy_screen_info info = {
        .size = sizeof info, .title = sy_string_from(title),
        .lock_reason = sy_string_from(page->locked ? "the page is not done" : ""),
        .checkpoints = checkpoints, .checkpoint_count = checkpoint_count,
        .receivers = receivers, .receiver_count = 2};
    sink->info(sink, &info);
    sy_node field = {.size = sizeof field, .kind = SY_NODE_TEXT_FIELD, .text = sy_string_from("Do"),
                     .action = ACTION_DO, .value = {.kind = SY_VALUE_STRING}};
    put(sink, field);
    if (*page->result) put_text(sink, "Result: ", page->result);
    if (*page->returned) put_text(sink, "Returned: ", page->returned);
    for (int card = 0; card < 2; card++) {
        int64_t number = card ? page->card : page->embedded;
        if (!number) continue;
        sy_argument argument;
        sy_destination destination = to_page(card ? "card" : "page", &argument, number);
        sy_node node = {.size = sizeof node, .kind = SY_NODE_EMBEDDED, .destination = &destination};
        put(sink, node);
    }
    return SY_OK;
}

static sy_status perform(const sy_screen *table, const sy_event *event, const sy_error *error) {
    page *page = table->instance;
    if (event->action != ACTION_DO) return sy_fail(error, SY_ERROR_NOT_FOUND, "the page shows no such action");
    if (!event->value || event->value->kind != SY_VALUE_STRING) return sy_fail(error, SY_ERROR_WRONG_TYPE, "expected a text");
    char things[TEXT_SIZE];
    snprintf(things, sizeof things, "%.*s", (int)event->value->text.count, event->value->text.data);
    return do_all(page, things, error);
}

static void appear(const sy_screen *table) { (void)table; }
static void disappear(const sy_screen *table) { (void)table; }

static sy_status returned(const sy_screen *table, const sy_return *how, const sy_error *error) {
    (void)error;
    page *page = table->instance;
    char number[30] = "nothing";
    if (how->value) snprintf(number, sizeof number, "%" PRId64, how->value->integer);
    snprintf(page->returned, sizeof page->returned, "%.*s %s", (int)how->name.count, how->name.data, number);
    invalidate(page);
    return SY_OK;
}

static sy_status receive(const sy_screen *table, const sy_message *message, const sy_resume_sink *sink,
                         const sy_error *error) {
    (void)error;
    page *page = table->instance;
    if (page->passes) return SY_NOT_MINE;
    snprintf(page->returned, sizeof page->returned, "sent %" PRId64, message->value.integer);
    sy_resume resume = {.size = sizeof resume, .kind = page->answer, .seconds = page->answer == SY_RESUME_AFTER ? 60 : 0};
    sink->answer(sink, &resume);
    invalidate(page);
    return SY_OK;
}

static void destroy(const sy_screen *table) {
    page *page = table->instance;
    feature *feature = page->feature;
    char line[60];
    snprintf(line, sizeof line, "page %" PRId64 " destroyed", page->number);
    feature->host->log(feature->host, SY_LOG_INFO, sy_string_from(line));
    for (struct page **link = &feature->pages; *link; link = &(*link)->next) {
        if (*link != page) continue;
        *link = page->next;
        break;
    }
    free(page);
}

/* ------------------------------------------------------------------ the feature */

static sy_status make(feature *feature, sy_screen_id id, int64_t number, const sy_screen **screen,
                      const sy_error *error) {
    if (number == 13) return sy_fail(error, SY_ERROR_NOT_FOUND, "there is no page 13");
    page *page = calloc(1, sizeof *page);
    if (!page) return sy_fail(error, SY_ERROR_LIMIT, "there is no memory for another page");
    page->table = (sy_screen){
        .size = sizeof page->table, .instance = page, .render = render, .perform = perform, .appear = appear,
        .disappear = disappear, .returned = returned, .receive = receive, .destroy = destroy};
    page->id = id;
    page->feature = feature;
    page->number = number;
    page->next = feature->pages;
    feature->pages = page;
    *screen = &page->table;
    return SY_OK;
}

static sy_status main_screen(const sy_feature *table, sy_screen_id id, const sy_screen **screen,
                             const sy_error *error) {
    return make(table->instance, id, 1, screen, error);
}

static sy_status resolve(const sy_feature *table, const sy_destination *destination, sy_screen_id id,
                         const sy_screen **screen, const sy_error *error) {
    return make(table->instance, id, destination->arguments[0].value.integer, screen, error);
}

/* What no page took: numbers below zero are nobody's. */
static sy_status receive_number(const sy_feature *table, const sy_message *message, const sy_resume_sink *sink,
                                const sy_error *error) {
    (void)sink, (void)error;
    const feature *feature = table->instance;
    if (message->value.integer < 0) return SY_NOT_MINE;
    char line[60];
    snprintf(line, sizeof line, "the feature took %" PRId64, message->value.integer);
    feature->host->log(feature->host, SY_LOG_INFO, sy_string_from(line));
    return SY_OK;
}

static void deactivate(const sy_feature *table) { free(table->instance); }

static sy_status manifest(const sy_library *library, const sy_text_sink *sink, const sy_error *error) {
    (void)library, (void)error;
    static const char text[] =
        "{\"manifest\": 1, \"id\": \"" PAGES_ID "\", \"name\": \"Pages\", \"version\": \"1.0.0\",\n"
        " \"incoming\": [{\"name\": \"page\", \"arguments\": [{\"name\": \"number\", \"type\": \"int\"}]}],\n"
        " \"outgoing\": [{\"name\": \"card\", \"arguments\": [{\"name\": \"number\", \"type\": \"int\"}]}],\n"
        " \"links\": [{\"scheme\": \"challenge\", \"host\": \"" PAGES_ID "\", \"pattern\": \"/{number}\",\n"
        "             \"route\": \"page\"}],\n"
        " \"checkpoints\": [{\"name\": \"mark\", \"type\": \"int\"}, {\"name\": \"spot\"}],\n"
        " \"returns\": [{\"name\": \"far\", \"type\": \"int\"}],\n"
        " \"receives\": [{\"name\": \"Number\", \"type\": \"int\"}]}\n";
    sink->text(sink, sy_string_from(text));
    return SY_OK;
}

static sy_status activate(const sy_library *library, const sy_host *host, const sy_context *context,
                          const sy_feature **activated, const sy_error *error) {
    (void)library, (void)context;
    feature *feature = calloc(1, sizeof *feature);
    if (!feature) return sy_fail(error, SY_ERROR_LIMIT, "there is no memory for the pages");
    feature->host = host;
    feature->table = (sy_feature){
        .size = sizeof feature->table, .instance = feature, .make_main_screen = main_screen, .resolve = resolve,
        .receive = receive_number, .deactivate = deactivate};
    *activated = &feature->table;
    return SY_OK;
}

static const sy_library library = {
    .magic = SY_MAGIC,
    .size = sizeof library, .abi_major = SY_ABI_MAJOR, .abi_minor = SY_ABI_MINOR, .manifest = manifest,
    .activate = activate};

const sy_library *switchyard_feature_entry(void);
const sy_library *switchyard_feature_entry(void) { return &library; }
