/* Nothing is wrong with it: its screen says what the process is that it runs in. */
#define _GNU_SOURCE
#include "FeatureHelpers.h"

#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

static const sy_view_sink *the_sink;

static void say(const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    sy_node node = {.size = sizeof node, .kind = SY_NODE_TEXT, .text = sy_string_from(text)};
    if (the_sink->begin_node(the_sink, &node) == SY_OK) the_sink->end_node(the_sink);
}

static void say_limit(const char *name, int resource) {
    struct rlimit limit;
    getrlimit(resource, &limit);
    say("%s %lld %lld", name, (long long)limit.rlim_cur, (long long)limit.rlim_max);
}

static void say_descriptors(void) {
    DIR *directory = opendir("/proc/self/fd");
    struct dirent *entry;
    while (directory && (entry = readdir(directory))) {
        char target[512];
        ssize_t count = readlinkat(dirfd(directory), entry->d_name, target, sizeof target - 1);
        if (count < 0 || atoi(entry->d_name) == dirfd(directory)) continue;
        target[count] = 0;
        say("descriptor %s %s", entry->d_name, target);
    }
    if (directory) closedir(directory);
}

/* Of a program that it starts, as system(3) and posix_spawn(3) do: without what runs at a fork. */
static void say_descriptors_of_child(void) {
    FILE *list = popen("/bin/ls -l /proc/self/fd", "r");
    char line[512];
    while (list && fgets(line, sizeof line, list)) say("child %s", line);
    if (list) pclose(list);
}

static sy_status looking_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    the_sink = sink;
    char directory[4096], input[16];
    say("directory %s", getcwd(directory, sizeof directory) ? directory : "?");
    say("greeting %s", getenv("GREETING") ? getenv("GREETING") : "?");
    say("mark %s", getenv("SWITCHYARD_WORKER") ? "left" : "none");
    say("input %zd", read(STDIN_FILENO, input, sizeof input));
    say("process %d of %d", getpid(), getppid());
    say("session %d of %d", getsid(0), getsid(getppid()));
    say("group %d of %d", getpgrp(), getpgid(getppid()));
    say_limit("core", RLIMIT_CORE);
    say_limit("data", RLIMIT_DATA);
    say_limit("files", RLIMIT_NOFILE);
    say_descriptors();
    say_descriptors_of_child();
    return SY_OK;
}

#define FEATURE_ID "looks-around"
#define RENDER looking_render
#include "PlainFeature.h"
