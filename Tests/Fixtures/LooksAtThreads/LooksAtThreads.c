/* Nothing is wrong with it: it loads for a while by a thread of its own, and says whether the host, which has had nothing
 * to do meanwhile, has called it on the process's first thread each time. */
#define _GNU_SOURCE
#include "FeatureHelpers.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static const sy_host *the_host;
static int is_loaded;
static int has_been_elsewhere;

static void look(void) {
    if (syscall(SYS_gettid) != getpid()) has_been_elsewhere = 1;
}

static void loaded(void *argument) {
    (void)argument;
    look();
    is_loaded = 1;
    the_host->invalidate(the_host, 0);
}

static void *load(void *argument) {
    usleep(300 * 1000);
    the_host->post(the_host, loaded, NULL);
    return argument;
}

static sy_status looking_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    static pthread_t thread;
    look();
    if (!thread && pthread_create(&thread, NULL, load, NULL) == 0) pthread_detach(thread);
    sy_node node = {.size = sizeof node, .kind = is_loaded ? SY_NODE_TEXT : SY_NODE_PROGRESS};
    node.text = sy_string_from(has_been_elsewhere ? "called on several threads" : "called on the first thread");
    if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
    return SY_OK;
}

static sy_status looking_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                  const sy_feature **feature, const sy_error *error);

#define FEATURE_ID "looks-at-threads"
#define RENDER looking_render
#define ACTIVATE looking_activate
#include "PlainFeature.h"

static sy_status looking_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                  const sy_feature **feature, const sy_error *error) {
    the_host = host;
    look();
    return plain_activate(library, host, context, feature, error);
}
