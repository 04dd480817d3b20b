import Glibc
import HostSystem
import Testing

@testable import HostCore
@testable import HostTestSupport
@testable import HostTools

@Suite("The findings about files")
struct FileFindingsTests {
    private static let plugins = PluginsDirectory(path: "/plugins", isNamed: true)
    private static let usual = PluginsDirectory(path: "/usr/share/switchyard/plugins")

    private static func ended(_ cause: WorkerExit.Cause) -> LibraryError {
        let exit = WorkerExit(cause, during: "its constructors")
        return .known(RegistryRefusal(.ended(exit)))
    }

    @Test(
        "the reason of a refusal decides the finding's severity and code",
        arguments: [
            ("x.so", .elf(.empty), .error, "file-refused"),
            ("x.so", .otherMajor(found: 2, minor: 0), .error, "file-refused"),
            ("x.so", .known(RegistryRefusal(.manifest("its manifest is odd"))), .error, "file-refused"),
            ("x.so", .missingLibrary("a"), .error, "file-refused"),
            ("x.so", ended(.signal(11)), .error, "file-crashed"),
            ("x.so", ended(.exit(3)), .error, "file-crashed"),
            ("x.so", ended(.garbage("noise")), .error, "file-crashed"),
            ("x.so", ended(.deadline(seconds: 5)), .error, "file-hung"),
            ("x.so", .insecure(.foreign(owner: 4242)), .error, "file-insecure"),
            ("x.so", .insecureSibling("a", .writableByEveryone(mode: 0o666)), .error, "file-insecure"),
            ("x.so", .noEntry, .warning, "file-no-feature"),
            ("x.so", .known(RegistryRefusal(.noEntry)), .warning, "file-no-feature"),
            ("", .insecure(.writableByEveryone(mode: 0o777)), .error, "directory-insecure"),
            ("", .notReadable(SystemError(code: EACCES, operation: "open")), .error, "directory-unreadable"),
        ] as [(String, LibraryError, Finding.Severity, String)])
    func refusals(name: String, error: LibraryError, severity: Finding.Severity, code: String) throws {
        let path = name.isEmpty ? "/plugins" : "/plugins/\(name)"
        let findings = FileFindings.refusals(
            [.init(path: path, reason: .library(error))], directories: [Self.plugins], siblings: ["/plugins/a.so"])
        #expect(findings.count == 1)
        let finding = try #require(findings.first)
        #expect(finding.severity == severity)
        #expect(finding.code.rawValue == code)
        #expect(finding.subject == path)
        #expect(finding.place == .init(path))
        #expect(!finding.message.isEmpty && !finding.fix.isEmpty)
        #expect(finding.fix.contains("'switchyard explain \(path)' tells more") == (error.exit != nil))
    }

    @Test("an unreadable default directory is a warning")
    func usual() {
        let error = LibraryError.notReadable(SystemError(code: EACCES, operation: "open"))
        let findings = FileFindings.refusals(
            [.init(path: Self.usual.path, reason: .library(error))], directories: [Self.usual], siblings: [])
        #expect(findings.map(\.severity) == [.warning])
        #expect(findings.map(\.code.rawValue) == ["directory-unreadable"])
    }

    @Test("a library that a feature needs and that lies beside it is nothing to tell")
    func siblings() {
        let findings = FileFindings.refusals(
            [.init(path: "/plugins/libtone.so", reason: .library(.noEntry))], directories: [Self.plugins],
            siblings: ["/plugins/libtone.so"])
        #expect(findings == [])
    }

    @Test("a file whose id is taken is a warning that names the file with the id")
    func shadowed() {
        let findings = FileFindings.refusals(
            [.init(path: "/plugins/b.so", reason: .shadowed(id: "plain", by: "/plugins/a.so"))],
            directories: [Self.plugins], siblings: [])
        #expect(
            findings.map(\.description) == [
                "warning: /plugins/b.so: its id 'plain' is taken by /plugins/a.so, which was found earlier"
            ])
        #expect(findings.map(\.code.rawValue) == ["id-shadowed"])
    }

    @Test("a missing named directory is an error, and a missing default one is no finding")
    func missing() {
        let none = PluginsDirectory(path: "/no/such/directory", isNamed: true)
        let findings = FileFindings.missing([none, none.unnamed, PluginsDirectory(path: "/", isNamed: true)])
        #expect(findings.map(\.code.rawValue) == ["directory-missing"])
        #expect(findings.map(\.severity) == [.error])
        #expect(findings.map(\.subject) == ["/no/such/directory"])
    }

    @Test("an insecure file or directory that --allow-insecure accepts is a warning")
    func allowed() {
        let findings = FileFindings.warnings(
            [
                .insecure(path: "/plugins", .writableByEveryone(mode: 0o777)),
                .insecure(path: "/plugins/x.so", .foreign(owner: 4242)),
                .registryNotWritten(path: "/cache/registry", SystemError(code: ENOSPC, operation: "write")),
            ], directories: [Self.plugins])
        #expect(findings.map(\.code.rawValue) == ["directory-insecure", "file-insecure"])
        #expect(findings.allSatisfy { $0.severity == .warning })
        #expect(findings.map(\.fix) == ["chmod o-w /plugins", #"make it yours: chown "$(id -un)" /plugins/x.so"#])
    }

    @Test("a file or directory that a group may write to is a warning, unless the owner is alone in the group")
    @MainActor
    func groups() throws {
        try TemporaryDirectory.with { directory in
            let file = "\(directory)/x.so"
            try TemporaryDirectory.write("x", to: file)
            chmod(file, 0o644)
            #expect(FileFindings.groupWritable(directories: [directory], files: [file]) == [])
            // A group with no user of its name. Root may set any group, another user only one of their own.
            guard chown(file, geteuid(), 54321) == 0 else { return }
            chmod(file, 0o664)
            let findings = FileFindings.groupWritable(directories: [directory], files: [file, "/no/such/file"])
            #expect(findings.map(\.code.rawValue) == ["file-group-writable"])
            #expect(findings.first?.message.contains("'54321' may write to it") == true)
            #expect(findings.first?.fix.hasPrefix("chmod g-w \(file)") == true)
            #expect(
                FileFindings.groupWritable(directories: [file], files: []).map(\.code.rawValue) == [
                    "directory-group-writable"
                ])
        }
    }

    @Test(
        "a group's name and members decide whether it is private to its owner",
        arguments: [
            ("ann", [], "ann", true), ("ann", ["ann"], "ann", true), ("ann", ["bob"], "ann", false),
            ("staff", [], "ann", false), ("ann", [], nil, false),
        ] as [(String, [String], String?, Bool)])
    func privateGroups(name: String, members: [String], owner: String?, isPrivate: Bool) {
        #expect(WritingGroup.isPrivate(name, members: members, owner: owner) == isPrivate)
    }
}
