import Glibc
import JSONText
import TestSupport
import Testing

/// Files and directories that somebody else may have written.
@Suite("Trusting files", .blocking, .enabled(if: Fixtures.haveCompiler))
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
        // Also where the registry knows the file already.
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

    @Test("a directory that everyone may write to is refused with all that is in it, also with the sticky bit")
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

    @Test("what belongs to somebody else is refused", .enabled(if: geteuid() == 0))
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

    @Test("--allow-insecure uses it, and says so each time for each")
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
        // It holds for that run alone.
        #expect(try host.json("list")["features"] == [])
    }

    @Test("a link counts as what it leads to")
    func links() throws {
        let host = try Sandbox(.only([]), wiring: .none)
        let elsewhere = host.directory("elsewhere.so")
        try Feature.fixture("Plain").write(to: elsewhere)
        #expect(symlink(elsewhere, "\(host.plugins)/plain.so") == 0)
        #expect(try host.json("list")["features"]?.array?.count == 1)
        #expect(chmod(elsewhere, 0o666) == 0)
        #expect(try refusals(host).first?.hasPrefix("everyone may write to it") == true)
    }

    @Test("a library beside a feature that it needs must be trusted as it is")
    func companion() throws {
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
        // What is known of the feature holds for that version of the library only.
        #expect(chmod(tone, 0o666) == 0)
        #expect(try refusals(host).count == 1)
        for _ in 1...2 {
            let outcome = try host.run(["list", "--allow-insecure"])
            #expect(outcome.end == .exit(0))
            #expect(
                outcome.diagnostics.contains("warning: '\(tone)': everyone may write to it"), "\(outcome.diagnostics)")
        }
        // That it was taken once is no reason to take it for good.
        #expect(try refusals(host).count == 1)
    }
}
