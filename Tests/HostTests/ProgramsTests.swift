import Foundation
import Glibc
import HostSystem
import TestSupport
import Testing

@testable import ProgramTestSupport

/// What the programs may do that a feature with the permission `run` starts.
@Suite(
    "The programs that a feature runs", .blocking, .enabled(if: Fixtures.haveCompiler, "no cc is installed"),
    .enabled(if: Confined.isWhole, "the kernel cannot confine a process wholly"),
    .disabled(if: Sanitizer.current != nil, "the runtime of a sanitizer has a thread, so there is no keeper"))
struct ProgramsTests {
    /// Runs commands of the shell in the feature's data directory, one after the other.
    ///
    /// - Returns: For each command its exit status and what it has printed.
    private func results(_ commands: [String], in host: Sandbox? = nil) throws -> [(status: String, text: String)] {
        let list = commands.map { command in
            #"""# + command.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + #"""#
        }
        let source = #"""
            #define _GNU_SOURCE
            #define FEATURE_ID "runner"
            #define MEMBERS ",\"permissions\":[{\"run\":true,\"reason\":\"To run programs\"}]"
            #define RENDER runner_render
            #include "FeatureHelpers.h"
            static sy_status runner_render(const sy_screen *, const sy_render *, const sy_view_sink *, const sy_error *);
            #include "PlainFeature.h"
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            #include <sys/wait.h>
            static const char *const commands[] = {COMMANDS};
            static sy_status runner_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
                (void)how, (void)screen, (void)error;
                setenv("HOME", getenv("TMPDIR"), 1);
                setenv("PATH", "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", 1);
                for (unsigned i = 0; i < sizeof commands / sizeof *commands; i++) {
                    char command[4096], line[512], text[2048] = "";
                    snprintf(command, sizeof command, "cd \"$HOME\"; { %s\n} 2>&1", commands[i]);
                    FILE *output = popen(command, "r");
                    while (output && fgets(line, sizeof line, output))
                        if (strlen(text) + strlen(line) < sizeof text) strcat(text, line);
                    const int status = output ? pclose(output) : -1;
                    for (char *end = text; *end; end++) if (*end == '\n') *end = '~';
                    snprintf(command, sizeof command, "%u:%d:%s", i, WIFEXITED(status) ? WEXITSTATUS(status) : -1, text);
                    sy_node node = {.size = sizeof node, .kind = SY_NODE_TEXT, .text = sy_string_from(command)};
                    if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
                }
                return SY_OK;
            }
            """#.replacing("COMMANDS", with: list.joined(separator: ",\n"))
        let host =
            try host
            ?? Sandbox(
                .only([]),
                wiring: .text(
                    #"{"sandbox": "required", "features": {"runner": {"allow": {"run": true}, "deadline": "600s"}}}"#))
        try Feature.source("Runner", source).write(to: host.directory("plugins/libRunner.so"))
        let outcome = try host.run("navigate", "runner")
        #expect(outcome.end == .exit(0))
        return outcome.output.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, Int(parts[0]) != nil else { return nil }
            return (String(parts[1]), String(parts[2]))
        }
    }

    /// Programs with what they do in an empty directory; each begins with the name of the program that it needs.
    private static let common = [
        "sh -c 'echo hello'", "ls -la /usr/bin/env", "cat /proc/self/status", "touch new", "touch -d 2001-02-03 new",
        "cp -p new copy", "mv copy moved", "ln -s moved link", "ln moved hard", "rm moved", "mkdir -p q/w",
        "chmod 750 q",
        "install -m 600 new installed", "dd if=/dev/zero of=zeros bs=1k count=2", "tar cf all.tar new q",
        "tar xf all.tar", "gzip -k zeros", "xz -k zeros", "sed -n 1p new", "grep -c x zeros || true",
        "awk 'BEGIN { print 2 * 3 }'", "find . -name new", "sort new", "xargs -n 1 echo < new", "diff new new",
        "mktemp", "du -s .", "df", "ps ax", "id", "uname -a", "date", "env", "setsid true", "timeout 60 true",
        "nohup true", "bash -c 'sleep 0.01 & wait'", "perl -e 'print 1 + 1'", "git init -q repository",
        "git -C repository -c user.name=n -c user.email=e commit -q --allow-empty -m m",
        "python3 -c 'import subprocess; print(subprocess.check_output([\"echo\", \"1\"]))'",
        "python3 -c 'import sqlite3; sqlite3.connect(\"d\").execute(\"pragma journal_mode=wal\").fetchall()'",
        "sqlite3 db 'create table t(x); insert into t values(1); select * from t'", "systemctl --version",
        "systemctl list-unit-files", "journalctl --version", "free", "uptime", "who", "hostname", "file zeros",
        "openssl rand -hex 4", "rsync -a new other", "bc --version", "jq -n 1", "make --version", "gcc --version",
        "curl --version", "top -bn1", "less --version", "tee tea < new", "stat new", "split zeros",
    ]

    @Test("common programs do their work in the data directory")
    func common() throws {
        let installed = Self.common.filter { command in
            let name = String(command.prefix { $0 != " " })
            return ["/usr/bin/", "/bin/", "/usr/local/bin/"].contains { access($0 + name, X_OK) == 0 }
        }
        #expect(installed.count >= 30)
        for (command, result) in zip(installed, try results(installed)) {
            #expect(result.status == "0", "\(command): \(result.text)")
        }
    }

    @Test("modes and times change for files in the data directory, and for no others")
    func attributes() throws {
        let host = try Sandbox(
            .only([]),
            wiring: .text(
                #"{"sandbox": "required", "features": {"runner": {"allow": {"run": true}, "deadline": "600s"}}}"#))
        let secret = host.directory("home/secret")
        try FileSystem.makeDirectories(host.directory("home"))
        try File.write("a secret", to: secret)
        var before = stat()
        #expect(stat(secret, &before) == 0)
        let python = "/usr/bin/python3"
        let refused = [
            "chmod 777 \(secret)", "touch -d 2001-02-03 \(secret)", "touch -a \(secret)", "chown 1:1 \(secret)",
            "ln -s \(secret) link; chmod 777 link", "chmod 777 \(host.directory("home"))",
            "ln -s \(host.directory("home")) folder; chmod 777 folder/secret", "chmod 777 ./../../../../home/secret",
            "chmod 777 \(host.plugins)", "touch -d 2001-02-03 \(host.plugins)/libRunner.so",
            "cd \(host.plugins); chmod 777 libRunner.so", "touch own; chmod 4755 own", "touch own; chmod 2755 own",
            "chmod 777 /proc/self/cwd/../../../../home/secret",
        ]
        let allowed = [
            "touch own; chmod 751 own; stat -c %a own", "touch -d '2001-02-03 04:05:06' own; stat -c %y own",
            "mkdir -p a/b; cd a/b; touch c; chmod 640 ../b/c; stat -c %a c", "ln -sf own own-link; touch -h own-link",
            "touch own; chown $(id -u):$(id -g) own",
            "touch own; exec 7<own; chmod 604 /proc/self/fd/7; stat -c %a own",
            "touch own; exec 7<own; chmod 605 /dev/fd/7; stat -c %a own",
        ]
        let fromPython =
            access(python, X_OK) == 0
            ? [
                "\(python) -c 'import os; os.fchmod(os.open(\"own\", os.O_RDONLY), 0o611)'; stat -c %a own",
                "\(python) -c 'import os; os.utime(os.open(\"own\", os.O_RDONLY), (5, 7))'; stat -c %Y own",
            ] : []
        let results = try results(refused + allowed + fromPython, in: host)
        for (command, result) in zip(refused, results) { #expect(result.status != "0", "\(command)") }
        let texts = results.dropFirst(refused.count).map(\.text)
        let expected =
            ["751~", "2001-02-03 04:05:06.000000000 ", "640~", "", "", "604~", "605~"]
            + (fromPython.isEmpty ? [] : ["611~", "7~"])
        #expect(texts.count == expected.count)
        for (text, expected) in zip(texts, expected) { #expect(text.hasPrefix(expected), "\(text)") }
        var after = stat()
        #expect(stat(secret, &after) == 0)
        #expect(before.st_mode == after.st_mode && before.st_mtim.tv_sec == after.st_mtim.tv_sec)
        #expect(before.st_atim.tv_nsec == after.st_atim.tv_nsec)
    }

    @Test("processes that fork, exit and make sessions of their own faster than they are killed end with the worker")
    func chains() throws {
        let source = #"""
            #define _GNU_SOURCE
            #define FEATURE_ID "chain"
            #define MEMBERS ",\"permissions\":[{\"run\":true,\"reason\":\"To run programs\"}]"
            #define RENDER chain_render
            #include "FeatureHelpers.h"
            static sy_status chain_render(const sy_screen *, const sy_render *, const sy_view_sink *, const sy_error *);
            #include "PlainFeature.h"
            #include <signal.h>
            #include <sched.h>
            #include <sys/mman.h>
            #include <sys/syscall.h>
            #include <unistd.h>
            /* A chain: each process makes the next one and exits; every hundredth leaves one behind that waits. */
            enum { chains = 12, size = 16384, stacks = 66 };
            static struct chain { char *memory; volatile long count; } slots[chains];
            static volatile long total;
            static int step(void *argument) {
                struct chain *chain = argument;
                syscall(SYS_setsid);
                clone(step, chain->memory + size * (__sync_add_and_fetch(&chain->count, 1) % (stacks - 2) + 1),
                    CLONE_VM | SIGCHLD, chain);
                if (__sync_add_and_fetch(&total, 1) % 100 == 0 && syscall(SYS_fork) == 0)
                    for (syscall(SYS_setsid);;) syscall(SYS_pause);
                syscall(SYS_exit, 0);
                return 0;
            }
            static sy_status chain_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
                (void)how, (void)screen, (void)error;
                for (int number = 1; number < 32; number++)
                    if (number != SIGKILL && number != SIGSTOP) signal(number, SIG_DFL);
                if (syscall(SYS_fork) == 0) {
                    for (int number = 0; number < 64; number++) close(number);
                    for (int i = 0; i < chains; i++) {
                        slots[i].memory = mmap(0, size * stacks, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
                        clone(step, slots[i].memory + size, CLONE_VM | SIGCHLD, &slots[i]);
                    }
                    syscall(SYS_exit, 0);
                }
                usleep(200000);
                sy_node node = {.size = sizeof node, .kind = SY_NODE_TEXT, .text = sy_string_from("started")};
                if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
                return SY_OK;
            }
            """#
        let host = try Sandbox(
            .only([]),
            wiring: .text(#"{"sandbox": "required", "features": {"chain": {"allow": {"run": true}}}}"#))
        let library = host.directory("plugins/libChain.so")
        try Feature.source("Chain", source).write(to: library)
        let outcome = try host.run("navigate", "chain")
        #expect(outcome.end == .exit(0))
        #expect(outcome.output.contains("started"))
        /// The processes whose title, which a fork keeps, has the library's path.
        func left() throws -> [pid_t] {
            try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap(pid_t.init).filter { process in
                (try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8))?.contains(library) == true
            }
        }
        // The keeper may still be at it, on a machine that does other things.
        for _ in 0..<2000 where try !left().isEmpty { usleep(10_000) }
        let processes = try left()
        #expect(processes == [])
        for process in processes { kill(process, SIGKILL) }
    }
}
