/*
 * One of the features that are measured: three routes with a link each, an outgoing destination, and a screen that says
 * whose it is. It is compiled once. Each of the thousand is a copy whose id, f0000 here, is another text of the same
 * length: a file of its own to the system, the loader and the host.
 */
#include "FeatureHelpers.h"

#define ID "f0000"
#define LINK(pattern, route)                                                                                           \
    "{\"scheme\":\"bench\",\"host\":\"" ID "\",\"pattern\":\"" pattern "\",\"route\":\"" route "\"}"
#define IDENTIFIER "\"arguments\":[{\"name\":\"identifier\",\"type\":\"int\"}]"

static const char manifest_text[] =
    "{\"manifest\":1,\"id\":\"" ID "\",\"name\":\"Feature " ID "\",\"version\":\"1.0.0\","
    "\"summary\":\"One of the features that are measured.\","
    "\"incoming\":[{\"name\":\"list\"},"
    "{\"name\":\"item\"," IDENTIFIER ",\"parents\":[\"list\"]},"
    "{\"name\":\"search\",\"arguments\":[{\"name\":\"text\",\"type\":\"string\",\"optional\":true}]}],"
    "\"outgoing\":[{\"name\":\"next\"," IDENTIFIER "}],"
    "\"links\":[" LINK("/list", "list") "," LINK("/items/{identifier}", "item") ","
    LINK("/search?text={text}", "search") "]}";

static sy_status render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    sy_node node = {.size = sizeof node, .kind = SY_NODE_TEXT};
    node.text = sy_string_from("This is " ID ".");
    if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
    return SY_OK;
}

static sy_status perform(const sy_screen *screen, const sy_event *event, const sy_error *error) {
    (void)event, (void)screen;
    return sy_fail(error, SY_ERROR_NOT_FOUND, "the screen has no actions");
}

static void nothing(const sy_screen *screen) { (void)screen; }

static const sy_screen the_screen = {
    .size = sizeof the_screen,
    .render = render,
    .perform = perform,
    .appear = nothing,
    .disappear = nothing,
    .destroy = nothing,
};

static sy_status main_screen(const sy_feature *feature, sy_screen_id id, const sy_screen **screen,
                             const sy_error *error) {
    (void)feature, (void)id, (void)error;
    *screen = &the_screen;
    return SY_OK;
}

static sy_status resolve(const sy_feature *feature, const sy_destination *destination, sy_screen_id id,
                         const sy_screen **screen, const sy_error *error) {
    (void)destination;
    return main_screen(feature, id, screen, error);
}

static void deactivate(const sy_feature *feature) { (void)feature; }

static const sy_feature feature = {
    .size = sizeof feature,
    .make_main_screen = main_screen,
    .resolve = resolve,
    .deactivate = deactivate,
};

static sy_status manifest(const sy_library *library, const sy_text_sink *sink, const sy_error *error) {
    (void)library, (void)error;
    sink->text(sink, sy_string_from(manifest_text));
    return SY_OK;
}

static sy_status activate(const sy_library *library, const sy_host *host, const sy_context *context,
                          const sy_feature **active, const sy_error *error) {
    (void)library, (void)host, (void)context, (void)error;
    *active = &feature;
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

SY_EXPORT const sy_library *switchyard_feature_entry(void) { return &library; }
