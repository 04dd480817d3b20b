/* A whole feature in C: a screen with a button that counts. */
#include <FeatureHelpers.h>

static const sy_host *the_host;
static int64_t count;

static sy_status render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink,
                        const sy_error *error) {
    (void)screen, (void)how, (void)error;
    char text[40];
    snprintf(text, sizeof text, "Counted to %lld.", (long long)count);
    sy_title(sink, "Counter");
    sy_put(sink, SY_NODE_TEXT, text);
    sy_put_button(sink, "Count", 1);
    return SY_OK;
}

static sy_status perform(const sy_screen *screen, const sy_event *event, const sy_error *error) {
    (void)screen;
    if (event->action != 1) return sy_fail(error, SY_ERROR_NOT_FOUND, "the screen has the action 1 and no other");
    if (event->value) return sy_fail(error, SY_ERROR_WRONG_TYPE, "'Count' takes no value");
    count++;
    the_host->invalidate(the_host, 0);
    return SY_OK;
}

static void nothing(const sy_screen *screen) { (void)screen; }

static const sy_screen the_screen = {.size = sizeof the_screen, .render = render, .perform = perform,
                                     .appear = nothing, .disappear = nothing, .destroy = nothing};

static sy_status main_screen(const sy_feature *feature, sy_screen_id id, const sy_screen **screen,
                             const sy_error *error) {
    (void)feature, (void)id, (void)error;
    *screen = &the_screen;
    return SY_OK;
}

static sy_status resolve(const sy_feature *feature, const sy_destination *destination, sy_screen_id id,
                         const sy_screen **screen, const sy_error *error) {
    (void)feature, (void)destination, (void)id, (void)screen, (void)error;
    return SY_NOT_MINE;
}

static void deactivate(const sy_feature *feature) { (void)feature; }

static const sy_feature the_feature = {.size = sizeof the_feature, .make_main_screen = main_screen,
                                       .resolve = resolve, .deactivate = deactivate};

static sy_status activate(const sy_library *library, const sy_host *host, const sy_context *context,
                          const sy_feature **feature, const sy_error *error) {
    (void)library, (void)context, (void)error;
    the_host = host;
    *feature = &the_feature;
    return SY_OK;
}

SY_LIBRARY("{\"manifest\": 1, \"id\": \"counter\", \"version\": \"1.0.0\", \"abi\": \"1.1\"}", activate)
