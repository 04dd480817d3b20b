import Glibc
import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

/// A file that is not a usable feature, and the reason that the host gives.
struct BadFile: Sendable, CustomTestStringConvertible {
    let feature: Feature
    let reason: String

    var testDescription: String { feature.name }

    static func fixture(_ name: String, _ reason: String) -> BadFile {
        BadFile(feature: .fixture(name), reason: reason)
    }

    /// The library of Plain with edited bytes.
    static func plain(_ name: String, _ reason: String, _ change: @escaping @Sendable ([UInt8]) -> [UInt8]) -> BadFile {
        BadFile(
            feature: Feature("lib\(name).so") { change(try File.read(Fixtures.library("Plain"))) }, reason: reason)
    }

    static let all: [BadFile] = [
        BadFile(
            feature: Feature("libNotELF.so") { try File.read(Repository.path("Tests/Fixtures/NotELF/libNotELF.so")) },
            reason: #"not an ELF file: it begins with "This""#),
        plain("Empty", "the file is empty") { _ in [] },
        plain("TruncatedHeader", "truncated: the ELF header should end at byte 64, and the file has 40") {
            Array($0.prefix(40))
        },
        // e_machine of elf(5) is at byte 18; 8 is EM_MIPS.
        plain("OtherMachine", "built for mips; this machine is \(machine)") { Array($0[..<18] + [8, 0] + $0[20...]) },
        // e_ident[EI_CLASS] 1 is ELFCLASS32.
        plain("OtherClass", "built for a 32-bit machine; this machine is 64-bit") { Array($0[..<4] + [1] + $0[5...]) },
        fixture(
            "NoEntry",
            "it is a foreign library, no feature: it exports no function 'switchyard_feature_entry' (in Swift, one that is "
                + "both 'public' and '@c')"),
        fixture(
            "OtherMajor",
            "it was built for version 2.\(Repository.abi.split(separator: ".")[1]) of the ABI, and this host speaks "
                + "\(Repository.abi); rebuild it against this host's SDK"),
        fixture(
            "SmallLibraryStruct",
            "its library struct says that it has 32 bytes, and version \(Repository.abi) of the ABI needs 48"),
        fixture(
            "TinyLibraryStruct",
            "its library struct says that it has 4 bytes, and version \(Repository.abi) of the ABI needs 48"),
        fixture(
            "EntryReturnsNull",
            "it is a foreign library, no feature: what its 'switchyard_feature_entry' returns does not begin with "
                + "SY_MAGIC"),
        fixture("NullManifest", "its 'manifest' is null, which the ABI does not allow"),
        fixture("NullActivate", "its 'activate' is null, which the ABI does not allow"),
        fixture("ManifestFails", "it gives no manifest: the moon is not full"),
        fixture(
            "ManifestFailsSilently",
            "it gives no manifest: it failed and gave no reason, which is a defect of it"),
        fixture(
            "ManifestOfUnknownStatus",
            "it gives no manifest: it answered with the unknown status 77, which is a defect of it"),
        fixture(
            "ManifestIsEmpty",
            "its manifest is not JSON: line 1, column 1: the text is empty; expected a value"),
        fixture(
            "ManifestIsNotJSON",
            "its manifest is not JSON: line 3, column 3: expected a key in double quotes after ',', found 'i'"),
        fixture("ManifestIsTooLarge", "it gives no manifest: it is larger than 1024 KiB"),
        fixture(
            "ManifestOfAnotherFormat",
            "its manifest breaks a rule: line 1, column 13: manifest: expected the format 1, found 2"),
        fixture(
            "ManifestWithBadID",
            "its manifest breaks a rule: line 1, column 20: id: 'My feature' is not a feature id: lower-case letters, "
                + "digits and '-', beginning with a letter, at most 64"),
        fixture(
            "ManifestWithHostsID",
            "its manifest breaks a rule: line 1, column 20: id: 'system' is the host's own feature; choose another id"),
        fixture(
            "ManifestWithRouteTwice",
            "its manifest breaks a rule: line 1, column 76: incoming[1]: the route 'screen' stands twice"),
        fixture(
            "ManifestWithLinkToNoRoute",
            "its manifest breaks a rule: line 1, column 164: links[0].route: 'page' is not one of the feature's "
                + "incoming routes"),
        fixture(
            "PlainRequires",
            "it requires switchyard 9.1 or later and the extension 'switchyard.teleport/2', and this host is switchyard "
                + "0.2.0 with the extensions 'switchyard.connect/1', 'switchyard.files/1', 'switchyard.http/1', "
                + "'switchyard.swap/1'"),
    ]

    private static var machine: String {
        #if arch(x86_64)
            "x86-64"
        #elseif arch(arm64)
            "aarch64"
        #elseif arch(riscv64)
            "riscv"
        #else
            "ppc64"
        #endif
    }
}

@Suite("A file that is not a feature", .blocking, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct BadFileTests {
    @Test(
        "a bad file is listed with its reason, beside a feature that works",
        arguments: Tier.rows(of: BadFile.all, first: 8))
    func refused(file: BadFile) throws {
        let host = try Sandbox(.only([file.feature, .fixture("PlainTwo", as: "zPlain.so")]), wiring: .none)
        let path = host.path(file.feature)
        let text = try host.run("list")
        #expect(text.end == .exit(0))
        #expect(text.output.contains("\nplain  2.0.0 "))
        #expect(text.output.hasSuffix("\n\nNot used:\n  \(path): \(file.reason)\n"))
        #expect(text.diagnostics == "")
        let json = try host.json("list")
        #expect(json["features"]?.array?.map { $0["id"] } == ["plain"])
        #expect(json["notUsed"] == [["file": .string(path), "reason": .string(file.reason)]])
        #expect(try host.output("navigate", "plain") == "system > plain\n\nThis is plain 2.0.0.\n")
    }

    @Test("a bad file whose name is not UTF-8 is listed with its name in escapes, and with advice")
    func notUTF8() throws {
        let host = try Sandbox(.only([.home]), wiring: .none)
        let path = Array("\(host.plugins)/lib".utf8).map(CChar.init(bitPattern:)) + [-1] + [46, 115, 111, 0]
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try #require(file >= 0)
        close(file)
        defer { unlink(path) }
        let json = try host.json("list")
        #expect(json["features"]?.array?.map { $0["id"] } == ["home"])
        #expect(
            json["notUsed"] == [
                [
                    "file": .string(#"\#(host.plugins)/lib\xFF.so"#),
                    "reason": "its name is not UTF-8, and is shown with escapes here; rename it",
                ]
            ])
    }

    @Test("a bad file is listed with all others, and any number of them leaves the good features working")
    func all() throws {
        let host = try Sandbox(.only(BadFile.all.map(\.feature) + [.home, .character]))
        let json = try host.json("list")
        #expect(json["features"]?.array?.map { $0["id"] } == ["character", "home"])
        #expect(json["notUsed"]?.array?.count == BadFile.all.count)
        #expect(
            try host.output("navigate", "home", "press:Characters", "press:Elizabeth Bennet")
                .contains("\nElizabeth Bennet\n"))
    }

    @Test("a library that is cut off at any point is refused with a reason, and never ends the host")
    func truncated() throws {
        let bytes = try File.read(Fixtures.library("Plain"))
        let cuts = (1..<32).map { bytes.count * $0 / 32 }
        let host = try Sandbox(
            .only(cuts.map { cut in Feature("cut\(cut).so") { Array(bytes.prefix(cut)) } }), wiring: .none)
        let outcome = try host.run("list", "--json")
        #expect(outcome.end == .exit(0))
        let json = try JSON.parse(outcome.output)
        // The end of a library holds only data for linkers, so that some cuts leave the library usable, and equal to
        // each other.
        let used = json["features"]?.array?.count ?? 0
        let refusals = json["notUsed"]?.array ?? []
        #expect(used <= 1)
        #expect(refusals.count + used == cuts.count)
        for refusal in refusals where refusal["shadowed"] == nil {
            #expect(refusal["reason"]?.string?.hasPrefix("truncated: ") == true, "\(refusal.text())")
        }
        #expect(refusals.contains { $0["shadowed"] == nil })
    }

    @Test("a file whose library or symbol is missing is refused with the name of it")
    func missing() throws {
        let needing = Feature("libNeedsLibrary.so") { try File.read(Fixtures.needingLibrary()) }
        let host = try Sandbox(.only([.fixture("MissingSymbol"), needing]), wiring: .none)
        let refusals = try host.json("list")["notUsed"]
        let symbol = refusals?[0]?["reason"]?.string ?? ""
        #expect(symbol.contains("text_of_no_library"))
        #expect(refusals?[1]?["reason"] == "it needs the library 'libtone.so.1', which is not found")
    }

    @Test("a link to a missing file is listed as unreadable")
    func danglingLink() throws {
        let host = try Sandbox(.only([.fixture("Plain")]), wiring: .none)
        let link = "\(host.plugins)/libLink.so"
        #expect(try Subprocess("/bin/ln", ["-s", "/no/such/file", link]).run().end == .exit(0))
        #expect(
            try host.json("list")["notUsed"] == [
                ["file": .string(link), "reason": "it cannot be read (No such file or directory)"]
            ])
    }

    @Test("a file whose id is taken is shadowed: by the first name in a directory, by the earlier of two directories")
    func shadowed() throws {
        let host = try Sandbox(
            .only([.fixture("PlainTwo", as: "b.so"), .fixture("Plain", as: "a.so")]), wiring: .none)
        let reason = "its id 'plain' is taken by \(host.plugins)/a.so, which was found earlier"
        let json = try host.json("list")
        #expect(json["features"]?.array?.map { $0["version"] } == ["1.0.0"])
        #expect(
            json["notUsed"] == [
                [
                    "file": .string("\(host.plugins)/b.so"), "reason": .string(reason),
                    "shadowed": ["id": "plain", "by": .string("\(host.plugins)/a.so")],
                ]
            ])
        #expect(try host.output("list").hasSuffix("Not used:\n  \(host.plugins)/b.so: \(reason)\n"))
        try host.directory.makeDirectory("earlier")
        try Feature.fixture("PlainTwo").write(to: host.directory("earlier/z.so"))
        let both = try host.json("list", "--plugins", host.directory("earlier"), "--plugins", host.plugins)
        #expect(both["features"]?.array?.map { $0["file"] } == [.string(host.directory("earlier/z.so"))])
        #expect(both["notUsed"]?.array?.count == 2)
    }

    @Test("a library without an entry is skipped beside the executable, where libraries of all kinds lie")
    func besideExecutable() throws {
        let host = try Sandbox()
        let bin = try host.directory.makeDirectory("bin")
        for feature in [Feature.home, .fixture("NoEntry"), .fixture("OtherMajor")] {
            try feature.write(to: "\(bin)/\(feature.name)")
        }
        let copy = "\(bin)/switchyard"
        #expect(try Subprocess("/bin/cp", [Products.switchyard, copy]).run().end == .exit(0))
        let json = try JSON.parse(host.run(["list", "--json"], executable: copy).output)
        #expect(json["features"]?.array?.map { $0["id"] } == ["home"])
        #expect(json["notUsed"]?.array?.map { $0["file"] } == [.string("\(bin)/libOtherMajor.so")])
    }
}
