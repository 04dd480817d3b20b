/*
 * Tries system calls and their arguments by number, and shows in a line for each table what is not refused by EPERM:
 * "calls", "ioctl", "fcntl", "prctl", "setsockopt" and so on, with the numbers behind it.
 *
 * ALLOWED names the system calls that are on the list, since some of them end or stop the process; of the others only
 * such as are refused are tried.
 */
#define _GNU_SOURCE
#define FEATURE_ID "calls"
#define RENDER calls_render
#include "FeatureHelpers.h"

static sy_status calls_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error);
#include "PlainFeature.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef ALLOWED
#define ALLOWED -1
#endif

static char line[8192];
static const sy_view_sink *shown;

static void begin(const char *name) { snprintf(line, sizeof line, "%s:", name); }
static void add(const char *format, unsigned long number) {
    const size_t length = strlen(line);
    snprintf(line + length, sizeof line - length, format, number);
}
static void note(const char *name) {
    const size_t length = strlen(line);
    snprintf(line + length, sizeof line - length, " %s", name);
}
static void show(void) {
    sy_node node = {.size = sizeof node, .kind = SY_NODE_TEXT, .text = sy_string_from(line)};
    if (shown->begin_node(shown, &node) == SY_OK) shown->end_node(shown);
}

/* Whether a call is refused. */
static int refused(long number, long a, long b, long c, long d, long e, long f) {
    errno = 0;
    return syscall(number, a, b, c, d, e, f) == -1 && errno == EPERM;
}

static void calls(void) {
    static const long allowed[] = {ALLOWED};
    begin("calls");
    for (long number = 0; number < 1200; number++) {
        /* The kernel asks no filter for uretprobe and uprobe, which end a process that has no probe by SIGILL. */
        int skip = number == 335 || number == 336;
        for (unsigned i = 0; i < sizeof allowed / sizeof *allowed; i++) skip |= allowed[i] == number;
        if (!skip && !refused(number, -1, -1, -1, -1, -1, -1)) add(errno == ENOSYS ? " %lu(ENOSYS)" : " %lu", (unsigned long)number);
    }
    show();
}

static void requests(int file) {
    static const unsigned long others[] = {
        /* of file systems: FS_IOC_GETFLAGS, SETFLAGS and their 32 bits, GETVERSION, SETVERSION, FSGETXATTR, FSSETXATTR,
         * FIEMAP, FIBMAP, FIGETBSZ, FIFREEZE, FITHAW, FITRIM, verity, encryption, ext4's and btrfs's own */
        0x80086601, 0x40086602, 0x80046601, 0x40046602, 0x80087601, 0x40087602, 0x40047602, 0x801C581F, 0x401C5820,
        0xC020660B, 0x1, 0x2, 0xC0045877, 0xC0045878, 0xC0185879, 0x40806685, 0xC0106686, 0xC0286687, 0x800C6613,
        0x40106614, 0x400C6615, 0xC0096616, 0xC0506617, 0xC0406618, 0xC0406619, 0xC080661A, 0x8010661B, 0x40086603,
        0x40086604, 0x40086607, 0x40086608, 0x6609, 0x660C, 0xC028660F, 0x6611, 0x40046629, 0x8004587D, 0x40049409,
        0x4020940D, 0xC0189436, 0x50009401, 0x50009402, 0x5000940E, 0x5000940F, 0x50009417, 0x9408, 0x81F8943D,
        0xD000943F, 0x40089413, 0x50009410, 0xC0089448, 0x40089409, 0x81009431, 0xC4009420,
        /* of devices and the kernel: BLKROSET, BLKDISCARD, KDSETMODE, VT_ACTIVATE, TUNSETIFF, SG_IO, PERF_ENABLE, KVM,
         * loops, SECCOMP_IOCTL_NOTIF_RECV, userfaultfd, PROCMAP_QUERY, namespaces, epoll's */
        0x125D, 0x1277, 0x4B3A, 0x5606, 0x400454CA, 0x2285, 0x2400, 0xAE00, 0xAE01, 0x4C00, 0x4C82, 0xC0502100,
        0xC0182101, 0x40082102, 0xC018AA3F, 0xC0686611, 0xB701, 0xB702, 0xB703, 0xB704, 0x40088A01, 0x80088A02,
        0xC0FFEE00, 0xFFFFFFFF};
    begin("ioctl");
    for (unsigned long number = 0x5400; number < 0x5500; number++)
        if (!refused(SYS_ioctl, file, (long)number, 0, 0, 0, 0)) add(" %#lx", number);
    for (unsigned long number = 0x8900; number < 0x8A00; number++)
        if (!refused(SYS_ioctl, file, (long)number, 0, 0, 0, 0)) add(" %#lx", number);
    for (unsigned i = 0; i < sizeof others / sizeof *others; i++)
        if (!refused(SYS_ioctl, file, (long)others[i], 0, 0, 0, 0)) add(" %#lx", others[i]);
    show();
    begin("fcntl");
    for (unsigned long command = 0; command < 1100; command++)
        if (!refused(SYS_fcntl, file, (long)command, 0, 0, 0, 0)) add(" %lu", command);
    show();
    begin("prctl");
    for (unsigned long option = 0; option < 100; option++)
        if (!refused(SYS_prctl, (long)option, 0, 0, 0, 0, 0)) add(" %lu", option);
    show();
}

static void memory(void) {
    begin("mmap");
    for (int bit = 0; bit < 32; bit++) {
        const unsigned long flags = MAP_PRIVATE | MAP_ANONYMOUS | 1UL << bit;
        if (flags == (MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED)) continue;
        if (!refused(SYS_mmap, 0, 4096, PROT_READ, (long)flags, -1, 0)) add(" %#lx", 1UL << bit);
    }
    show();
    begin("mprotect");
    for (int bit = 0; bit < 32; bit++)
        if (!refused(SYS_mprotect, 0, 0, (long)(1UL << bit), 0, 0, 0)) add(" %#lx", 1UL << bit);
    show();
    begin("madvise");
    for (unsigned long advice = 0; advice < 128; advice++)
        if (!refused(SYS_madvise, 0, 0, (long)advice, 0, 0, 0)) add(" %lu", advice);
    show();
    /* The commands that are for processes which have registered themselves fail with EPERM in others. */
    for (unsigned long command = 16; command <= 256; command *= 4) syscall(SYS_membarrier, command, 0);
    begin("membarrier");
    for (int bit = 0; bit < 31; bit++)
        if (!refused(SYS_membarrier, (long)(1UL << bit), 0, 0, 0, 0, 0)) add(" %lu", 1UL << bit);
    show();
}

static void sockets(void) {
    int ends[2] = {-1, -1};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) return;
    begin("socket");
    for (unsigned long family = 0; family < 50; family++)
        for (long type = 0; type < 8; type++)
            if (!refused(SYS_socket, (long)family, type, 0, 0, 0, 0)) add(" %lu", family * 10 + (unsigned long)type);
    show();
    begin("socketpair");
    for (unsigned long family = 0; family < 50; family++)
        for (long type = 0; type < 8; type++)
            if (!refused(SYS_socketpair, (long)family, type, 0, 0, 0, 0)) add(" %lu", family * 10 + (unsigned long)type);
    show();
    static const int levels[] = {0, 1, 6, 17, 41, 132, 255, 263, 270, 271, 279, 282, 284};
    for (int set = 0; set < 2; set++) {
        begin(set ? "setsockopt" : "getsockopt");
        for (unsigned i = 0; i < sizeof levels / sizeof *levels; i++)
            for (unsigned long option = 0; option < 100; option++)
                if (!refused(set ? SYS_setsockopt : SYS_getsockopt, ends[0], levels[i], (long)option, 0, 0, 0))
                    add(" %lu", (unsigned long)levels[i] * 100 + option);
        show();
    }
    static const long sending[] = {SYS_sendto, SYS_sendmsg, SYS_sendmmsg};
    for (unsigned call = 0; call < 3; call++) {
        begin(call == 0 ? "sendto" : call == 1 ? "sendmsg" : "sendmmsg");
        for (int bit = 0; bit < 32; bit++) {
            const long flag = (long)(1UL << bit);
            if (!refused(sending[call], ends[0], 0, call == 1 ? flag : 0, call == 1 ? 0 : flag, 0, 0)) add(" %#lx", 1UL << bit);
        }
        show();
    }
    begin("addresses");
    if (!refused(SYS_sendto, ends[0], 0, 0, 0, (long)line, 16)) add(" %lu", 1);
    if (!refused(SYS_sendto, ends[0], 0, 0, 0, 1L << 40, 16)) add(" %lu", 2);
    show();
    close(ends[0]), close(ends[1]);
}

static void processes(void) {
    /* The flags of a thread: with one more, or without one of three that make it one. The call that is let through has
     * no stack, and fails. */
    const unsigned long thread = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;
    begin("clone");
    for (int bit = 0; bit < 32; bit++) {
        if (1UL << bit & (thread | CLONE_SETTLS | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID | CLONE_CHILD_SETTID | CLONE_DETACHED))
            continue;
        if (!refused(SYS_clone, (long)(thread | 1UL << bit), 0, 0, 0, 0, 0)) add(" %#lx", 1UL << bit);
    }
    static const unsigned long parts[] = {CLONE_VM, CLONE_SIGHAND, CLONE_THREAD};
    for (unsigned i = 0; i < 3; i++)
        if (!refused(SYS_clone, (long)(thread & ~parts[i]), 0, 0, 0, 0, 0)) add(" %#lx", parts[i]);
    show();
    begin("signals");
    static const pid_t others[] = {0, 1, -1, -2};
    for (unsigned i = 0; i < 4; i++)
        if (!refused(SYS_kill, others[i], 0, 0, 0, 0, 0)) add(" %ld", (unsigned long)others[i]);
    if (!refused(SYS_kill, getppid(), 0, 0, 0, 0, 0)) note("parent");
    show();
    begin("modes");
    static const int files[] = {S_IFSOCK, S_IFCHR, S_IFBLK, 06000, S_IFREG | 04000, S_IFIFO | 02000};
    for (unsigned i = 0; i < sizeof files / sizeof *files; i++)
        if (!refused(SYS_mknodat, -1, (long)"", files[i], 0, 0, 0)) add(" %#lo", (unsigned long)files[i]);
    if (!refused(SYS_openat, -1, (long)"", O_CREAT | O_WRONLY, 04600, 0, 0)) note("O_CREAT");
    if (!refused(SYS_openat, -1, (long)"", O_TMPFILE | O_WRONLY, 02600, 0, 0)) note("O_TMPFILE");
    if (refused(SYS_openat, -1, (long)"", O_RDONLY, 06777, 0, 0)) note("plain");
    show();
}

static sy_status calls_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    shown = sink;
    const int file = open("/dev/null", O_RDONLY | O_CLOEXEC);
    requests(file);
    close(file);
    memory();
    sockets();
    processes();
    calls();
    return SY_OK;
}
