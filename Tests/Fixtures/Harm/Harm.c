/*
 * Tries to do harm in its constructor, its manifest, its activation, its render, its perform and its save, and shows what
 * came of each act: a line "MOMENT ACT: ok", or the name of the error. Its private copy's path tells it where the test's directory is.
 *
 * No act harms the machine where it succeeds: the test looks at what is in its own directory alone.
 */
#define _GNU_SOURCE
#define FEATURE_ID "harm"
#define RENDER harm_render
#define MANIFEST harm_manifest
#define ACTIVATE harm_activate
#define PERFORM harm_perform
#define SAVE harm_save
#define MAIN_SCREEN harm_main_screen
#include "FeatureHelpers.h"

static sy_status harm_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error);
static sy_status harm_manifest(const sy_library *library, const sy_text_sink *sink, const sy_error *error);
static sy_status harm_perform(const sy_screen *screen, const sy_event *event, const sy_error *error);
static sy_status harm_save(const sy_screen *screen, const sy_state_sink *sink, const sy_error *error);
static sy_status harm_main_screen(const sy_feature *feature, sy_screen_id id, const sy_screen **screen,
                                  const sy_error *error);
static sy_status harm_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                               const sy_feature **feature, const sy_error *error);
#include "PlainFeature.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
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

/* The host's process: the parent, or the one above the keeper of a feature that may start programs. */
static pid_t host(void) {
    static pid_t found;
    char path[64], text[4096] = "";
    int parent = getppid();
    if (found) return found;
    snprintf(path, sizeof path, "/proc/%d/cmdline", parent);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    if (count > 0 && !memcmp(text + strlen(text) + 1, "keeper", 7)) {
        snprintf(path, sizeof path, "/proc/%d/stat", parent);
        FILE *status = fopen(path, "re");
        if (status && fgets(text, sizeof text, status)) sscanf(strrchr(text, ')') + 1, " %*c %d", &parent);
        if (status) fclose(status);
    }
    return found = parent;
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
static int created(const char *path) {
    int code = opened(path, O_WRONLY | O_CREAT);
    if (!code) unlink(path);
    return code;
}
static int create_tmp(void) { return created("/tmp/switchyard-harm"); }
static int create_shm(void) { return created("/dev/shm/switchyard-harm"); }
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
static int device_file(void) { return result(mknod(own("device"), S_IFCHR | 0600, 0)); }
/* RENAME_WHITEOUT leaves a device in the place of the file. */
static int whiteout(void) {
    opened(own("mine"), O_WRONLY | O_CREAT);
    return result((int)syscall(SYS_renameat2, AT_FDCWD, own("mine"), AT_FDCWD, own("moved"), 4));
}
/* A program with the rights of the user for everybody who can reach it. */
static int identity_by_open(void) { return result(open(own("identity"), O_WRONLY | O_CREAT | O_CLOEXEC, 04755)); }
static int identity_by_creat(void) { return result(creat(own("identity2"), 06755)); }
static int identity_by_mknod(void) { return result(mknod(own("identity3"), S_IFREG | 04755, 0)); }
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
static int registry(void) { return opened(at("cache/switchyard/registry-0"), O_RDWR | O_CREAT); }
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
/* The same by its other ways, on a socket that no permission has connected. */
static int fast(int (*way)(int, struct sockaddr_in *)) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(10), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    const int number = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (number < 0) return errno;
    const int code = result(way(number, &address));
    close(number);
    return code;
}
static int by_message(int number, struct sockaddr_in *address) {
    struct iovec byte = {"x", 1};
    struct msghdr message = {.msg_name = address, .msg_namelen = sizeof *address, .msg_iov = &byte, .msg_iovlen = 1};
    return (int)sendmsg(number, &message, MSG_FASTOPEN);
}
static int by_messages(int number, struct sockaddr_in *address) {
    struct iovec byte = {"x", 1};
    struct mmsghdr message = {
        .msg_hdr = {.msg_name = address, .msg_namelen = sizeof *address, .msg_iov = &byte, .msg_iovlen = 1}};
    return sendmmsg(number, &message, 1, MSG_FASTOPEN);
}
static int by_option(int number, struct sockaddr_in *address) {
    (void)address;
    const int on = 1;
    return setsockopt(number, IPPROTO_TCP, TCP_FASTOPEN_CONNECT, &on, sizeof on);
}
static int by_listening(int number, struct sockaddr_in *address) {
    (void)address;
    return listen(number, 1);
}
static int by_binding(int number, struct sockaddr_in *address) {
    address->sin_port = 0;
    return bind(number, (struct sockaddr *)address, sizeof *address);
}
static int by_accepting(int number, struct sockaddr_in *address) {
    (void)address;
    return accept(number, NULL, NULL);
}
static int fast_message(void) { return fast(by_message); }
static int fast_messages(void) { return fast(by_messages); }
static int fast_option(void) { return fast(by_option); }
static int serve(void) { return fast(by_listening); }
static int bind_port(void) { return fast(by_binding); }
static int take_connections(void) { return fast(by_accepting); }
/* A descriptor of the process at the other end of the worker's socket: SO_PEERPIDFD. */
static int peer_of_socket(void) {
    int number;
    socklen_t size = sizeof number;
    return result(getsockopt(3, SOL_SOCKET, 77, &number, &size));
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
/* Requests that change a file system by a folder that is open for reading. */
static int request(int file, unsigned long number) {
    static char argument[4096];
    memset(argument, 0, sizeof argument);
    return ioctl(file, number, argument);
}
#define REQUEST(name, number)                                                                                          \
    static int do_##name(int file) { return request(file, number); }                                                   \
    static int name(void) { return beside(do_##name); }
REQUEST(set_version, 0x40087602)        /* FS_IOC_SETVERSION */
REQUEST(set_version_short, 0x40047602)  /* FS_IOC32_SETVERSION */
REQUEST(set_ext4_version, 0x40086604)   /* EXT4_IOC_SETVERSION */
REQUEST(migrate, 0x6609)                /* EXT4_IOC_MIGRATE */
REQUEST(allocate_blocks, 0x660c)        /* EXT4_IOC_ALLOC_DA_BLKS */
REQUEST(shut_down, 0x8004587D)          /* FS_IOC_SHUTDOWN */
REQUEST(make_subvolume, 0x5000940E)     /* BTRFS_IOC_SUBVOL_CREATE */
REQUEST(remove_subvolume, 0x5000940F)   /* BTRFS_IOC_SNAP_DESTROY */
REQUEST(key_policy, 0xC0096616)         /* FS_IOC_GET_ENCRYPTION_POLICY_EX */
REQUEST(add_key, 0xC0506617)            /* FS_IOC_ADD_ENCRYPTION_KEY */
REQUEST(remove_key, 0xC0406618)         /* FS_IOC_REMOVE_ENCRYPTION_KEY */
REQUEST(remove_key_of_all, 0xC0406619)  /* FS_IOC_REMOVE_ENCRYPTION_KEY_ALL_USERS */
REQUEST(deduplicate, 0xC0189436)        /* FIDEDUPERANGE */
REQUEST(unknown_request, 0xC0FFEE00)
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

static int signal_host(void) { return result(kill(host(), 0)); }
static int signal_group(void) { return result(kill(-host(), 0)); }
static int signal_thread(void) { return result(syscall(SYS_tgkill, host(), host(), 0)); }
static int signal_init(void) { return result(kill(1, 0)); }
static int signal_queue(void) {
    union sigval value = {0};
    return result(sigqueue(host(), 0, value));
}
static int signal_by_file(void) {
    int file = open("/dev/null", O_RDONLY | O_CLOEXEC);
    int code = result(fcntl(file, F_SETOWN, host()));
    close(file);
    return code;
}
static int trace_host(void) { return result(ptrace(PTRACE_SEIZE, host(), 0, 0)); }
static int read_host(void) {
    char byte;
    struct iovec here = {&byte, 1}, there = {(void *)root, 1};
    return result(process_vm_readv(host(), &here, 1, &there, 1, 0));
}
static int host_file(const char *name, int flags) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", host(), name);
    return opened(path, flags);
}
static int host_memory(void) { return host_file("mem", O_RDWR); }
static int host_environment(void) {
    char path[64], byte;
    snprintf(path, sizeof path, "/proc/%d/environ", host());
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
    snprintf(path, sizeof path, "/proc/%d/fd/0", host());
    return result(readlink(path, target, sizeof target));
}
static int host_folder(void) {
    char path[64], target[64];
    snprintf(path, sizeof path, "/proc/%d/cwd", host());
    return result(readlink(path, target, sizeof target));
}
static int host_output(void) { return host_file("fd/1", O_WRONLY); }
static int host_root(void) { return host_file("root/etc/passwd", O_RDONLY); }
static int descriptor_of_host(void) { return result(syscall(SYS_pidfd_open, host(), 0)); }
static int limit_host(void) {
    struct rlimit limit;
    return result(prlimit(host(), RLIMIT_NOFILE, NULL, &limit));
}
static int pin_host(void) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(0, &set);
    return result(sched_setaffinity(host(), sizeof set, &set));
}
static int slow_host(void) { return result(setpriority(PRIO_PROCESS, host(), 19)); }

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
/* The lowest page of the stack, moved and made longer than the limit allows. */
static int longer_stack(void) {
    unsigned long start = 0, end;
    char line[512];
    FILE *maps = fopen("/proc/self/maps", "re");
    if (!maps) return errno;
    while (fgets(line, sizeof line, maps))
        if (strstr(line, "[stack]")) sscanf(line, "%lx-%lx", &start, &end);
    fclose(maps);
    void *moved = mremap((void *)start, 4096, 1 << 20, MREMAP_MAYMOVE);
    return moved == MAP_FAILED ? errno : 0;
}
static int larger_pipe(void) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0) return errno;
    int code = result(fcntl(ends[0], F_SETPIPE_SZ, 1 << 20));
    close(ends[0]), close(ends[1]);
    return code;
}
static int sync_all(void) { return result((int)syscall(SYS_sync)); }
static int lock_memory(void) { return result(mlockall(MCL_FUTURE)); }
static int stop_processors(void) { return result((int)syscall(SYS_membarrier, 1, 0)); }
static int other_personality(void) { return result((int)syscall(SYS_personality, 0x0040000)); }
static int clone_for_host(void) { return ended((pid_t)syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0)); }
static int new_namespace(void) { return ended((pid_t)syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0)); }
/* Calls that later kernels may have. */
static int later_call(void) { return result((int)syscall(471, 0, 0, 0, 0)) == EPERM ? EPERM : 0; }
static int much_later_call(void) { return result((int)syscall(1000, 0, 0, 0, 0)) == EPERM ? EPERM : 0; }
#if defined __x86_64__ && !defined __ILP32__
static int x32_call(void) { return result((int)syscall(0x40000000 + 39)) == EPERM ? EPERM : 0; }
/* getpid(2) of 32 bits. */
static int call_of_32_bits(void) {
    long code;
    __asm__ volatile("int $0x80" : "=a"(code) : "a"(20L) : "memory");
    return code == -EPERM ? EPERM : code == -ENOSYS ? ENOSYS : 0;
}
#else
static int x32_call(void) { return EPERM; }
static int call_of_32_bits(void) { return EPERM; }
#endif
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
    ACT(fast_message), ACT(fast_messages), ACT(fast_option), ACT(serve), ACT(bind_port), ACT(take_connections),
    ACT(peer_of_socket), ACT(set_version), ACT(set_version_short), ACT(set_ext4_version), ACT(migrate),
    ACT(allocate_blocks), ACT(shut_down), ACT(make_subvolume), ACT(remove_subvolume), ACT(key_policy), ACT(add_key),
    ACT(remove_key), ACT(remove_key_of_all), ACT(deduplicate), ACT(unknown_request), ACT(device_file), ACT(whiteout),
    ACT(identity_by_open), ACT(identity_by_creat), ACT(identity_by_mknod), ACT(longer_stack), ACT(larger_pipe),
    ACT(sync_all), ACT(lock_memory), ACT(stop_processors), ACT(other_personality), ACT(clone_for_host),
    ACT(new_namespace), ACT(later_call), ACT(much_later_call), ACT(x32_call), ACT(call_of_32_bits),
    ACT(own_data), ACT(own_directory), ACT(time_zone), ACT(beside_library), ACT(random_bytes), ACT(own_threads),
    ACT(own_limits), ACT(own_signal), ACT(pair)};

enum { ACT_COUNT = sizeof acts / sizeof *acts, MOMENT_COUNT = 6 };

static const char *const moments[MOMENT_COUNT] = {"constructor", "manifest", "activate", "render",
                                                   "perform", "save"};
/* 0 for an act that has not been tried, DONE for one that was done, and else its error. */
enum { DONE = -1 };
static const sy_host *the_host;
static sy_screen_id the_screen;
static int results[MOMENT_COUNT][ACT_COUNT];

static void try_all(int moment) {
    for (int act = 0; act < ACT_COUNT; act++) {
        errno = 0;
        const int code = acts[act].act();
        results[moment][act] = code == 0 ? DONE : code;
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
    the_host = host;
    try_all(2);
    return plain_activate(library, host, context, feature, error);
}

static sy_status harm_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    try_all(3);
    for (int moment = 0; moment < MOMENT_COUNT; moment++) {
        for (int act = 0; act < ACT_COUNT; act++) {
            char text[200];
            int code = results[moment][act];
            const char *name = code == 0 ? "untried" : code == DONE ? "ok" : strerrorname_np(code);
            snprintf(text, sizeof text, "%s %s: %s", moments[moment], acts[act].name, name);
            sy_node node = {.size = sizeof node, .kind = SY_NODE_TEXT, .text = sy_string_from(text)};
            if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
        }
    }
    sy_node button = {.size = sizeof button, .kind = SY_NODE_BUTTON, .text = sy_string_from("Try"), .action = 1};
    if (sink->begin_node(sink, &button) == SY_OK) sink->end_node(sink);
    const char *secret = getenv("SECRET");
    sy_node node = {
        .size = sizeof node, .kind = SY_NODE_TEXT, .text = sy_string_from(secret ? secret : "environment: none")};
    if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
    return SY_OK;
}

static sy_status harm_main_screen(const sy_feature *feature, sy_screen_id id, const sy_screen **screen,
                                  const sy_error *error) {
    the_screen = id;
    return plain_main_screen(feature, id, screen, error);
}

static sy_status harm_perform(const sy_screen *screen, const sy_event *event, const sy_error *error) {
    (void)event, (void)screen, (void)error;
    try_all(4);
    the_host->invalidate(the_host, the_screen);
    return SY_OK;
}

static sy_status harm_save(const sy_screen *screen, const sy_state_sink *sink, const sy_error *error) {
    (void)screen, (void)sink, (void)error;
    try_all(5);
    return SY_NOT_MINE;
}
