/* Nothing is wrong with it: a thread of its own has the host asked something on the main thread, again and again, also
 * while the host calls. */
#define _GNU_SOURCE
#include "FeatureHelpers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static const sy_host *the_host;
static sy_screen_id the_screen_id;
static atomic_int is_waiting;

static void ask(void *argument) {
    (void)argument;
    the_host->can_return(the_host, the_screen_id, sy_string_from("nowhere"));
    atomic_store(&is_waiting, 0);
}

static void *work(void *argument) {
    for (;;) {
        while (atomic_load(&is_waiting)) usleep(1);
        atomic_store(&is_waiting, 1);
        the_host->post(the_host, ask, NULL);
    }
    return argument;
}

static sy_status asking_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    static pthread_t thread;
    if (!thread) pthread_create(&thread, NULL, work, NULL);
    sy_node node = {.size = sizeof node, .kind = SY_NODE_BUTTON, .action = 1, .text = sy_string_from("Go")};
    if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
    return SY_OK;
}

static sy_status asking_perform(const sy_screen *screen, const sy_event *event, const sy_error *error) {
    (void)event, (void)screen, (void)error;
    return SY_OK;
}

static sy_status asking_main_screen(const sy_feature *feature, sy_screen_id id, const sy_screen **screen,
                                    const sy_error *error);
static sy_status asking_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                 const sy_feature **feature, const sy_error *error);

#define FEATURE_ID "asks-all-the-time"
#define RENDER asking_render
#define PERFORM asking_perform
#define MAIN_SCREEN asking_main_screen
#define ACTIVATE asking_activate
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
