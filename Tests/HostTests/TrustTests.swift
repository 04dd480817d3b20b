import Glibc
import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

/// Files and directories that other users may have written.
@Suite("Trust in files", .blocking, .enabled(if: Fixtures.haveCompiler))
struct TrustTests {
    private static let nobody: uid_t = 65534

    private func refusals(_ host: Sandbox, _ arguments: String...) throws -> [String] {
        try JSON.parse(host.run(["list", "--json"] + arguments).output)["notUsed"]?.array?.compactMap {
            $0["reason"]?.string
        } ?? []
    }

    @Test(
        "a file is used or refused by its mode",
        arguments: [(0o755, true), (0o644, true), (0o664, true), (0o646, false), (0o777, false), (0o602, false)]
            as [(mode_t, Bool)])
    func modes(mode: mode_t, isUsed: Bool) throws {
        let host = try Sandbox(.only([.fixture("Plain")]), wiring: .none)
        let path = host.path(.fixture("Plain"))
        // The result is the same when the registry knows the file already.
        for _ in 1...2 {
            #expect(chmod(path, mode) == 0)
            let reasons = try refusals(host)
            if isUsed {
                #expect(reasons == [])
                #expect(try host.run("navigate", "plain").end == .exit(0))
            } else {
                let octal = String(mode, radix: 8)
                #expect(
                    reasons == [
                        "everyone may write to it (mode 0\(octal)); take that right away by chmod o-w, or pass "
                            + "--allow-insecure where you trust whoever that is"
                    ])
                #expect(try host.run("navigate", "plain").end == .exit(1))
            }
            #expect(chmod(path, 0o755) == 0)
            #expect(try refusals(host) == [])
        }
    }

    @Test("a directory that everyone may write to is refused with its files, even with the sticky bit")
    func directory() throws {
        let host = try Sandbox(.only([.fixture("Plain")]), wiring: .none)
        for mode in [0o777, 0o1777] as [mode_t] {
            #expect(chmod(host.plugins, mode) == 0)
            let list = try host.json("list")
            #expect(list["features"] == [])
            #expect(list["notUsed"]?.array?.count == 1)
            #expect(list["notUsed"]?[0]?["file"] == .string(host.plugins))
            #expect(list["notUsed"]?[0]?["reason"]?.string?.hasPrefix("everyone may write to it (mode 0") == true)
        }
        #expect(chmod(host.plugins, 0o775) == 0)
        #expect(try host.json("list")["features"]?.array?.count == 1)
    }

    @Test("a file or directory of another user is refused", .enabled(if: geteuid() == 0))
    func owner() throws {
        let host = try Sandbox(.only([.fixture("Plain")]), wiring: .none)
        let path = host.path(.fixture("Plain"))
        #expect(chown(path, Self.nobody, 0) == 0)
        let reason = try #require(try refusals(host).first)
        #expect(reason.contains("which is neither root nor you"), "\(reason)")
        #expect(try host.run("navigate", "plain").end == .exit(1))
        #expect(try host.run("navigate", "plain", "--allow-insecure").end == .exit(0))
        #expect(chown(path, 0, 0) == 0)
        #expect(try refusals(host) == [])
        #expect(chown(host.plugins, Self.nobody, 0) == 0)
        #expect(try refusals(host).first?.contains("neither root nor you") == true)
    }

    @Test("--allow-insecure uses a refused file, with a warning in each run")
    func allowed() throws {
        let host = try Sandbox(.only([.fixture("Plain")]), wiring: .none)
        let path = host.path(.fixture("Plain"))
        #expect(chmod(path, 0o666) == 0)
        #expect(chmod(host.plugins, 0o777) == 0)
        for arguments in [["list"], ["routes"], ["navigate", "plain"], ["explain", "plain"]] {
            let outcome = try host.run(arguments + ["--allow-insecure"])
            #expect(outcome.end == .exit(0))
            #expect(
                outcome.messages == [
                    "warning: '\(host.plugins)': everyone may write to it (mode 0777); it is used by --allow-insecure",
                    "warning: '\(path)': everyone may write to it (mode 0666); it is used by --allow-insecure",
                ])
        }
        // The option holds for one run.
        #expect(try host.json("list")["features"] == [])
    }

    @Test("a symbolic link counts as its target")
    func links() throws {
        let host = try Sandbox(.only([]), wiring: .none)
        let elsewhere = host.directory("elsewhere.so")
        try Feature.fixture("Plain").write(to: elsewhere)
        #expect(symlink(elsewhere, "\(host.plugins)/plain.so") == 0)
        #expect(try host.json("list")["features"]?.array?.count == 1)
        #expect(chmod(elsewhere, 0o666) == 0)
        #expect(try refusals(host).first?.hasPrefix("everyone may write to it") == true)
    }

    /// A feature that needs libtone.so.1, which is gone from where it was linked, and that finds it by these options.
    private func toned(_ name: String, _ options: [String]) -> Feature {
        Feature("lib\(name).so") {
            try File.read(
                Fixtures.plain(
                    name, ["-Wl,--no-as-needed", Fixtures.tone("a"), "-Wl,--enable-new-dtags"] + options))
        }
    }

    @Test(
        "a library found by a run path must be trusted itself, and so must its folder",
        arguments: [true, false])
    func runPath(isOfNewKind: Bool) throws {
        let host = try Sandbox(.only([]), wiring: .none)
        let folder = try host.directory.makeDirectory("outside")
        let tags = isOfNewKind ? "--enable-new-dtags" : "--disable-new-dtags"
        try host.install(toned("outside\(isOfNewKind)-\(getpid())", ["-Wl,\(tags),-rpath,\(folder)"]))
        // The library is absent, and no other user can put it there.
        #expect(try refusals(host) == ["it needs the library 'libtone.so.1', which is not found"])
        let tone = "\(folder)/libtone.so.1"
        try File.copy(Fixtures.tone("a"), to: tone)
        #expect(try refusals(host) == [])
        let doctor = try host.json("doctor")
        #expect(doctor["findings"]?[0]?["code"] == "library-outside")
        #expect(doctor["findings"]?[0]?["subject"] == .string(tone))
        for path in [tone, folder] {
            #expect(chmod(path, 0o777) == 0)
            let reason = try #require(try refusals(host).first)
            #expect(
                reason.hasPrefix("it takes the library '\(tone)' by its path, a run path or LD_LIBRARY_PATH, and "),
                "\(reason)")
            let insecure = try host.json("doctor")["findings"]
            #expect(insecure?.array?.map { $0["code"] } == ["file-insecure"])
            #expect(
                insecure?[0]?["fix"]?.string?.hasPrefix("chmod o-w \(path),") == true, "\(String(describing: insecure))"
            )
            #expect(try host.run("list", "--allow-insecure").end == .exit(0))
            #expect(chmod(path, 0o755) == 0)
            #expect(try refusals(host) == [])
        }
    }

    @Test("a library behind a symbolic link, or below a folder of everyone's, must be trusted there too")
    func runPathBeyond() throws {
        let host = try Sandbox(.only([]), wiring: .none)
        let open = try host.directory.makeDirectory("open")
        let own = try host.directory.makeDirectory("open/own")
        let linked = try host.directory.makeDirectory("linked")
        try File.copy(Fixtures.tone("a"), to: "\(own)/libtone.so.1")
        #expect(symlink("\(own)/libtone.so.1", "\(linked)/libtone.so.1") == 0)
        for (name, folder) in [("own", own), ("linked", linked)] {
            #expect(chmod(open, 0o777) == 0)
            let feature = toned("beyond-\(name)-\(getpid())", ["-Wl,-rpath,\(folder)"])
            try host.install(feature)
            let reason = try #require(try refusals(host).first)
            #expect(reason.contains("of the folder '\(open)' everyone may write to it"), "\(reason)")
            // In a sticky folder, only their owner may move files out.
            #expect(chmod(open, 0o1777) == 0)
            #expect(try refusals(host) == [])
            #expect(unlink(host.path(feature)) == 0)
        }
    }

    @Test("a folder to which $ORIGIN or LD_LIBRARY_PATH leads must be trusted too", arguments: [true, false])
    func originAndVariable(isOrigin: Bool) throws {
        let feature = toned("origin\(isOrigin)-\(getpid())", isOrigin ? ["-Wl,-rpath,$ORIGIN/../everyone"] : [])
        let host = try Sandbox(.only([feature]), wiring: .none)
        let everyone = try host.directory.makeDirectory("everyone")
        let tone = "\(everyone)/libtone.so.1"
        try File.copy(Fixtures.tone("a"), to: tone)
        let others = host.environment["LD_LIBRARY_PATH"].map { ":\($0)" } ?? ""
        if !isOrigin { host.set("LD_LIBRARY_PATH", everyone + others) }
        #expect(try refusals(host) == [])
        for path in [tone, everyone] {
            #expect(chmod(path, 0o777) == 0)
            let reason = try #require(try refusals(host).first)
            #expect(reason.contains("everyone may write to it (mode 0777)"), "\(reason)")
            #expect(chmod(path, 0o755) == 0)
            #expect(try refusals(host) == [])
        }
    }

    /// A feature that moves another file to its own path while it is scanned.
    private static let movesAnother = Feature.source(
        "checked",
        """
        #include <stdio.h>
        #include <stdlib.h>
        __attribute__((constructor)) static void begin(void) {
            const char *from = getenv("SWITCHYARD_TEST_FROM"), *to = getenv("SWITCHYARD_TEST_TO");
            if (from && to) rename(from, to);
        }
        #define FEATURE_ID "checked"
        #include "PlainFeature.h"
        """)

    @Test(
        "a file that another one replaces in its scan does not count, and the other is found next",
        arguments: [true, false])
    func replacedInScan(isLink: Bool) throws {
        let host = try Sandbox(.only([]), wiring: .none)
        try host.confine("off")
        let path = host.path(Self.movesAnother)
        let other = host.directory("other.so")
        if isLink {
            let (first, second) = (host.directory("first.so"), host.directory("second.so"))
            try File.write(Self.movesAnother.bytes(), to: first)
            try File.write(Feature.fixture("Plain").bytes(), to: second)
            #expect(symlink(first, path) == 0)
            #expect(symlink(second, other) == 0)
        } else {
            try host.install(Self.movesAnother)
            try File.write(Feature.fixture("Plain").bytes(), to: other)
        }
        host.set("SWITCHYARD_TEST_FROM", other)
        host.set("SWITCHYARD_TEST_TO", path)
        #expect(try refusals(host) == ["it has changed since it was inspected; try again"])
        #expect(try host.json("list")["features"]?.array?.map { $0["id"] } == ["plain"])
        #expect(try refusals(host) == [])
    }

    @Test("a library that is named by its path must be trusted itself")
    func absoluteName() throws {
        let host = try Sandbox(.only([]), wiring: .none)
        let folder = try host.directory.makeDirectory("absolute")
        let tone = "\(folder)/tone.so"
        // A library without a soname is needed by the path that it was linked by.
        try File.copy(Fixtures.library("bare", of: "int bare(void);\nint bare(void) { return 1; }\n"), to: tone)
        try host.install(
            Feature("libabsolute.so") {
                try File.read(Fixtures.plain("absolute-\(getpid())", ["-Wl,--no-as-needed", tone]))
            })
        #expect(try refusals(host) == [])
        #expect(chmod(tone, 0o666) == 0)
        #expect(try refusals(host).first?.contains("it takes the library '\(tone)'") == true)
    }

    @Test(
        "a run path through a folder of everyone's, or the working directory, is refused if the loader uses it",
        arguments: [
            (["-Wl,-rpath,/tmp/no-such-folder-of-switchyard"], "of the folder '/tmp' everyone may write to it"),
            (["-Wl,-rpath,some/folder"], "it is looked for in the working directory, which may be any"),
            (["-Wl,-rpath,:$ORIGIN"], "it is looked for in the working directory, which may be any"),
            (["-Wl,-rpath,$ORIGIN:/tmp/no-such-folder-of-switchyard"], nil),
        ] as [([String], String?)])
    func openRunPath(options: [String], reason: String?) throws {
        let host = try Sandbox(.only([toned("open\(options[0].utf8.count)", options)]), wiring: .none)
        try File.copy(Fixtures.tone("a"), to: "\(host.plugins)/libtone.so.1")
        let reasons = try refusals(host)
        #expect(reasons.count == (reason == nil ? 0 : 1))
        if let reason { #expect(reasons.first?.contains(reason) == true, "\(reasons)") }
    }

    @Test("a library beside a feature that it needs must be trusted as it is")
    func sibling() throws {
        let feature = Feature("libNeedsLibrary.so") { try File.read(Fixtures.needingLibrary()) }
        let host = try Sandbox(.only([feature]), wiring: .none)
        let tone = "\(host.plugins)/libtone.so.1"
        try File.copy(Fixtures.tone("a"), to: tone)
        #expect(chmod(tone, 0o666) == 0)
        let reason = try #require(try refusals(host).first)
        #expect(
            reason.hasPrefix("it needs the library 'libtone.so.1' beside it, and everyone may write to it"), "\(reason)"
        )
        #expect(chmod(tone, 0o644) == 0)
        #expect(try refusals(host) == [])
        // The scan result of the feature holds for that version of the library only.
        #expect(chmod(tone, 0o666) == 0)
        #expect(try refusals(host).count == 1)
        for _ in 1...2 {
            let outcome = try host.run(["list", "--allow-insecure"])
            #expect(outcome.end == .exit(0))
            #expect(
                outcome.diagnostics.contains("warning: '\(tone)': everyone may write to it"), "\(outcome.diagnostics)")
        }
        // The option does not carry over to later runs.
        #expect(try refusals(host).count == 1)
    }
}
