/* Its button goes straight to another feature's screen, past the wiring. */
#include "FeatureHelpers.h"

static const sy_host *the_host;
static sy_screen_id the_screen_id;

static sy_status asking_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    sy_node node = {.size = sizeof node, .kind = SY_NODE_BUTTON, .action = 1};
    node.text = sy_string_from("Characters");
    if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
    return SY_OK;
}

static sy_status asking_perform(const sy_screen *screen, const sy_event *event, const sy_error *error) {
    (void)event, (void)screen;
    sy_destination destination = {.size = sizeof destination};
    destination.feature = sy_string_from("character");
    destination.route = sy_string_from("list");
    return the_host->navigate(the_host, the_screen_id, &destination, SY_METHOD_DEFAULT, error);
}

#define FEATURE_ID "asks-for-others"
#define RENDER asking_render
#define PERFORM asking_perform
#define MAIN_SCREEN asking_main_screen
#define ACTIVATE asking_activate

static sy_status asking_main_screen(const sy_feature *feature, sy_screen_id id, const sy_screen **screen,
                                    const sy_error *error);
static sy_status asking_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                 const sy_feature **feature, const sy_error *error);

#include "PlainFeature.h"

static sy_status asking_main_screen(const sy_feature *feature, sy_screen_id id, const sy_screen **screen,
                                    const sy_error *error) {
    the_screen_id = id;
    return plain_main_screen(feature, id, screen, error);
}

static sy_status asking_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                 const sy_feature **feature, const sy_error *error) {
    the_host = host;
    return plain_activate(library, host, context, feature, error);
}
