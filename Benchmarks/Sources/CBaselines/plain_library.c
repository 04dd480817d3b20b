#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CBaselines.h"

/* A screen, and what it shows. */
typedef struct plain_screen {
    sy_screen table;
    char name[32];
    int64_t identifier;
} plain_screen;

static sy_string text(const char *characters) { return (sy_string){characters, strlen(characters)}; }

static void leaf(const sy_view_sink *sink, sy_node_kind kind, const char *characters) {
    sy_node node = {.size = sizeof node, .kind = kind, .text = text(characters)};
    if (kind == SY_NODE_BUTTON) node.action = 1;
    if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
}

static sy_status render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)error;
    const plain_screen *plain = screen->instance;
    char title[40];
    snprintf(title, sizeof title, "item %lld", (long long)plain->identifier);
    sy_node section = {.size = sizeof section, .kind = SY_NODE_SECTION, .text = text(plain->name)};
    if (sink->begin_node(sink, &section) == SY_OK) {
        leaf(sink, SY_NODE_TEXT, title);
        leaf(sink, SY_NODE_TEXT, "a text of some length here");
        leaf(sink, SY_NODE_BUTTON, "back");
        sink->end_node(sink);
    }
    return SY_OK;
}

static sy_status perform(const sy_screen *screen, const sy_event *event, const sy_error *error) {
    (void)event, (void)screen, (void)error;
    return SY_OK;
}

static void nothing(const sy_screen *screen) { (void)screen; }

static void destroy(const sy_screen *screen) { free(screen->instance); }

static sy_status make(sy_string name, int64_t identifier, const sy_screen **screen) {
    plain_screen *plain = calloc(1, sizeof *plain);
    plain->table = (sy_screen){
        .size = sizeof plain->table,
        .instance = plain,
        .render = render,
        .perform = perform,
        .appear = nothing,
        .disappear = nothing,
        .destroy = destroy,
    };
    memcpy(plain->name, name.data, name.count < sizeof plain->name ? name.count : sizeof plain->name - 1);
    plain->identifier = identifier;
    *screen = &plain->table;
    return SY_OK;
}

static sy_status make_main_screen(const sy_feature *feature, sy_screen_id id, const sy_screen **screen,
                                  const sy_error *error) {
    (void)feature, (void)id, (void)error;
    return make(text("main"), 0, screen);
}

static sy_status resolve(const sy_feature *feature, const sy_destination *destination, sy_screen_id id,
                         const sy_screen **screen, const sy_error *error) {
    (void)feature, (void)id, (void)error;
    int64_t identifier = destination->argument_count ? destination->arguments[0].value.integer : 0;
    return make(destination->feature, identifier, screen);
}

static void deactivate(const sy_feature *feature) { (void)feature; }

static const sy_feature plain_feature = {
    .size = sizeof plain_feature,
    .make_main_screen = make_main_screen,
    .resolve = resolve,
    .deactivate = deactivate,
};

static sy_status manifest(const sy_library *library, const sy_text_sink *sink, const sy_error *error) {
    (void)library, (void)sink, (void)error;
    return SY_OK;
}

static sy_status activate(const sy_library *library, const struct sy_host *host, const sy_context *context,
                          const sy_feature **feature, const sy_error *error) {
    (void)library, (void)host, (void)context, (void)error;
    *feature = &plain_feature;
    return SY_OK;
}

const sy_library *plain_library(void) {
    static const sy_library library = {
        .magic = SY_MAGIC,
        .size = sizeof library,
        .abi_major = SY_ABI_MAJOR,
        .abi_minor = SY_ABI_MINOR,
        .manifest = manifest,
        .activate = activate,
    };
    return &library;
}
