import FeatureABI
import Glibc
import TestSupport
import Testing

/// A source that uses the header, valid both as C and as C++.
enum Consumer: String, CaseIterable, CustomTestStringConvertible {
    case includesItTwice
    case usesEverything
    case usesTheSwapExtension
    case usesTheConnectExtension
    case usesTheFilesExtension
    case usesTheHTTPExtension

    var testDescription: String { rawValue }

    var source: String {
        switch self {
        case .includesItTwice:
            """
            #include "FeatureABI.h"
            #include "FeatureABI.h"
            #include "FeatureHelpers.h"
            #include "FeatureHelpers.h"
            """
        case .usesTheSwapExtension:
            """
            #include "SwapExtension.h"
            #include "SwapExtension.h"
            #include "FeatureHelpers.h"

            sy_status use(const sy_host *host, const sy_destination *destination, const sy_error *error);
            sy_status use(const sy_host *host, const sy_destination *destination, const sy_error *error) {
                const sy_swap *table =
                    (const sy_swap *)host->extension(host, sy_string_from(SY_SWAP_EXTENSION));
                if (!table) return SY_NOT_MINE;
                return table->swap(table, 1, destination, error);
            }
            """
        case .usesTheConnectExtension:
            """
            #include "ConnectExtension.h"
            #include "ConnectExtension.h"
            #include "FeatureHelpers.h"

            static void take(void *argument, int32_t descriptor, sy_error_code code, const sy_string *reason) {
                (void)argument, (void)descriptor, (void)code, (void)reason;
            }

            sy_status use(const sy_host *host, const sy_error *error);
            sy_status use(const sy_host *host, const sy_error *error) {
                const sy_connect *table =
                    (const sy_connect *)host->extension(host, sy_string_from(SY_CONNECT_EXTENSION));
                if (!table) return SY_NOT_MINE;
                return table->connect(table, sy_string_from("a.b"), 1, take, NULL, error);
            }
            """
        case .usesTheFilesExtension:
            """
            #include "FilesExtension.h"
            #include "FilesExtension.h"
            #include "FeatureHelpers.h"

            static void take(void *argument, int32_t descriptor, const sy_string *name, sy_error_code code,
                             const sy_string *reason) {
                (void)argument, (void)(descriptor == SY_FILES_CANCELLED), (void)name, (void)code, (void)reason;
            }

            sy_status use(const sy_host *host, const sy_error *error);
            sy_status use(const sy_host *host, const sy_error *error) {
                const sy_files *table =
                    (const sy_files *)host->extension(host, sy_string_from(SY_FILES_EXTENSION));
                if (!table) return SY_NOT_MINE;
                if (table->open_file(table, sy_string_from("a"), take, NULL, error) == SY_OK) return SY_OK;
                return table->save_file(table, sy_string_from("a"), sy_string_from("b.txt"), take, NULL, error);
            }
            """
        case .usesTheHTTPExtension:
            """
            #include "HTTPExtension.h"
            #include "HTTPExtension.h"
            #include "FeatureHelpers.h"

            static void receive(void *argument, const sy_http_event *event) {
                (void)argument, (void)(event->kind == SY_HTTP_DONE), (void)event->code;
            }

            sy_status use(const sy_host *host, const sy_error *error);
            sy_status use(const sy_host *host, const sy_error *error) {
                const sy_http *table = (const sy_http *)host->extension(host, sy_string_from(SY_HTTP_EXTENSION));
                sy_http_request request = {sizeof request, 0, sy_string_from("GET"), sy_string_from("https://a.b/"),
                                           NULL, 0, NULL, 0, NULL, 0};
                uint64_t number = 0;
                if (!table) return SY_NOT_MINE;
                if (table->send(table, &request, receive, NULL, &number, error) != SY_OK) return SY_FAILED;
                table->cancel(table, number);
                return SY_OK;
            }
            """
        case .usesEverything:
            """
            #include "FeatureHelpers.h"
            #include <string.h>

            static sy_status render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink,
                                    const sy_error *error) {
                (void)how;
                sy_node node;
                memset(&node, 0, sizeof node);
                node.size = sizeof node;
                node.kind = SY_NODE_TEXT;
                node.text = sy_string_from("Hello");
                node.badge = sy_string_from(NULL);
                if (!screen->instance) return sy_fail(error, SY_ERROR_INVALID_STATE, "it is gone");
                if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
                return SY_OK;
            }

            static const sy_library *entry(void) { return NULL; }

            sy_status consume(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink,
                              const sy_error *error);
            sy_status consume(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink,
                              const sy_error *error) {
                sy_entry_function function = entry;
                if (function()) return SY_NOT_MINE;
                return render(screen, how, sink, error);
            }
            """
        }
    }
}

@Suite("FeatureABI.h", .blocking)
struct HeaderTests {
    private static let cStandards = ["c99", "c11", "c17", "c2x"]
    private static let cxxStandards = ["c++98", "c++11", "c++14", "c++17", "c++20", "c++23"]

    @Test(
        "cc compiles the header as C without a warning",
        .enabled(if: Compiler(name: "cc").isInstalled, "no cc is installed"), arguments: cStandards, Consumer.allCases)
    func c(standard: String, consumer: Consumer) throws {
        try expectClean("cc", consumer, standard: standard, suffix: "c")
    }

    @Test(
        "clang compiles the header as C without a warning",
        .enabled(if: Compiler(name: "clang").isInstalled, "no clang is installed"),
        arguments: cStandards, Consumer.allCases)
    func clang(standard: String, consumer: Consumer) throws {
        try expectClean("clang", consumer, standard: standard, suffix: "c")
    }

    @Test(
        "c++ compiles the header as C++ without a warning",
        .enabled(if: Compiler(name: "c++").isInstalled, "no c++ is installed"),
        arguments: cxxStandards, Consumer.allCases)
    func cxx(standard: String, consumer: Consumer) throws {
        try expectClean("c++", consumer, standard: standard, suffix: "cpp")
    }

    @Test(
        "g++ compiles the header as C++ without a warning",
        .enabled(if: Compiler(name: "g++").isInstalled, "no g++ is installed"),
        arguments: cxxStandards, Consumer.allCases)
    func gxx(standard: String, consumer: Consumer) throws {
        try expectClean("g++", consumer, standard: standard, suffix: "cpp")
    }

    @Test(
        "clang++ compiles the header as C++ without a warning",
        .enabled(if: Compiler(name: "clang++").isInstalled, "no clang++ is installed"),
        arguments: cxxStandards, Consumer.allCases)
    func clangxx(standard: String, consumer: Consumer) throws {
        try expectClean("clang++", consumer, standard: standard, suffix: "cpp")
    }

    @Test(
        "cc rejects a source with an error or a warning",
        .enabled(if: Compiler(name: "cc").isInstalled, "no cc is installed"),
        arguments: ["#include \"FeatureHelpers.h\"\nint x = sy_nothing;\n", "static int unused;\n"])
    func notClean(source: String) throws {
        let outcome = try Compiler(name: "cc").check(source, standard: "c11", suffix: "c")
        #expect(outcome.end == .exit(1))
    }

    private func expectClean(_ compiler: String, _ consumer: Consumer, standard: String, suffix: String) throws {
        let outcome = try Compiler(name: compiler).check(consumer.source, standard: standard, suffix: suffix)
        #expect(outcome.end == .exit(0), "\(outcome.diagnostics)")
    }
}

@Suite("The structs of FeatureABI.h", .blocking)
struct StructTests {
    /// The structs that other structs hold by value.
    private static let frozen = ["sy_string", "sy_value"]

    @Test(
        "a compiler for a 32-bit platform refuses the header with the reason",
        .enabled(if: Compiler(name: "clang").isInstalled, "no clang is installed"),
        arguments: ["armv7-linux-gnueabihf", "i386-linux-gnu", "wasm32"])
    func narrow(target: String) throws {
        let outcome = try Compiler(name: "clang").check(
            "#include \"FeatureABI.h\"\n", for: target, standard: "c11", suffix: "c")
        #expect(outcome.end == .exit(1))
        #expect(outcome.diagnostics.contains("FeatureABI 1 is for 64-bit platforms"), "\(outcome.diagnostics)")
    }

    @Test(
        "every struct has the same layout on every 64-bit platform",
        .enabled(if: Compiler(name: "clang").isInstalled, "no clang is installed"),
        arguments: ["x86_64-linux-gnu", "aarch64-linux-gnu", "riscv64-linux-gnu", "s390x-linux-gnu"])
    func platforms(target: String) throws {
        let contract = try ABIContract(ABIHeader())
        let checks = contract.structs.flatMap { found in
            ["sizeof(\(found.name)) == \(found.size)"]
                + found.members.map { "offsetof(\(found.name), \($0.name)) == \($0.offset)" }
        }
        #expect(checks.count > 150)
        let source = "#include \"FeatureABI.h\"\n" + checks.map { "_Static_assert(\($0), \"\");\n" }.joined()
        let outcome = try Compiler(name: "clang").check(source, for: target, standard: "c11", suffix: "c")
        #expect(outcome.end == .exit(0), "\(outcome.diagnostics)")
    }

    @Test("the header has no inline function, no bit field and no union")
    func plain() throws {
        let header = try ABIHeader()
        #expect(!header.text.contains("inline ") || !header.text.contains("static inline"))
        #expect(!header.text.contains("union {"))
        for found in header.structs {
            for member in found.members { #expect(!member.contains(":"), "\(found): \(member)") }
        }
    }

    @Test(
        "with SY_WITHOUT_INCLUDES the preprocessor gives the declarations alone",
        .enabled(if: Compiler(name: "cc").isInstalled, "no cc is installed"))
    func declarationsAlone() throws {
        let outcome = try Subprocess(
            installedProgram("cc") ?? "cc",
            ["-E", "-P", "-DSY_WITHOUT_INCLUDES", "\(Repository.includeDirectory)/FeatureABI.h"],
            environment: ["PATH": getenv("PATH").map { String(cString: $0) } ?? ""]
        ).run()
        #expect(outcome.end == .exit(0))
        #expect(!outcome.output.contains("#") && !outcome.output.contains("__"), "\(outcome.output)")
        #expect(outcome.output.hasPrefix("typedef struct sy_string {"))
    }

    @Test("every struct is found in the header's text")
    func found() throws {
        let names = try ABIHeader().structs.map(\.name)
        #expect(names.count == Set(names).count)
        #expect(
            Set(names).isSuperset(of: [
                "sy_string", "sy_value", "sy_argument", "sy_destination", "sy_message", "sy_error", "sy_text_sink",
                "sy_destination_sink", "sy_resume", "sy_resume_sink", "sy_node", "sy_receiver", "sy_checkpoint",
                "sy_screen_info", "sy_view_sink", "sy_list_part", "sy_render", "sy_event", "sy_return", "sy_screen",
                "sy_feature", "sy_context", "sy_library", "sy_host",
            ]))
    }

    @Test("the header includes only what is there without a C library")
    func includes() throws {
        let lines = try ABIHeader().text.split(separator: "\n").filter { $0.hasPrefix("#include") }
        #expect(lines == ["#include <stddef.h>", "#include <stdint.h>"])
    }

    /// The keywords of the languages that the header names, reserved ones too, from the languages' references. C's are
    /// those of C++ that are older than C++, and the last three.
    private static let keywords = [
        "C and C++": """
        alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class
        compl concept const consteval constexpr constinit const_cast continue contract_assert co_await co_return
        co_yield decltype default delete do double dynamic_cast else enum explicit export extern false float for
        friend goto if inline int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private
        protected public register reinterpret_cast requires return short signed sizeof static static_assert
        static_cast struct switch template this thread_local throw true try typedef typeid typename union unsigned
        using virtual void volatile wchar_t while xor xor_eq restrict typeof typeof_unqual
        """,
        "D": """
        abstract alias align asm assert auto body bool break byte case cast catch char class const continue dchar
        debug default delegate delete deprecated do double else enum export extern false final finally float for
        foreach foreach_reverse function goto if immutable import in inout int interface invariant is lazy long macro
        mixin module new nothrow null out override package pragma private protected public pure real ref return scope
        shared short static struct super switch synchronized template this throw true try typeid typeof ubyte uint
        ulong union unittest ushort version void wchar while with
        """,
        "C#": """
        abstract as base bool break byte case catch char checked class const continue decimal default delegate do
        double else enum event explicit extern false finally fixed float for foreach goto if implicit in int interface
        internal is lock long namespace new null object operator out override params private protected public readonly
        ref return sbyte sealed short sizeof stackalloc static string struct switch this throw true try typeof uint
        ulong unchecked unsafe ushort using virtual void volatile while
        """,
        "Java": """
        abstract assert boolean break byte case catch char class const continue default do double else enum extends
        false final finally float for goto if implements import instanceof int interface long native new null package
        private protected public return short static strictfp super switch synchronized this throw throws transient
        true try void volatile while
        """,
        "OCaml": """
        and as assert begin class constraint do done downto effect else end exception external false for fun function
        functor if in include inherit initializer lazy let match method module mutable new nonrec object of open or
        private rec sig struct then to true try type val virtual when while with
        """,
        "Go": """
        break case chan const continue default defer else fallthrough for func go goto if import interface map package
        range return select struct switch type var
        """,
        "Rust": """
        abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen
        if impl in let loop macro match mod move mut override priv pub ref return self static struct super trait true
        try type typeof unsafe unsized use virtual where while yield
        """,
        "Zig": """
        addrspace align allowzero and anyframe anytype asm async await break callconv catch comptime const continue
        defer else enum errdefer error export extern fn for if inline linksection noalias noinline nosuspend opaque or
        orelse packed pub resume return struct suspend switch test threadlocal try union unreachable usingnamespace
        var volatile while
        """,
    ]

    @Test("no member has the name of a keyword in another language", arguments: keywords.keys.sorted())
    func members(language: String) throws {
        let words = Set((Self.keywords[language] ?? "").split(whereSeparator: \.isWhitespace).map(String.init))
        let named = try ABIHeader().structs.flatMap { found in
            found.members.map { (found.name, CDeclaration($0).name) }.filter { words.contains($0.1) }
        }
        #expect(named.map { "\($0.0).\($0.1)" } == [])
    }

    @Test("every struct begins with a 32-bit size, except the two that others hold by value and that never grow")
    func sizeFirst() throws {
        for found in try ABIHeader().structs where found.name != "sy_library" {
            #expect((found.members.first == "uint32_t size") == !Self.frozen.contains(found.name), "\(found)")
        }
    }

    @Test("no function that a library implements takes or returns a struct by value")
    func callbacks() throws {
        for found in try ABIHeader().structs where ["sy_library", "sy_feature", "sy_screen"].contains(found.name) {
            for member in found.members where member.contains("(*") {
                #expect(!member.contains("sy_string ") || member.contains("const sy_string *"), "\(found): \(member)")
            }
        }
    }

    @Test(
        "a struct has no padding that a writer could leave unset, and its size stands at its start in memory",
        .enabled(if: Compiler(name: "cc").isInstalled, "no cc is installed"))
    func layout() throws {
        let checks = try ABIHeader().structs.filter { !Self.frozen.contains($0.name) }.map { found in
            """
            _Static_assert(offsetof(\(found), size) == \(found.name == "sy_library" ? 4 : 0), "\(found)");
            _Static_assert(sizeof(((\(found) *)0)->size) == 4, "\(found)");

            """
        }
        let source = "#pragma GCC diagnostic error \"-Wpadded\"\n#include \"FeatureHelpers.h\"\n" + checks.joined()
        let outcome = try Compiler(name: "cc").check(source, standard: "c11", suffix: "c")
        #expect(outcome.end == .exit(0), "\(outcome.diagnostics)")
    }

    @Test("structs hold by value only the structs that never grow")
    func byValue() throws {
        let structs = try ABIHeader().structs
        let names = Set(structs.map(\.name)).subtracting(Self.frozen)
        for found in structs {
            for member in found.members where !member.contains("*") {
                let type = member.split(separator: " ").first.map(String.init) ?? ""
                #expect(!names.contains(type), "\(found): \(member)")
            }
        }
    }

    @Test("no struct has a member called self, which Swift could not reach")
    func noSelf() throws {
        for found in try ABIHeader().structs {
            for member in found.members {
                let words = member.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
                #expect(!words.contains("self"), "\(found): \(member)")
            }
        }
    }

    @Test("sy_library begins with what a host reads before it knows the version: magic, size, major, minor")
    func library() {
        #expect(SY_MAGIC == 0x5359_4142)
        #expect(MemoryLayout<sy_library>.offset(of: \.magic) == 0)
        #expect(MemoryLayout<sy_library>.offset(of: \.size) == 4)
        #expect(MemoryLayout<sy_library>.offset(of: \.abi_major) == 8)
        #expect(MemoryLayout<sy_library>.offset(of: \.abi_minor) == 12)
    }
}
