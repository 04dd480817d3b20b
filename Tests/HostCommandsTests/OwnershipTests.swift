import Glibc
import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

/// Files that decide what the host does, and that another user may have written.
@Suite("Files that others may write", .blocking)
struct OwnershipTests {
    /// A way to make a file, or the folder that it is in, one that others may write.
    private struct Way: CustomTestStringConvertible {
        let testDescription: String
        /// Shell commands, for `$F` and its folder `$D`.
        let made: String
        /// A part of the reason; nil where the file is used.
        var reason: String?
        var needsRoot = false
        /// Whether the folder is at fault.
        var isFolder: Bool { made.contains("$D") }
    }

    private static let ways = [
        Way(testDescription: "the user's own", made: "chmod 644 $F"),
        Way(
            testDescription: "writable by everyone", made: "chmod 666 $F",
            reason: "everyone may write to it (mode 0666)"),
        Way(
            testDescription: "another user's", made: "chown 12345 $F",
            reason: "it belongs to the user 12345, which is neither",
            needsRoot: true),
        Way(
            testDescription: "writable by a group", made: "chgrp 12345 $F && chmod 664 $F",
            reason: "everyone in the group '12345' may write to it (mode 0664)", needsRoot: true),
        Way(
            testDescription: "in a folder of everyone's", made: "chmod 777 $D",
            reason: "everyone may write to it (mode 0777)"),
        Way(testDescription: "in a sticky folder", made: "chmod 1777 $D"),
        Way(
            testDescription: "in a folder of another user's", made: "chown 12345 $D",
            reason: "it belongs to the user 12345",
            needsRoot: true),
    ].filter { !$0.needsRoot || geteuid() == 0 }

    private func apply(_ way: Way, to file: String, in folder: String) {
        #expect(system("F='\(file)'; D='\(folder)'; \(way.made)") == 0)
    }

    private static let warning = "; it is used by --allow-insecure"

    @Test(
        "a wiring file that another user may have written is refused, unless --allow-insecure takes it: 78",
        arguments: ways)
    private func wiring(_ way: Way) throws {
        let host = try Sandbox(wiring: .none)
        let folder = try host.directory.makeDirectory("folder")
        try File.write(#"{ "sandbox": "off" }"#, to: "\(folder)/switchyard.jsonc")
        apply(way, to: "\(folder)/switchyard.jsonc", in: folder)
        // In the working directory, and by name.
        let script = "cd '\(folder)' && exec '\(try Products.switchyard)' list"
        for arguments in [["-c", script], ["-c", "\(script) --config switchyard.jsonc"]] {
            let outcome = try host.run(arguments, executable: "/bin/sh")
            guard let reason = way.reason else {
                #expect(outcome.end == .exit(0))
                #expect(outcome.messages == [])
                continue
            }
            #expect(outcome.end == .exit(78))
            #expect(outcome.messages.count == 1)
            #expect(outcome.messages.first?.hasPrefix("the wiring file 'switchyard.jsonc' is not used: ") == true)
            #expect(outcome.messages.first?.contains(reason) == true, "\(outcome.diagnostics)")
        }
        guard let reason = way.reason else { return }
        for _ in 1...2 {
            let allowed = try host.run("list", "--config", "\(folder)/switchyard.jsonc", "--allow-insecure")
            #expect(allowed.end == .exit(0))
            #expect(allowed.messages.count == 1)
            #expect(allowed.diagnostics.contains(reason) && allowed.diagnostics.contains(Self.warning))
        }
        let doctor = try JSON.parse(host.run("doctor", "--json", "--config", "\(folder)/switchyard.jsonc").output)
        #expect(doctor["findings"]?[0]?["code"] == "wiring-insecure")
        #expect(doctor["findings"]?[0]?["severity"] == "error")
    }

    @Test(
        "a wiring file from a pipe or standard input is the caller's own",
        arguments: [
            "--config /dev/stdin < wiring", "--config <(echo '{}')", "--config /dev/fd/7 7< wiring",
        ])
    func pipes(arguments: String) throws {
        let host = try Sandbox(wiring: .none)
        try File.write(#"{ "sandbox": "off" }"#, to: "\(host.work)/wiring")
        let script = "'\(try Products.switchyard)' list \(arguments)"
        let outcome = try host.run(["-c", script], executable: "/bin/bash")
        #expect(outcome.end == .exit(0), "\(outcome.diagnostics)")
        #expect(outcome.messages == [])
    }

    @Test(
        "a link of another user's on the way to a file is not followed", .enabled(if: geteuid() == 0, "only root can"),
        arguments: [
            ("navigate --save FILE home", 73), ("navigate --restore FILE home", 66),
            ("navigate --record FILE home", 73), ("navigate --trace FILE home", 73),
            ("graph --output FILE --json", 73), ("list --config FILE", 78),
        ])
    func links(command: String, code: Int32) throws {
        let host = try Sandbox()
        let folder = try host.directory.makeDirectory("folder")
        try File.write("{}", to: "\(folder)/own")
        // The link of another user's is the last name, or one on the way; what it leads to is there, or not.
        try File.write("{}", to: "\(host.work)/own")
        #expect(
            system(
                "cd '\(folder)' && ln -s own link && ln -s missing lost && ln -s . folder && chown -h 12345 link lost folder"
                    + " && ln -s link second") == 0)
        for name in ["link", "second", "folder/own"] + (code == 73 ? ["lost"] : []) {
            let words = command.replacing("FILE", with: "\(folder)/\(name)").split(separator: " ").map(String.init)
            let outcome = try host.run(words)
            #expect(outcome.end == .exit(code), "\(name): \(outcome.diagnostics)")
            #expect(
                outcome.diagnostics.contains("belongs to") || outcome.diagnostics.contains("another user"),
                "\(name): \(outcome.diagnostics)")
        }
        #expect(try File.read("\(folder)/own") == Array("{}".utf8))
        #expect(access("\(folder)/missing", F_OK) != 0)
    }

    @Test("a wiring file that has become another user's while the host runs changes nothing")
    @MainActor
    func reload() throws {
        let host = try Sandbox(.shipped, wiring: .text(#"{ "root": "home" }"#))
        let application = try host.application()
        let coordinator = application.makeCoordinator()
        defer { coordinator.shutDown() }
        coordinator.start()
        try File.write(#"{ "root": "character" }"#, to: host.wiring)
        #expect(chmod(host.wiring, 0o666) == 0)
        let reload = application.reload(coordinator)
        #expect(reload.changes == [])
        #expect(
            reload.refusals.first?.hasPrefix("the wiring stays as it was: the wiring file '\(host.wiring)' is not used")
                == true)
    }

    @Test("a session that another user may have written is not restored, and stays as it is: 65", arguments: ways)
    private func restore(_ way: Way) throws {
        let host = try Sandbox()
        let folder = try host.directory.makeDirectory("folder")
        let file = "\(folder)/session"
        #expect(try host.run("navigate", "--save", file, "character/list").end == .exit(0))
        apply(way, to: file, in: folder)
        let outcome = try host.run("navigate", "--restore", file)
        guard let reason = way.reason else {
            #expect(outcome.end == .exit(0))
            return #expect(outcome.firstLine == "home > character/list")
        }
        #expect(outcome.end == .exit(65))
        #expect(outcome.firstLine == "home")
        #expect(outcome.diagnostics.contains("the session file '\(file)' is not used: "))
        #expect(outcome.diagnostics.contains(reason), "\(outcome.diagnostics)")
        let allowed = try host.run("navigate", "--restore", file, "--allow-insecure")
        #expect(allowed.firstLine == "home > character/list")
        #expect(allowed.diagnostics.contains(Self.warning))
        #expect(try File.names(in: folder) == ["session"])
    }

    @Test("a session that another user may have written is set aside before another takes its place", arguments: ways)
    private func save(_ way: Way) throws {
        let host = try Sandbox()
        let folder = try host.directory.makeDirectory("folder")
        let file = "\(folder)/session"
        #expect(try host.run("navigate", "--save", file, "character/list").end == .exit(0))
        let content = try File.read(file)
        apply(way, to: file, in: folder)
        let outcome = try host.run("navigate", "--save", file)
        guard way.reason != nil else { return #expect(try File.names(in: folder) == ["session"]) }
        guard !way.isFolder else {
            // Another name in that folder would be no better.
            #expect(outcome.end == .exit(73))
            return #expect(try File.read(file) == content)
        }
        #expect(outcome.end == .exit(0))
        #expect(outcome.messages.first?.contains("was insecure") == true, "\(outcome.diagnostics)")
        #expect(try File.names(in: folder).sorted() == ["session", "session.insecure"])
        #expect(try File.read("\(file).insecure") == content)
    }

    @Test("run begins at the roots where its session is one that another user may have written, and keeps that")
    func run() throws {
        let host = try Sandbox()
        try File.write("character\nquit\n", to: host.directory("lines"))
        _ = try host.run(["run", "--plain"], input: host.directory("lines"))
        let session = try #require(host.sessions().first)
        #expect(chmod(session, 0o666) == 0)
        try File.write("quit\n", to: host.directory("lines"))
        let outcome = try host.run(["run", "--plain"], input: host.directory("lines"))
        #expect(outcome.firstLine == "home")
        #expect(outcome.messages.count == 1)
        #expect(outcome.messages.first?.contains("was insecure (everyone may write to it (mode 0666))") == true)
        #expect(String(decoding: try File.read("\(session).insecure"), as: UTF8.self).contains("character"))
    }

    @Test(
        "a recording that another user may have written is not replayed, unless --allow-insecure takes it: 65",
        arguments: ways)
    private func replay(_ way: Way) throws {
        let host = try Sandbox()
        let folder = try host.directory.makeDirectory("folder")
        let file = "\(folder)/recording"
        #expect(try host.run("navigate", "--record", file, "home").end == .exit(0))
        apply(way, to: file, in: folder)
        let outcome = try host.run("replay", file)
        guard let reason = way.reason else { return #expect(outcome.end == .exit(0)) }
        #expect(outcome.end == .exit(65))
        #expect(outcome.messages.count == 1)
        #expect(outcome.diagnostics.contains("the recording '\(file)' is not replayed: "))
        #expect(outcome.diagnostics.contains(reason), "\(outcome.diagnostics)")
        let allowed = try host.run("replay", file, "--allow-insecure")
        #expect(allowed.end == .exit(0))
        #expect(allowed.diagnostics.contains(Self.warning))
    }

    @Test("recordings and traces are the user's alone, made anew too", arguments: ["--record", "--trace"])
    func ownFiles(option: String) throws {
        let host = try Sandbox()
        let file = "\(host.work)/file"
        for _ in 1...2 {
            #expect(try host.run("navigate", option, "file", "home").end == .exit(0))
            var status = stat()
            #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
            #expect(chmod(file, 0o644) == 0)
        }
        guard geteuid() == 0 else { return }
        #expect(chown(file, 12345, 0) == 0)
        let content = try File.read(file)
        let outcome = try host.run("navigate", option, "file", "home")
        #expect(outcome.end == .exit(73))
        #expect(outcome.diagnostics.contains("'file' belongs to another user, and stays as it is"))
        #expect(try File.read(file) == content)
    }

    @Test("a registry that others may write to is not believed: a warning, and one that is made anew")
    func registry() throws {
        let host = try Sandbox()
        _ = try host.run("list")
        let registry = host.registry
        for name in try File.names(in: host.directory("cache/switchyard")) where name.hasPrefix("snapshot-") {
            unlink(host.directory("cache/switchyard/\(name)"))
        }
        #expect(chmod(registry, 0o666) == 0)
        let outcome = try host.run("list")
        #expect(
            outcome.messages == [
                "warning: the registry '\(registry)' is not used, since others may write to it: it is made anew, and every "
                    + "file is scanned again"
            ])
        #expect(try host.run("list").messages == [])
    }
}
