/*
 * Tries to do harm in its constructor, its manifest, its activation and its render, and shows what came of each act: a
 * line "MOMENT ACT: ok", or the name of the error. Its private copy's path tells it where the test's directory is.
 *
 * No act harms the machine where it succeeds: the test looks at what is in its own directory alone.
 */
#define _GNU_SOURCE
#define FEATURE_ID "harm"
#define RENDER harm_render
#define MANIFEST harm_manifest
#define ACTIVATE harm_activate
#include "FeatureABI.h"

static sy_status harm_render(const sy_screen *screen, const sy_view_sink *sink, const sy_error *error);
static sy_status harm_manifest(const sy_library *library, const sy_text_sink *sink, const sy_error *error);
static sy_status harm_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                               const sy_feature **feature, const sy_error *error);
#include "PlainFeature.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

static char root[2048];

/* A path in the test's directory. */
static const char *at(const char *name) {
    static char paths[4][4096];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", root, name);
    return path;
}

static const char *own(const char *name) {
    char path[1024];
    snprintf(path, sizeof path, "data/switchyard/features/harm/%s", name);
    return at(path);
}

static int result(long value) { return value < 0 ? errno : 0; }

static int opened(const char *path, int flags) {
    int file = open(path, flags | O_CLOEXEC, 0600);
    int code = result(file);
    if (file >= 0) close(file);
    return code;
}

/* ------------------------------------------------------------------ files */

static int read_home(void) { return opened(at("home/secret"), O_RDONLY); }
static int list_home(void) {
    DIR *directory = opendir(at("home"));
    int code = directory ? 0 : errno;
    if (directory) closedir(directory);
    return code;
}
static int append_home(void) { return opened(at("home/.profile"), O_WRONLY | O_APPEND); }
static int create_home(void) { return opened(at("home/created"), O_WRONLY | O_CREAT); }
static int truncate_home(void) { return result(truncate(at("home/secret"), 0)); }
static int remove_home(void) { return result(unlink(at("home/secret"))); }
static int make_directory(void) { return result(mkdir(at("home/directory"), 0700)); }
static int read_system(void) { return opened("/etc/passwd", O_RDONLY); }
/* Both lie outside of the test's directory, so what was made is removed. */
static int made(const char *path) {
    int code = opened(path, O_WRONLY | O_CREAT);
    if (!code) unlink(path);
    return code;
}
static int create_tmp(void) { return made("/tmp/switchyard-harm"); }
static int create_shm(void) { return made("/dev/shm/switchyard-harm"); }
static int link_out(void) { return result(link(at("home/secret"), own("hard"))); }
static int symlink_out(void) {
    if (symlink(at("home/secret"), own("soft")) < 0 && errno != EEXIST) return errno;
    return opened(own("soft"), O_RDONLY);
}
static int move_out(void) {
    opened(own("mine"), O_WRONLY | O_CREAT);
    return result(rename(own("mine"), at("home/moved")));
}
static int move_in(void) { return result(rename(at("home/secret"), own("theirs"))); }
static int socket_file(void) {
    return result(mknod(own("socket"), S_IFSOCK | 0600, 0));
}
static int change_mode(void) { return result(chmod(at("home/secret"), 0777)); }
static int change_owner(void) { return result(chown(at("home/secret"), getuid(), getgid())); }
static int change_time(void) { return result(utimes(at("home/secret"), NULL)); }
static int change_attribute(void) { return result(setxattr(at("home/secret"), "user.harm", "1", 1, 0)); }
static int watch_home(void) {
    int watch = inotify_init1(IN_CLOEXEC);
    int code = watch < 0 ? errno : result(inotify_add_watch(watch, at("home"), IN_CREATE));
    if (watch >= 0) close(watch);
    return code;
}
static int other_feature(void) { return opened(at("data/switchyard/features/other/notes"), O_RDONLY); }
static int features(void) { return opened(at("data/switchyard/features"), O_RDONLY | O_DIRECTORY); }
static int registry(void) { return opened(at("cache/switchyard/registry"), O_RDWR); }
static int session(void) { return opened(at("home/.local/state/switchyard/sessions"), O_RDONLY | O_DIRECTORY); }
static int own_copy(void) {
    Dl_info info;
    return dladdr((void *)root, &info) ? opened(info.dli_fname, O_WRONLY) : 0;
}
static int other_copies(void) { return opened(at("cache/switchyard/libraries"), O_RDONLY | O_DIRECTORY); }
static int plugins(void) { return opened(at("plugins/libNew.so"), O_WRONLY | O_CREAT); }
static int wiring(void) { return opened(at("wiring.jsonc"), O_RDWR); }

/* ---------------------------------------------------------------- sockets */

static int made(int family, int type) {
    int number = socket(family, type | SOCK_CLOEXEC, 0);
    int code = result(number);
    if (number >= 0) close(number);
    return code;
}
static int unix_stream(void) { return made(AF_UNIX, SOCK_STREAM); }
static int unix_datagram(void) { return made(AF_UNIX, SOCK_DGRAM); }
static int tcp(void) { return made(AF_INET, SOCK_STREAM); }
static int udp(void) { return made(AF_INET, SOCK_DGRAM); }
/* Connects to a port that no permission of a test names, without connect(2). */
static int fast_open(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(10), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    const int number = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (number < 0) return result(number);
    const int code = result((int)sendto(number, "x", 1, MSG_FASTOPEN, (struct sockaddr *)&address, sizeof address));
    close(number);
    return code;
}
static int tcp6(void) { return made(AF_INET6, SOCK_STREAM); }
static int netlink(void) { return made(AF_NETLINK, SOCK_RAW); }
static int packet(void) { return made(AF_PACKET, SOCK_RAW); }
static int vsock(void) { return made(AF_VSOCK, SOCK_STREAM); }
static int alg(void) { return made(AF_ALG, SOCK_SEQPACKET); }

static int pair_of(int type) {
    int ends[2];
    int code = result(socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends));
    if (!code) close(ends[0]), close(ends[1]);
    return code;
}
/* A datagram may be sent to any address. */
static int datagram_pair(void) { return pair_of(SOCK_DGRAM); }

/* ----------------------------------------- files that are open for reading */

static int beside(int (*change)(int)) {
    int file = open(at("plugins"), O_RDONLY | O_CLOEXEC | O_DIRECTORY);
    int code = file < 0 ? errno : result(change(file));
    if (file >= 0) close(file);
    return code;
}
static int set_time(int file) { return futimens(file, NULL); }
static int descriptor_time(void) { return beside(set_time); }
static int set_flags(int file) {
    int flags = 0x80; /* FS_NOATIME_FL */
    return ioctl(file, 0x40086602, &flags);
}
static int descriptor_flags(void) { return beside(set_flags); }
static int set_notice(int file) { return fcntl(file, F_NOTIFY, DN_CREATE); }
static int descriptor_notice(void) { return beside(set_notice); }
static int lease(void) {
    Dl_info info;
    if (!dladdr((void *)root, &info)) return 0;
    int file = open(info.dli_fname, O_RDONLY | O_CLOEXEC);
    int code = file < 0 ? errno : result(fcntl(file, F_SETLEASE, F_RDLCK));
    if (file >= 0) close(file);
    return code;
}
static int file_attributes(void) {
    unsigned long attributes[3] = {0x80};
    return result(syscall(469, AT_FDCWD, at("home/secret"), attributes, sizeof attributes, 0));
}
static int read_attributes(void) {
    char names[64];
    return result(listxattr(at("home/secret"), names, sizeof names));
}

/* -------------------------------------------------------------- processes */

static int signal_host(void) { return result(kill(getppid(), 0)); }
static int signal_group(void) { return result(kill(-getppid(), 0)); }
static int signal_thread(void) { return result(syscall(SYS_tgkill, getppid(), getppid(), 0)); }
static int signal_init(void) { return result(kill(1, 0)); }
static int signal_queue(void) {
    union sigval value = {0};
    return result(sigqueue(getppid(), 0, value));
}
static int signal_by_file(void) {
    int file = open("/dev/null", O_RDONLY | O_CLOEXEC);
    int code = result(fcntl(file, F_SETOWN, getppid()));
    close(file);
    return code;
}
static int trace_host(void) { return result(ptrace(PTRACE_SEIZE, getppid(), 0, 0)); }
static int read_host(void) {
    char byte;
    struct iovec here = {&byte, 1}, there = {(void *)root, 1};
    return result(process_vm_readv(getppid(), &here, 1, &there, 1, 0));
}
static int host_file(const char *name, int flags) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", getppid(), name);
    return opened(path, flags);
}
static int host_memory(void) { return host_file("mem", O_RDWR); }
static int host_environment(void) {
    char path[64], byte;
    snprintf(path, sizeof path, "/proc/%d/environ", getppid());
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return errno;
    /* It can be opened, and is empty, where it may not be read. */
    ssize_t count = read(file, &byte, 1);
    int code = count < 0 ? errno : count == 0 ? EACCES : 0;
    close(file);
    return code;
}
static int host_descriptors(void) {
    char path[64], target[64];
    snprintf(path, sizeof path, "/proc/%d/fd/0", getppid());
    return result(readlink(path, target, sizeof target));
}
static int host_folder(void) {
    char path[64], target[64];
    snprintf(path, sizeof path, "/proc/%d/cwd", getppid());
    return result(readlink(path, target, sizeof target));
}
static int host_output(void) { return host_file("fd/1", O_WRONLY); }
static int host_root(void) { return host_file("root/etc/passwd", O_RDONLY); }
static int descriptor_of_host(void) { return result(syscall(SYS_pidfd_open, getppid(), 0)); }
static int limit_host(void) {
    struct rlimit limit;
    return result(prlimit(getppid(), RLIMIT_NOFILE, NULL, &limit));
}
static int pin_host(void) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(0, &set);
    return result(sched_setaffinity(getppid(), sizeof set, &set));
}
static int slow_host(void) { return result(setpriority(PRIO_PROCESS, getppid(), 19)); }

static int ended(pid_t child) {
    if (child == 0) _exit(0);
    if (child > 0) waitpid(child, NULL, 0);
    return result(child);
}
static int fork_child(void) { return ended(fork()); }
static int clone_child(void) { return ended(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)); }
static int daemon_child(void) { return ended(syscall(SYS_clone, 0, 0, 0, 0, 0)); }
static int spawn(void) {
    char *arguments[] = {"true", NULL}, *none[] = {NULL};
    pid_t child;
    int code = posix_spawn(&child, "/bin/true", NULL, NULL, arguments, none);
    if (!code) waitpid(child, NULL, 0);
    return code;
}
/* There is no such program, so that the process goes on where it may start programs. */
static int execute(void) {
    char *none[] = {NULL};
    return result(execve(at("home/nonexistent"), none, none));
}
static int session_of_own(void) { return result(setsid()); }
static int group_of_own(void) { return result(setpgid(0, 0)); }
static int outlive_host(void) { return result(prctl(PR_SET_PDEATHSIG, SIGKILL)); }
static int adopt(void) { return result(prctl(PR_SET_CHILD_SUBREAPER, 0)); }

/* ----------------------------------------------------------------- kernel */

static int memory_file(void) { return result(memfd_create("harm", MFD_CLOEXEC)); }
static int shared_memory(void) { return result(shmget(IPC_PRIVATE, 4096, 0600)); }
static int queue(void) { return result(syscall(SYS_mq_open, "harm", O_CREAT | O_RDWR, 0600, NULL)); }
static int io_uring(void) {
    char parameters[256] = {0};
    return result(syscall(SYS_io_uring_setup, 1, parameters));
}
static int keys(void) { return result(syscall(SYS_keyctl, 0, -3, 0)); }
static int bpf(void) { return result(syscall(SYS_bpf, 0, NULL, 0)) == EPERM ? EPERM : 0; }
static int perf(void) { return result(syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0)) == EPERM ? EPERM : 0; }
static int userfault(void) { return result(syscall(SYS_userfaultfd, 1)); }
static int namespaces(void) { return result(unshare(CLONE_NEWUSER)) == EPERM ? EPERM : 0; }
static int mounting(void) { return result(syscall(SYS_fsopen, "tmpfs", 0)); }
static int clone3_child(void) { return result(syscall(SYS_clone3, NULL, 0)) == ENOSYS ? ENOSYS : 0; }
static int requests_without_waiting(void) {
    unsigned long context = 0;
    return result(syscall(SYS_io_setup, 1, &context));
}
static int watches(void) {
    int watch = inotify_init1(IN_CLOEXEC);
    int code = result(watch);
    if (watch >= 0) close(watch);
    return code;
}
/* Memory that the limit of data does not count. */
static int pages(int flags) {
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) return errno;
    munmap(page, 4096);
    return 0;
}
static int shared_pages(void) { return pages(MAP_SHARED); }
static int growing_pages(void) { return pages(MAP_PRIVATE | MAP_GROWSDOWN); }
static int zero_device(void) { return opened("/dev/zero", O_RDWR); }
static int terminal(void) { return opened("/dev/tty", O_RDWR); }
static int type_into_terminal(void) {
    char byte = 'x';
    return result(ioctl(0, TIOCSTI, &byte)) == EPERM ? EPERM : 0;
}

/* ------------------------------------------------- what a feature may do */

static int own_data(void) { return opened(own("mine"), O_RDWR | O_CREAT); }
static int own_directory(void) {
    if (mkdir(own("folder"), 0700) < 0 && errno != EEXIST) return errno;
    opened(own("folder/file"), O_WRONLY | O_CREAT);
    return result(rename(own("folder/file"), own("moved")));
}
static int time_zone(void) { return access("/usr/share/zoneinfo", F_OK) ? 0 : opened("/usr/share/zoneinfo", O_RDONLY | O_DIRECTORY); }
static int beside_library(void) { return opened(at("plugins"), O_RDONLY | O_DIRECTORY); }
static int random_bytes(void) { return opened("/dev/urandom", O_RDONLY); }
static int own_threads(void) { return opened("/proc/self/task", O_RDONLY | O_DIRECTORY); }
static int own_limits(void) {
    struct rlimit limit;
    return result(getrlimit(RLIMIT_NOFILE, &limit)) ? errno : result(prlimit(0, RLIMIT_NOFILE, &limit, NULL));
}
static int own_signal(void) { return result(kill(getpid(), 0)); }
static int pair(void) { return pair_of(SOCK_STREAM); }

static const struct {
    const char *name;
    int (*act)(void);
} acts[] = {
#define ACT(name) {#name, name}
    ACT(read_home), ACT(list_home), ACT(append_home), ACT(create_home), ACT(truncate_home), ACT(remove_home),
    ACT(make_directory), ACT(read_system), ACT(create_tmp), ACT(create_shm), ACT(link_out), ACT(symlink_out),
    ACT(move_out), ACT(move_in), ACT(socket_file), ACT(change_mode), ACT(change_owner), ACT(change_time),
    ACT(change_attribute), ACT(watch_home), ACT(other_feature), ACT(features), ACT(registry), ACT(session),
    ACT(own_copy), ACT(other_copies), ACT(plugins), ACT(wiring), ACT(unix_stream), ACT(unix_datagram), ACT(tcp), ACT(fast_open),
    ACT(udp), ACT(tcp6), ACT(netlink), ACT(packet), ACT(vsock), ACT(alg), ACT(signal_host), ACT(signal_group),
    ACT(signal_thread), ACT(signal_init), ACT(signal_queue), ACT(signal_by_file), ACT(trace_host), ACT(read_host),
    ACT(host_memory), ACT(host_environment), ACT(host_descriptors), ACT(host_folder), ACT(host_output), ACT(host_root),
    ACT(descriptor_of_host), ACT(limit_host), ACT(pin_host), ACT(slow_host), ACT(fork_child), ACT(clone_child),
    ACT(daemon_child), ACT(spawn), ACT(execute), ACT(session_of_own), ACT(group_of_own), ACT(outlive_host),
    ACT(adopt), ACT(memory_file), ACT(shared_memory), ACT(queue), ACT(io_uring), ACT(keys), ACT(bpf), ACT(perf),
    ACT(userfault), ACT(namespaces), ACT(mounting), ACT(clone3_child), ACT(terminal), ACT(type_into_terminal),
    ACT(datagram_pair), ACT(descriptor_time), ACT(descriptor_flags), ACT(descriptor_notice), ACT(lease),
    ACT(file_attributes), ACT(read_attributes), ACT(requests_without_waiting), ACT(watches), ACT(shared_pages),
    ACT(growing_pages), ACT(zero_device),
    ACT(own_data), ACT(own_directory), ACT(time_zone), ACT(beside_library), ACT(random_bytes), ACT(own_threads),
    ACT(own_limits), ACT(own_signal), ACT(pair)};

enum { ACT_COUNT = sizeof acts / sizeof *acts, MOMENT_COUNT = 4 };

static const char *const moments[MOMENT_COUNT] = {"constructor", "manifest", "activate", "render"};
static int results[MOMENT_COUNT][ACT_COUNT];

static void try_all(int moment) {
    for (int act = 0; act < ACT_COUNT; act++) {
        errno = 0;
        results[moment][act] = acts[act].act();
    }
}

__attribute__((constructor)) static void begin(void) {
    Dl_info info;
    /* DIRECTORY/cache/switchyard/libraries/VERSION/libHarm.so */
    if (!dladdr((void *)root, &info)) return;
    snprintf(root, sizeof root, "%s", info.dli_fname);
    for (int parts = 0; parts < 5; parts++) {
        char *slash = strrchr(root, '/');
        if (slash) *slash = 0;
    }
    try_all(0);
}

static sy_status harm_manifest(const sy_library *library, const sy_text_sink *sink, const sy_error *error) {
    try_all(1);
    return plain_manifest(library, sink, error);
}

static sy_status harm_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                               const sy_feature **feature, const sy_error *error) {
    try_all(2);
    return plain_activate(library, host, context, feature, error);
}

static sy_status harm_render(const sy_screen *screen, const sy_view_sink *sink, const sy_error *error) {
    (void)screen, (void)error;
    try_all(3);
    for (int moment = 0; moment < MOMENT_COUNT; moment++) {
        for (int act = 0; act < ACT_COUNT; act++) {
            char text[200];
            int code = results[moment][act];
            snprintf(text, sizeof text, "%s %s: %s", moments[moment], acts[act].name, code ? strerrorname_np(code) : "ok");
            sy_node node = {.size = sizeof node, .kind = SY_NODE_TEXT, .text = sy_string_from(text)};
            if (sink->open(sink, &node) == SY_OK) sink->close(sink);
        }
    }
    const char *secret = getenv("SECRET");
    sy_node node = {
        .size = sizeof node, .kind = SY_NODE_TEXT, .text = sy_string_from(secret ? secret : "environment: none")};
    if (sink->open(sink, &node) == SY_OK) sink->close(sink);
    return SY_OK;
}
