/* Each of its buttons does to its process what no feature may; the screen says how often one has done no harm. */
#define _GNU_SOURCE
#include "FeatureHelpers.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char the_text[256] = "nothing has happened";

static void nothing(void) { strcpy(the_text, "something has happened"); }
static void crash(void) { *(volatile int *)8 = 1; }
static void give_up(void) { abort(); }
static void leave(void) { _exit(5); }
static void leave_well(void) { _exit(0); }

static void hang(void) {
    for (;;) pause();
}

/* Leaves the numbers of the processes in the working directory, once all of them are there. */
static void start_others(void) {
    if (fork() == 0) {
        /* What that starts is to be gone with it too. */
        pid_t grandchild = fork();
        if (grandchild != 0) {
            FILE *file = fopen("processes.new", "w");
            fprintf(file, "%d %d %d", getppid(), getpid(), grandchild);
            fclose(file);
            rename("processes.new", "processes");
        }
        hang();
    }
    while (access("processes", F_OK) != 0) usleep(1000);
    nothing();
}

static void start_others_and_hang(void) {
    start_others();
    hang();
}

static void print(void) {
    printf("a line on standard output\n");
    fprintf(stderr, "a line on standard error\n");
    printf("\033[31mred\033[0m\n");
    nothing();
}

static void close_everything(void) {
    for (int number = 0; number < 1024; number++) close(number);
}

static void close_output(void) {
    close(STDOUT_FILENO);
    close(STDERR_FILENO);
    nothing();
}

static void allocate(void) {
    size_t size = (size_t)512 << 20;
    void *memory = malloc(size);
    snprintf(the_text, sizeof the_text, memory ? "there are 512 MiB" : "no 512 MiB: %s", strerror(errno));
    if (memory) memset(memory, 1, size);
    free(memory);
}

static void open_files(void) {
    int files[4096], count = 0;
    while (count < 4096 && (files[count] = open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0) count++;
    snprintf(the_text, sizeof the_text, "%s files: %s", count < 64 ? "few" : "many", strerror(errno));
    while (count > 0) close(files[--count]);
}

/* As Ctrl-Z does at the terminal. Were it stopped too, nothing would go on. */
static void stop_the_host(void) {
    kill(-getpgid(getppid()), SIGTSTP);
    char path[64], state = '?';
    snprintf(path, sizeof path, "/proc/%d/stat", getppid());
    for (int i = 0; i < 1000 && state != 'T'; i++) {
        FILE *file = fopen(path, "r");
        if (!file || fscanf(file, "%*d (%*[^)]) %c", &state) != 1) state = '?';
        if (file) fclose(file);
        usleep(1000);
    }
    kill(-getpgid(getppid()), SIGCONT);
    snprintf(the_text, sizeof the_text, state == 'T' ? "the host was stopped" : "the host was in state %c", state);
}

static const struct {
    const char *label;
    void (*run)(void);
} buttons[] = {
    {"Nothing", nothing},
    {"Crash", crash},
    {"Abort", give_up},
    {"Exit", leave},
    {"Hang", hang},
    {"Start others", start_others},
    {"Start and hang", start_others_and_hang},
    {"Print", print},
    {"Close everything", close_everything},
    {"Close output", close_output},
    {"Allocate", allocate},
    {"Open files", open_files},
    {"Stop the host", stop_the_host},
    {"Exit well", leave_well},
};

static sy_status breaking_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    sy_node text = {.size = sizeof text, .kind = SY_NODE_TEXT, .text = sy_string_from(the_text)};
    if (sink->begin_node(sink, &text) == SY_OK) sink->end_node(sink);
    for (size_t index = 0; index < sizeof buttons / sizeof buttons[0]; index++) {
        sy_node node = {.size = sizeof node, .kind = SY_NODE_BUTTON, .action = index + 1};
        node.text = sy_string_from(buttons[index].label);
        if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
    }
    return SY_OK;
}

static const sy_host *the_host;

static sy_status breaking_perform(const sy_screen *screen, const sy_event *event, const sy_error *error) {
    (void)screen;
    if (event->action == 0 || event->action > sizeof buttons / sizeof buttons[0])
        return sy_fail(error, SY_ERROR_NOT_FOUND, "there is no such button");
    buttons[event->action - 1].run();
    the_host->invalidate(the_host, 0);
    return SY_OK;
}

static sy_status breaking_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                   const sy_feature **feature, const sy_error *error);

#define FEATURE_ID "breaks"
#define RENDER breaking_render
#define PERFORM breaking_perform
#define ACTIVATE breaking_activate
#include "PlainFeature.h"

static sy_status breaking_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                   const sy_feature **feature, const sy_error *error) {
    the_host = host;
    return plain_activate(library, host, context, feature, error);
}
