/* Nothing is wrong with it: its button goes on to its other screen, but only on the main thread's next turn. */
#include "FeatureHelpers.h"

static const sy_host *the_host;
static sy_screen_id the_screen_id;

static void ignore(const sy_error *error, sy_error_code code, sy_string reason) {
    (void)error, (void)code, (void)reason;
}

static void go_on(void *argument) {
    (void)argument;
    const sy_error error = {.size = sizeof error, .fail = ignore};
    sy_destination destination = {.size = sizeof destination, .route = sy_string_from("screen")};
    the_host->navigate(the_host, the_screen_id, &destination, SY_METHOD_DEFAULT, &error);
}

static sy_status later_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    sy_node node = {.size = sizeof node, .kind = SY_NODE_BUTTON, .action = 1, .text = sy_string_from("Later")};
    if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
    return SY_OK;
}

static sy_status later_perform(const sy_screen *screen, const sy_event *event, const sy_error *error) {
    (void)event, (void)screen, (void)error;
    the_host->post(the_host, go_on, NULL);
    return SY_OK;
}

static sy_status later_main_screen(const sy_feature *feature, sy_screen_id id, const sy_screen **screen,
                                   const sy_error *error);
static sy_status later_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                const sy_feature **feature, const sy_error *error);

#define FEATURE_ID "asks-later"
#define RENDER later_render
#define PERFORM later_perform
#define MAIN_SCREEN later_main_screen
#define ACTIVATE later_activate
#include "PlainFeature.h"

static sy_status later_main_screen(const sy_feature *feature, sy_screen_id id, const sy_screen **screen,
                                   const sy_error *error) {
    the_screen_id = id;
    return plain_main_screen(feature, id, screen, error);
}

static sy_status later_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                const sy_feature **feature, const sy_error *error) {
    the_host = host;
    return plain_activate(library, host, context, feature, error);
}
