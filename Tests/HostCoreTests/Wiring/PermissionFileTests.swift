import FeatureContract
import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("The file with the user's answers about permissions")
struct PermissionFileTests {
    private static let permissions = Permissions(
        ports: [443], origins: Set([try? OriginPattern("https://*.example.org")].compactMap(\.self)), read: ["~/Notes"],
        write: ["/srv/n"],
        run: true, environment: ["LANG"])

    private func with(_ body: (PermissionFile, _ text: (String) throws -> Void) throws -> Void) throws {
        try HostTestSupport.TemporaryDirectory.with { directory in
            let file = PermissionFile(path: "\(directory)/state/permissions/app.json")
            try body(file) { text in
                try FileSystem.makeDirectories("\(directory)/state/permissions")
                try File.write(text, to: file.path)
            }
        }
    }

    @Test("an answer is kept with those before it, and a file without any answer goes")
    func kept() throws {
        try with { file, _ in
            #expect(try file.read(allowingInsecure: false) == PermissionAnswers())
            try file.change(allowingInsecure: false) { $0.add(Self.permissions, of: "notes", .always) }
            try file.change(allowingInsecure: false) { $0.add(Permissions(ports: [80]), of: "notes", .never) }
            try file.change(allowingInsecure: false) { $0.add(Permissions(ports: [1]), of: "pictures", .always) }
            let answers = try file.read(allowingInsecure: false)
            #expect(answers.features["notes"]?.allow == Self.permissions)
            #expect(answers.features["notes"]?.deny == Permissions(ports: [80]))
            #expect(answers.features["pictures"]?.allow == Permissions(ports: [1]))
            var status = stat()
            #expect(stat(file.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
            try file.change(allowingInsecure: false) { $0.remove("notes") }
            #expect(try file.read(allowingInsecure: false).features.keys.sorted() == ["pictures"])
            try file.change(allowingInsecure: false) { $0.remove("pictures") }
            #expect(FileSystem.identity(file.path) == nil)
        }
    }

    @Test(
        "a file that cannot be used gives no answer, says why, and is not written over",
        arguments: [
            ("", "line 1"), ("{", "line 1"), ("[]", "expected an object"), ("\u{0}", "line 1"),
            (#"{ "features": { "notes": { "allow": { "net": ["tcp:0"] } } } }"#, "'tcp:0'"),
            (#"{ "features": { "notes": { "allow": 1 } } }"#, "expected an object"),
            (#"{ "features": { "notes": { "isolation": "inline" } } }"#, "it has more than"),
            (#"{ "features": {}, "root": "notes" }"#, "it has more than"),
            (#"{ "features": {}, "unknown": 1 }"#, "'unknown'"),
        ])
    func unusable(text: String, reason: String) throws {
        try with { file, write in
            try write(text)
            for act in [
                { try _ = file.read(allowingInsecure: false) },
                { try file.change(allowingInsecure: false) { $0.add(Self.permissions, of: "notes", .always) } },
            ] {
                let fault = #expect(throws: PermissionFile.Fault.self) { try act() }
                let description = fault?.description ?? ""
                #expect(description.hasPrefix("'\(file.path)' is not used, and so no permission"), "\(description)")
                #expect(description.contains(reason), "\(description)")
            }
            #expect(try File.read(file.path) == Array(text.utf8))
        }
    }

    @Test("a file that others may write gives no answer, unless that is allowed")
    func insecure() throws {
        try with { file, write in
            try write(#"{ "features": { "notes": { "allow": { "run": true } } } }"#)
            chmod(file.path, 0o666)
            #expect(throws: PermissionFile.Fault.self) { try file.read(allowingInsecure: false) }
            #expect(try file.read(allowingInsecure: true).features["notes"]?.allow == Permissions(run: true))
        }
    }

    @Test("the file of a writer that was killed is no hindrance")
    func leftOver() throws {
        try with { file, write in
            try write(#"{ "features": {} }"#)
            try File.write("half", to: file.path + ".new")
            try file.change(allowingInsecure: false) { $0.add(Self.permissions, of: "notes", .always) }
            #expect(try file.read(allowingInsecure: false).features["notes"]?.allow == Self.permissions)
        }
    }
}
