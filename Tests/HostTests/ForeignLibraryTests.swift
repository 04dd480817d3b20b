import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

/// A library of another program's, which lies in a plugins directory.
struct ForeignLibrary: Sendable, CustomTestStringConvertible {
    let name: String
    /// What its reason says, beside that it is foreign.
    let reason: String
    let source: String

    var testDescription: String { name }

    init(_ name: String, _ reason: String, _ source: String) {
        self.name = name
        self.reason = reason
        self.source = source
    }

    private static let noEntry = "it exports no function 'switchyard_feature_entry'"
    private static let noMagic = "what its 'switchyard_feature_entry' returns does not begin with SY_MAGIC"
    private static let earlier = "its entry is 'feature_entry', and a feature's is 'switchyard_feature_entry'"

    /// Each function that no host has a reason to call ends the process.
    static let all: [ForeignLibrary] = [
        ForeignLibrary("Plain", noEntry, "int add(int a, int b) { return a + b; }"),
        ForeignLibrary(
            "CLAP", noEntry,
            """
            static _Bool init(const char *path) { (void)path; __builtin_trap(); }
            const struct { unsigned version[3]; _Bool (*init)(const char *); } clap_entry = {{1, 2, 0}, init};
            """),
        ForeignLibrary(
            "PostgreSQL", noEntry,
            """
            const void *Pg_magic_func(void) { __builtin_trap(); }
            void _PG_init(void) { __builtin_trap(); }
            """),
        ForeignLibrary("EntryIsNumber", earlier, "int feature_entry(void) { __builtin_trap(); return 7; }"),
        ForeignLibrary(
            "EntryIsMain", earlier,
            "int feature_entry(int count, char **texts) { (void)count; texts[0][0] = 0; return 0; }"),
        ForeignLibrary(
            "EntryOfText", earlier,
            "const char *feature_entry(void) { __builtin_trap(); return \"a struct that begins with a text\"; }"),
        ForeignLibrary("EntryIsData", noEntry, "const char feature_entry[] = \"data\";"),
        ForeignLibrary("NewEntryIsData", noEntry, "const char switchyard_feature_entry[] = \"data\";"),
        ForeignLibrary("NewEntryGivesNull", noMagic, "const void *switchyard_feature_entry(void) { return 0; }"),
        ForeignLibrary("NewEntryGivesNumber", noMagic, "long switchyard_feature_entry(void) { return 4096; }"),
        ForeignLibrary("NewEntryGivesOddNumber", noMagic, "long switchyard_feature_entry(void) { return 7; }"),
        ForeignLibrary(
            "NewEntryGivesText", noMagic,
            """
            static const char text[64] __attribute__((aligned(8))) = "a struct that begins with a text";
            const void *switchyard_feature_entry(void) { return text; }
            """),
        ForeignLibrary(
            "NewEntryGivesLuckyWords", noMagic,
            """
            static void called(void) { __builtin_trap(); }
            static const struct { unsigned size, major, minor, reserved; void *instance, (*functions[3])(void); } library =
                {48, 1, 0, 0, 0, {called, called, called}};
            const void *switchyard_feature_entry(void) { return &library; }
            """),
    ]
}

@Suite("A foreign library", .blocking, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct ForeignLibraryTests {
    @Test("each kind is named as foreign, and nothing of it is called", .inlineAndInWorkers)
    func foreign() throws {
        let host = try Sandbox(
            .only(ForeignLibrary.all.map { .source($0.name, $0.source) }), wiring: .none)
        let outcome = try host.run("list", "--json")
        #expect(outcome.end == .exit(0), "\(outcome.diagnostics)")
        let list = try JSON.parse(outcome.output)
        #expect(list["features"] == [])
        let refused = list["notUsed"]?.array ?? []
        #expect(refused.count == ForeignLibrary.all.count)
        for library in ForeignLibrary.all {
            let found = refused.first { $0["file"]?.string?.contains("/lib\(library.name).so") == true }
            let reason = found?["reason"]?.string ?? "nothing is said of it"
            #expect(reason.hasPrefix("it is a foreign library"), "\(library.name): \(reason)")
            #expect(reason.contains(library.reason), "\(library.name): \(reason)")
        }
    }

    @Test("a feature with the entry of before is told what to rename")
    func earlierEntry() throws {
        let host = try Sandbox(
            .only([.source("Old", "#define switchyard_feature_entry feature_entry\n#include \"PlainFeature.h\"\n")]),
            wiring: .none)
        let doctor = try host.run("doctor")
        #expect(doctor.output.contains("a feature from before FeatureABI 1.0"), "\(doctor.output)")
        #expect(
            doctor.output.contains("rename its function 'feature_entry' to 'switchyard_feature_entry'"),
            "\(doctor.output)")
    }
}
