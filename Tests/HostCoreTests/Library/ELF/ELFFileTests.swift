import TestSupport
import Testing

@testable import HostCore

@Suite("The inspection of a library", .blocking)
struct ELFFileTests {
    @Test(
        "inspection finds a function exactly when dlsym would find it",
        arguments: [
            ("gnu", "entry", true), ("gnu", "weak_entry", true), ("gnu", "protected_entry", true),
            ("gnu", "table", false), ("gnu", "hidden_entry", false), ("gnu", "static_entry", false),
            ("gnu", "imported", false), ("gnu", "absent", false), ("gnu", "entr", false), ("gnu", "entry_", false),
            ("gnu", "", false), ("gnu", "absolute_zero", false), ("gnu", "thread_local_entry", false),
            ("sysv", "entry", true), ("sysv", "weak_entry", true), ("sysv", "table", false),
            ("sysv", "hidden_entry", false), ("sysv", "imported", false), ("sysv", "absent", false),
            ("both", "entry", true), ("both", "absent", false),
            ("stripped", "entry", true), ("stripped", "absent", false),
            ("none", "entry", false), ("hidden", "entry", false), ("many", "f_1_entry", true),
            ("many", "f_777_entry", true), ("many", "f_2001_entry", false), ("many_sysv", "f_777_entry", true),
            ("many_sysv", "f_2001_entry", false),
        ])
    func symbols(fixture: String, symbol: String, isDefined: Bool) throws {
        let file = try lookAtELF(try ELFFixtures.bytes(fixture), for: [symbol, "certainly_absent"])
        #expect(file.definedFunctions == (isDefined ? [symbol] : []))
    }

    @Test("inspection finds every symbol of a large library, with either hash table", arguments: ["many", "many_sysv"])
    func allSymbols(fixture: String) throws {
        let names = Set((1...2000).map { "f_\($0)_entry" })
        #expect(try lookAtELF(try ELFFixtures.bytes(fixture), for: names).definedFunctions == names)
    }

    @Test("a library without a hash table is searched up to its string table")
    func noHashTable() throws {
        var image = ELFImage(try ELFFixtures.bytes("gnu"))
        image.write(UInt64(0x6fff_feff), at: try #require(image.dynamicEntry(ELFDynamicTag.gnuHash)))
        let file = try lookAtELF(image.bytes, for: ["entry", "hidden_entry", "imported", "absent"])
        #expect(file.definedFunctions == ["entry"])
    }

    @Test("needed libraries, the soname and run paths are read as written")
    func names() throws {
        let file = try lookAtELF(try ELFFixtures.bytes("linked"))
        #expect(file.neededLibraries == ["libgnu.so.3", "./sysv.so"])
        #expect(file.soname == "liblinked.so.1")
        #expect(file.runPaths == ["$ORIGIN", "$ORIGIN/../lib", "/srv/x"])
    }

    @Test("an obsolete run path counts as a run path")
    func obsoleteRunPath() throws {
        #expect(try lookAtELF(try ELFFixtures.bytes("rpath")).runPaths == ["$ORIGIN/old"])
    }

    @Test("a library without such entries has no needed libraries, no soname and no run paths")
    func plain() throws {
        let file = try lookAtELF(try ELFFixtures.bytes("none"))
        #expect(file.neededLibraries == [])
        #expect(file.soname == nil)
        #expect(file.runPaths == [])
        #expect(!file.hasTextRelocations)
        #expect(!file.hasExecutableStack)
        #expect(file.definedFunctions == [])
    }

    @Test("inspection detects an executable stack", arguments: [("execstack", true), ("gnu", false)])
    func executableStack(fixture: String, expected: Bool) throws {
        #expect(try lookAtELF(try ELFFixtures.bytes(fixture)).hasExecutableStack == expected)
    }

    @Test("a library without a stack header has the machine's default")
    func unsaidStack() throws {
        var image = ELFImage(try ELFFixtures.bytes("gnu"))
        image.write(UInt32(0), at: try #require(image.programHeader(ELFSegmentType.gnuStack)))
        #expect(try lookAtELF(image.bytes).hasExecutableStack == ELFMachine.current.stackIsExecutableByDefault)
    }

    @Test("inspection detects text relocations", arguments: [("textrel", true), ("gnu", false)])
    func textRelocations(fixture: String, expected: Bool) throws {
        #expect(try lookAtELF(try ELFFixtures.bytes(fixture)).hasTextRelocations == expected)
    }

    @Test(
        "inspection detects Go's runtime by its note and its build information together, also in a stripped library",
        arguments: [("go", true), ("gonote", false), ("goinfo", false), ("gnu", false)])
    func goRuntime(fixture: String, expected: Bool) throws {
        #expect(try lookAtELF(try ELFFixtures.bytes(fixture)).hasGoRuntime == expected)
    }

    @Test(
        "a note of an impossible size is none of Go's",
        arguments: [UInt32.max, UInt32.max - 3, 0x7fff_ffff, 5])
    func hostileNote(size: UInt32) throws {
        var image = ELFImage(try ELFFixtures.bytes("go"))
        let header = try #require(image.programHeader(ELFSegmentType.note))
        for word in 0..<2 { image.write(size, at: Int(image.read(at: header + 8)) + word * 4) }
        #expect(try !lookAtELF(image.bytes).hasGoRuntime)
    }

    @Test(
        "the refusal of another kind of ELF file names the kind",
        arguments: [
            ("object", ELFError.notSharedObject("relocatable object")),
            ("executable", ELFError.notSharedObject("executable")),
            ("pie", ELFError.notSharedObject("position-independent executable")),
            ("debug", ELFError.noDynamicSection),
        ])
    func otherKinds(fixture: String, expected: ELFError) throws {
        let bytes = try ELFFixtures.bytes(fixture)
        #expect(refusalOfELF(bytes) == expected)
    }

    @Test(
        "the refusal of a file that is not ELF shows its first bytes",
        arguments: [
            ("", ELFError.empty),
            ("#!/bin/sh\n", .notELF(firstBytes: Array("#!/b".utf8))),
            ("!<arch>\n", .notELF(firstBytes: Array("!<ar".utf8))),
            ("x", .notELF(firstBytes: Array("x".utf8))),
            ("\u{7f}EL", .truncated(what: "the ELF header", expectedSize: 64, actualSize: 3)),
            ("\u{7f}ELF", .truncated(what: "the ELF header", expectedSize: 64, actualSize: 4)),
        ])
    func otherFiles(text: String, expected: ELFError) {
        #expect(refusalOfELF(Array(text.utf8)) == expected)
    }

    @Test(
        "the refusal of a header for another machine names the machine",
        arguments: [
            (4, [1], ELFError.otherClass),
            (5, [2], .otherByteOrder),
            (16, [4, 0], .notSharedObject("core file")),
            (16, [0, 0xfe], .notSharedObject("file type 65024")),
            (18, [22, 0], .otherMachine(found: .s390x, wanted: .current)),
            (18, [40, 0], .otherMachine(found: .arm, wanted: .current)),
            (18, [0x67, 0x12], .otherMachine(found: ELFMachine(rawValue: 4711), wanted: .current)),
            (4, [0], .malformed("it is neither 32-bit nor 64-bit (class 0)")),
            (5, [9], .malformed("it is neither little-endian nor big-endian (encoding 9)")),
            (6, [2], .malformed("it is of ELF version 2, and only version 1 exists")),
            (54, [32, 0], .malformed("its program headers are not of 56 bytes")),
            (56, [0, 0], .noDynamicSection),
        ] as [(Int, [UInt8], ELFError)])
    func headers(offset: Int, patch: [UInt8], expected: ELFError) throws {
        var bytes = try ELFFixtures.bytes("gnu")
        bytes.replaceSubrange(offset..<offset + patch.count, with: patch)
        #expect(refusalOfELF(bytes) == expected)
    }

    @Test(
        "the text of an error names the value found and the value expected",
        arguments: [
            (.empty, "the file is empty"),
            (.notELF(firstBytes: Array("#!/b".utf8)), "not an ELF file: it begins with \"#!/b\""),
            (
                .notELF(firstBytes: [0x1b, 0x22, 0x0a, 0xff]),
                "not an ELF file: it begins with \"\\x1b\\\"\\n\\xff\""
            ),
            (
                .notELF(firstBytes: [0x00, 0x5c, 0x20, 0x7f]),
                "not an ELF file: it begins with \"\\x00\\\\ \\x7f\""
            ),
            (
                .truncated(what: "a loadable segment", expectedSize: 9000, actualSize: 4096),
                "truncated: a loadable segment should end at byte 9000, and the file has 4096"
            ),
            (.otherClass, "built for a 32-bit machine; this machine is 64-bit"),
            (.otherByteOrder, "built for a big-endian machine; this machine is little-endian"),
            (.otherMachine(found: .aarch64, wanted: .amd64), "built for aarch64; this machine is x86-64"),
            (
                .otherMachine(found: ELFMachine(rawValue: 4711), wanted: .riscv),
                "built for machine type 4711; this machine is riscv"
            ),
            (.notSharedObject("relocatable object"), "not a shared library (relocatable object)"),
            (.noDynamicSection, "not a shared library (no dynamic section)"),
            (.malformed("the symbol table is odd"), "malformed: the symbol table is odd"),
        ] as [(ELFError, String)])
    func descriptions(error: ELFError, expected: String) {
        #expect(error.description == expected)
    }
}
