/* Work of its own on the main thread asks the host by its socket, again and again and past the ABI, and never reads an
 * answer. */
#include "FeatureHelpers.h"

#include <sys/socket.h>

static sy_status flooding_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error);
static sy_status flooding_perform(const sy_screen *screen, const sy_event *event, const sy_error *error);
static sy_status flooding_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                   const sy_feature **feature, const sy_error *error);

#define FEATURE_ID "floods"
#define RENDER flooding_render
#define PERFORM flooding_perform
#define ACTIVATE flooding_activate
#include "PlainFeature.h"

static const sy_host *the_host;

static void flood(void *argument) {
    (void)argument;
    /* Whether the feature may return to a checkpoint without a name: the smallest request there is. */
    static const unsigned char request[34] = {30, 0, 0, 0, 2, 0, 0, 0, 0, 9, 0, 0, 0, 'c', 'a', 'n', 'R', 'e', 't', 'u', 'r', 'n'};
    while (send(3, request, sizeof request, MSG_NOSIGNAL) > 0) {
    }
}

static sy_status flooding_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    sy_node node = {.size = sizeof node, .kind = SY_NODE_BUTTON, .action = 1, .text = sy_string_from("Flood")};
    if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
    return SY_OK;
}

static sy_status flooding_perform(const sy_screen *screen, const sy_event *event, const sy_error *error) {
    (void)event, (void)screen, (void)error;
    the_host->post(the_host, flood, NULL);
    return SY_OK;
}

static sy_status flooding_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                   const sy_feature **feature, const sy_error *error) {
    (void)library, (void)context, (void)error;
    the_host = host;
    *feature = &plain_feature;
    return SY_OK;
}
