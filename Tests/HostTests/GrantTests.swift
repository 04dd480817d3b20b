import Glibc
import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite(
    "What a feature is granted, and where its data is", .blocking,
    .enabled(if: Fixtures.haveCompiler && Confined.isWhole, "no cc is installed, or the kernel confines in part"))
struct GrantTests {
    /// A feature that makes the links of LINKS (`PATH>TARGET:…`), and then says of each path of PROBE whether it can be
    /// read and written.
    private static let links = Feature.source(
        "Links",
        #"""
        #define _GNU_SOURCE
        #include "FeatureHelpers.h"
        #include <fcntl.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>
        static const sy_view_sink *sink_of_screen;
        static void say(const char *path, const char *what) {
            char line[8192];
            snprintf(line, sizeof line, "%s: %s", path, what);
            sy_node node = {.size = sizeof node, .kind = SY_NODE_TEXT, .text = sy_string_from(line)};
            if (sink_of_screen->begin_node(sink_of_screen, &node) == SY_OK) sink_of_screen->end_node(sink_of_screen);
        }
        static sy_status links_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
            (void)how, (void)screen, (void)error;
            sink_of_screen = sink;
            char *links = strdup(getenv("LINKS") ? getenv("LINKS") : "");
            for (char *path = strtok(links, ":"); path; path = strtok(NULL, ":")) {
                char *target = strchr(path, '>');
                *target++ = 0;
                say(path, symlink(target, path) ? "no link" : "made");
            }
            char *probe = strdup(getenv("PROBE") ? getenv("PROBE") : "");
            for (char *path = strtok(probe, ":"); path; path = strtok(NULL, ":")) {
                int reads = open(path, O_RDONLY), writes = open(path, O_WRONLY | O_APPEND);
                say(path, writes >= 0 ? "changed" : reads >= 0 ? "read" : "nothing");
                if (reads >= 0) close(reads);
                if (writes >= 0) close(writes);
            }
            return SY_OK;
        }
        #define FEATURE_ID "links"
        #define INCOMING ""
        #define RENDER links_render
        #define MEMBERS ",\"permissions\":[" \
            "{\"write\":[\"~/papers\",\"~/papers/sub\",\"$XDG_DATA_HOME/switchyard/features/links/x\"],\"reason\":\"a\"}," \
            "{\"read\":[\"~/docs\"],\"reason\":\"b\"},{\"env\":[\"LINKS\",\"PROBE\"],\"reason\":\"c\"}]"
        #include "PlainFeature.h"

        """#)

    private func sandbox(_ allow: String, deny: String = "{}") throws -> Sandbox {
        let host = try Sandbox(
            .only([Self.links]),
            wiring: .text(
                """
                { "root": "links", "features": { "links": {
                    "allow": { \(allow), "env": ["LINKS", "PROBE"] }, "deny": \(deny) } } }
                """))
        for folder in ["home", "home/papers", "home/docs", "data"] { try host.directory.makeDirectory(folder) }
        for file in ["home/secret", "home/papers/in", "home/docs/in"] { try File.write("x", to: host.directory(file)) }
        host.set(
            "PROBE",
            ["home/secret", "home/papers/in", "home/docs/in"].map(host.directory.callAsFunction).joined(separator: ":"))
        return host
    }

    /// What the feature can do with the home's secret, a file in ~/papers, and one in ~/docs.
    private func reach(_ host: Sandbox) throws -> (has: [String], messages: [String]) {
        let outcome = try host.run("navigate", "links")
        let lines = outcome.output.split(separator: "\n").filter { $0.contains(": ") && !$0.hasSuffix("made") }
        // That the feature asks for more is no matter here.
        let messages = outcome.messages.filter { !$0.hasPrefix("'links' asks for") }
        return (lines.compactMap { $0.split(separator: " ").last.map(String.init) }, messages)
    }

    @Test(
        "a link that a feature makes where it may write gives its next worker nothing, and the user is told",
        arguments: [
            (#""write": ["~/papers"]"#, "home/papers/sub", ["nothing", "changed", "nothing"]),
            (#""write": ["~/papers", "~/papers/sub"]"#, "home/papers/sub", ["nothing", "changed", "nothing"]),
            (
                #""write": ["$XDG_DATA_HOME/switchyard/features/links/x"]"#, "data/switchyard/features/links/x",
                ["nothing", "nothing", "nothing"]
            ),
        ])
    func planted(allow: String, link: String, has: [String]) throws {
        let host = try sandbox(allow)
        host.set("LINKS", "\(host.directory(link))>\(host.directory("home"))")
        #expect(try reach(host) == (has, []))
        host.set("LINKS", nil)
        let later = try reach(host)
        #expect(later.has == has)
        let refusal =
            "may not write '\(host.directory(link))', though that is allowed: a symbolic link on the way lies in a "
            + "directory that features may change; take the link away, or allow the path that it leads to, if that is meant"
        #expect(later.messages == ["links: warning: \(refusal)"])
        #expect(try host.run("list").messages == ["warning: 'links' \(refusal)"])
        let findings = try host.json("doctor")["findings"]?.array ?? []
        #expect(
            findings.contains { $0["code"] == "permission-withdrawn" && $0["message"]?.string?.contains(link) == true })
    }

    @Test("a link that the user has made in the place of an allowed directory goes on working")
    func usersLink() throws {
        let host = try sandbox(#""write": ["~/papers"], "read": ["~/docs"]"#)
        try host.directory.makeDirectory("mnt")
        #expect(rename(host.directory("home/papers"), host.directory("mnt/papers")) == 0)
        #expect(symlink("../mnt/papers", host.directory("home/papers")) == 0)
        #expect(try reach(host) == (["nothing", "changed", "read"], []))
    }

    @Test("a denied path that is a link denies what it leads to")
    func deniedLink() throws {
        let host = try sandbox(#""write": ["~/papers"], "read": ["~/docs"]"#, deny: #"{ "read": ["~/hidden"] }"#)
        #expect(symlink("papers/in", host.directory("home/hidden")) == 0)
        let reach = try reach(host)
        #expect(reach.has == ["nothing", "nothing", "read"])
        #expect(reach.messages.count == 1)
        #expect(reach.messages.first?.contains("'\(host.directory("home/hidden"))' is denied") == true)
    }

    @Test(
        "a data directory that is a link, another user's or open to others is not used, and its feature does not start",
        arguments: [
            ("mkdir -p switchyard/features/links", "links", "others may use it (mode 0755)", "chmod go= "),
            (
                "mkdir -m 700 -p switchyard/features x && ln -s ../../x switchyard/features/links", "links",
                "it is a symbolic link", "move it away"
            ),
            (
                "mkdir -p switchyard/features && touch switchyard/features/links", "links", "it is a file",
                "move it away"
            ),
            ("mkdir -m 700 x && ln -s x switchyard", "switchyard", "it is a symbolic link", "move it away"),
            ("mkdir -m 777 switchyard", "switchyard", "others may use it (mode 0777)", "chmod go-w "),
            (
                "mkdir switchyard && mkdir -m 770 switchyard/features", "features", "others may use it (mode 0770)",
                "chmod go-w "
            ),
            ("mkdir -m 755 switchyard", nil, "", ""),
            ("mkdir -p -m 755 switchyard/features && mkdir -m 700 switchyard/features/links", nil, "", ""),
            ("cd .. && mv data d && ln -s d data", nil, "", ""),
        ] as [(String, String?, String, String)])
    func dataDirectory(made: String, fault: String?, problem: String, fix: String) throws {
        let host = try sandbox(#""read": ["~/docs"]"#)
        #expect(system("umask 022; cd '\(host.directory("data"))' && \(made)") == 0)
        let outcome = try host.run("navigate", "links")
        let findings = try host.json("doctor")["findings"]?.array?.filter { $0["code"] == "data-directory-unusable" }
        guard let fault else {
            #expect(outcome.end == .exit(0))
            #expect(findings == [])
            return
        }
        #expect(outcome.end == .exit(1))
        #expect(outcome.diagnostics.contains("/\(fault)' is not used: \(problem)"), "\(outcome.diagnostics)")
        #expect(findings?.count == 1)
        #expect(findings?.first?["severity"] == "error")
        #expect(findings?.first?["fix"]?.string?.hasPrefix(fix) == true)
    }

    @Test("a data directory of another user is not used", .enabled(if: geteuid() == 0))
    func foreignData() throws {
        let host = try sandbox(#""read": ["~/docs"]"#)
        #expect(try host.run("navigate", "links").end == .exit(0))
        #expect(chown(host.directory("data/switchyard/features/links"), 12345, 0) == 0)
        let outcome = try host.run("navigate", "links")
        #expect(outcome.end == .exit(1))
        #expect(outcome.diagnostics.contains("is not used: it belongs to the user 12345, not to you; make it yours"))
    }

    @Test("the host makes the data directory for its user alone, whatever the umask is")
    func madeData() throws {
        let host = try sandbox(#""read": ["~/docs"]"#)
        let script = "umask 000 && exec '\(try Products.switchyard)' navigate links"
        #expect(try host.run(["-c", script], executable: "/bin/sh").end == .exit(0))
        for folder in ["switchyard", "switchyard/features", "switchyard/features/links"] {
            var status = stat()
            #expect(lstat(host.directory("data/\(folder)"), &status) == 0 && status.st_mode & 0o7777 == 0o700)
        }
    }
}

extension Sandbox {
    /// The paths of the files and directories that `list` refuses.
    fileprivate func refused(in directories: String...) throws -> [JSON?] {
        let list = try JSON.parse(run(["list", "--json"] + directories.flatMap { ["--plugins", $0] }).output)
        return list["notUsed"]?.array?.map { $0["file"] } ?? []
    }
}

@Suite("Plugins directories", .blocking, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct PluginsPlaceTests {
    private static let plain = Feature.fixture("Plain")

    @Test(
        "a plugins directory in or around what hosts keep is refused, and the usual one is not",
        arguments: [
            ("data/switchyard", false), ("data", false), ("data/switchyard/features", false),
            ("data/switchyard/features/plain", false), ("cache", false), ("cache/switchyard", false),
            ("cache/switchyard/libraries", false), ("config/switchyard", false),
            ("home/.local/state/switchyard", false),
            ("home", false), ("data/switchyard/plugins", true), ("data/plugins", true), ("config/plugins", true),
            ("home/plugins", true),
        ])
    func place(folder: String, isUsed: Bool) throws {
        let host = try Sandbox(.only([]), wiring: .none)
        let path = host.directory(folder)
        #expect(system("mkdir -p '\(path)'; chmod go-w '\(path)'") == 0)
        try Self.plain.write(to: "\(path)/libPlain.so")
        #expect(symlink(path, host.directory("link")) == 0)
        for name in [path, host.directory("link")] {
            #expect(try host.refused(in: name) == (isUsed ? [] : [.string(name)]))
        }
        guard !isUsed else { return }
        let finding = try JSON.parse(host.run("doctor", "--json", "--plugins", path).output)["findings"]?[0]
        #expect(finding?["code"] == "directory-insecure")
        #expect(finding?["severity"] == "error")
        #expect(finding?["fix"]?.string?.contains("$XDG_DATA_HOME/switchyard/plugins") == true)
    }

    @Test("a directory that is named twice, or once more through a link, is read once")
    func twice() throws {
        let host = try Sandbox(.only([Self.plain]), wiring: .none)
        let link = host.directory("link")
        #expect(symlink(host.plugins, link) == 0)
        #expect(try host.refused(in: host.plugins, host.plugins, link, "\(host.plugins)/.") == [])
        host.set("SWITCHYARD_PLUGINS", "\(host.plugins):\(link):\(host.plugins)")
        for _ in 1...2 {
            let list = try host.json("list")
            #expect(list["features"]?.array?.count == 1 && list["notUsed"] == [])
        }
        #expect(try host.json("doctor")["findings"]?.array?.contains { $0["code"] == "id-shadowed" } == false)
        // Two directories with one file are two places.
        #expect(system("mkdir '\(host.directory("b"))' && ln '\(host.path(Self.plain))' '\(host.directory("b"))'") == 0)
        #expect(try host.refused(in: host.plugins, host.directory("b")).count == 1)
    }
}
