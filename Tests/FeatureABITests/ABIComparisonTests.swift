import TestSupport
import Testing

@Suite("A change of a released header", .blocking, .enabled(if: Compiler(name: "cc").isInstalled, "no cc is installed"))
struct ABIComparisonTests {
    /// An edit of version 1.0, with the expected findings.
    struct Change: CustomTestStringConvertible, Sendable {
        let name: String
        /// Passages of the header with their replacements.
        let edits: [(String, String)]
        let findings: [String]

        init(_ name: String, _ edits: [(String, String)], _ findings: [String] = []) {
            self.name = name
            self.edits = edits
            self.findings = findings
        }

        var testDescription: String { name }
    }

    private static let raised = ("SY_ABI_MINOR 0u", "SY_ABI_MINOR 1u")

    private static let allowed = [
        Change("nothing", []),
        Change("a comment", [("/* A named argument of a destination. */", "/* Text. */")]),
        Change(
            "a parameter's name",
            [("sy_status (*pop)(const struct sy_host *host,", "sy_status (*pop)(const struct sy_host *self_,")]),
        Change(
            "a member appended",
            [
                raised,
                (
                    "    uint64_t element_offset;\n} sy_node;",
                    "    uint64_t element_offset;\n    sy_string hint;\n} sy_node;"
                ),
            ]),
        Change(
            "a function appended to the host's table",
            [
                raised,
                (
                    "    const void *(*extension)(const struct sy_host *host, sy_string id);\n} sy_host;",
                    """
                        const void *(*extension)(const struct sy_host *host, sy_string id);
                        void (*beep)(const struct sy_host *host, sy_screen_id screen);
                    } sy_host;
                    """
                ),
            ]),
        Change("a value appended", [raised, ("SY_LOG_ERROR = 4", "SY_LOG_ERROR = 4,\n    SY_LOG_FATAL = 5")]),
        Change(
            "a flag appended",
            [
                raised,
                (
                    "SY_SCREEN_FLAG_LOADING = 1u << 0",
                    "SY_SCREEN_FLAG_LOADING = 1u << 0,\n SY_SCREEN_FLAG_DIM = 1u << 1"
                ),
            ]),
        Change(
            "a struct and a type that are new",
            [
                raised,
                (
                    "} sy_host;\n",
                    """
                    } sy_host;
                    typedef uint32_t sy_mood;
                    enum { SY_MOOD_GOOD = 0, SY_MOOD_BAD = 1 };
                    typedef struct sy_weather {
                        uint32_t size;
                        sy_mood mood;
                    } sy_weather;
                    """
                ),
            ]),
    ]

    private static let refused = [
        Change("a member removed", [("    sy_string badge;\n", "")], ["sy_node.badge is gone"]),
        Change(
            "the last member removed", [("    sy_string settings;\n", "")], ["sy_context.settings is gone"]),
        Change(
            "members in another order",
            [("    sy_string text;\n    sy_string detail;\n", "    sy_string detail;\n    sy_string text;\n")],
            ["sy_node.text stood at byte 24 and stands at byte 40"]),
        Change(
            "a member inserted in the middle",
            [raised, ("    sy_string badge;\n", "    sy_string hint;\n    sy_string badge;\n")],
            [
                "sy_node.hint is new and stands at byte 88: append it behind the 240 bytes that readers know, "
                    + "not in what was padding"
            ]),
        Change(
            "a member's type", [("    uint64_t action;\n", "    int64_t action;\n")],
            ["sy_node.action was 'uint64_t' and is 'int64_t'"]),
        Change(
            "a member's size", [("    uint64_t action;\n", "    uint32_t action;\n")],
            ["sy_node.action was 'uint64_t' and is 'uint32_t'"]),
        Change(
            "a member's name", [raised, ("    sy_string badge;\n", "    sy_string tag;\n")],
            [
                "sy_node.badge is gone",
                "sy_node.tag is new and stands at byte 88: append it behind the 240 bytes that readers know, "
                    + "not in what was padding",
            ]),
        Change(
            "a member that takes the place of a reserved one",
            [
                raised,
                (
                    "    uint32_t reserved;            /* 0 */\n    sy_string name;",
                    "    uint32_t priority;\n    sy_string name;"
                ),
            ],
            [
                "sy_receiver.reserved is gone",
                "sy_receiver.priority is new and stands at byte 12: append it behind the 32 bytes that readers know, "
                    + "not in what was padding",
            ]),
        Change(
            "a function's parameter",
            [
                (
                    "const struct sy_host *host, sy_screen_id screen, uint32_t count,",
                    "const struct sy_host *host, sy_screen_id screen, uint64_t count,"
                )
            ],
            [
                "sy_host.pop was 'sy_status (*)(const sy_host *, sy_screen_id, uint32_t, const sy_error *)' and is "
                    + "'sy_status (*)(const sy_host *, sy_screen_id, uint64_t, const sy_error *)'"
            ]),
        Change(
            "a parameter added to a function",
            [
                (
                    "void (*destroy)(const struct sy_screen *screen);",
                    "void (*destroy)(const struct sy_screen *screen, int why);"
                )
            ],
            [
                "sy_screen.destroy was 'void (*)(const sy_screen *)' and is 'void (*)(const sy_screen *, int)'"
            ]),
        Change(
            "what a function gives back",
            [
                (
                    "void (*destroy)(const struct sy_screen *screen);",
                    "int32_t (*destroy)(const struct sy_screen *screen);"
                )
            ],
            ["sy_screen.destroy was 'void (*)(const sy_screen *)' and is 'int32_t (*)(const sy_screen *)'"]),
        Change(
            "a parameter of a function that is a parameter",
            [
                (
                    "void (*function)(void *argument), void *argument);",
                    "void (*function)(const void *argument), void *argument);"
                )
            ],
            [
                "sy_host.post was 'int32_t (*)(const sy_host *, void (*)(void *), void *)' and is "
                    + "'int32_t (*)(const sy_host *, void (*)(const void *), void *)'"
            ]),
        Change(
            "a struct that never grows, appended to",
            [raised, ("same index */\n} sy_value;", "same index */\n    size_t more;\n} sy_value;")],
            [
                "sy_value.more is new: sy_value never grows, since other structs hold it by value"
            ]),
        Change(
            "the other struct that never grows, appended to",
            [raised, ("    size_t count;\n} sy_string;", "    size_t count;\n    size_t room;\n} sy_string;")],
            ["sy_string.room is new: sy_string never grows, since other structs hold it by value"]),
        Change(
            "a struct removed, and what uses it",
            [
                ("typedef struct sy_context {", "typedef struct sy_surroundings {"),
                ("} sy_context;", "} sy_surroundings;\ntypedef struct sy_surroundings sy_context;"), raised,
            ],
            ["the struct sy_context is gone"]),
        Change("a value's number", [("SY_VALUE_LIST = 5", "SY_VALUE_LIST = 6")], ["SY_VALUE_LIST was 5 and is 6"]),
        Change(
            "a value removed", [("    SY_NODE_DIVIDER = 12,\n", "")],
            ["SY_NODE_DIVIDER of sy_node_kind is gone"]),
        Change(
            "a number used again", [raised, ("SY_NODE_DIVIDER = 12,", "SY_NODE_RULE = 12,")],
            [
                "SY_NODE_DIVIDER of sy_node_kind is gone",
                "SY_NODE_RULE is new and has the number 12, which is SY_NODE_DIVIDER's",
            ]),
        Change(
            "a number that two new values have",
            [raised, ("SY_LOG_ERROR = 4", "SY_LOG_ERROR = 4,\n    SY_LOG_FATAL = 5,\n    SY_LOG_LAST = 5")],
            ["SY_LOG_LAST is new and has the number 5, which is SY_LOG_FATAL's"]),
        Change(
            "an enumeration's type", [("typedef uint32_t sy_status;", "typedef int32_t sy_status;")],
            ["the type sy_status was 'uint32_t' and is 'int32_t'"]),
        Change(
            "the entry's type",
            [
                (
                    "typedef const sy_library *(*sy_entry_function)(void);",
                    "typedef const sy_library *(*sy_entry_function)(int version);"
                )
            ],
            ["the type sy_entry_function was 'const sy_library * (*)(void)' and is 'const sy_library * (*)(int)'"]),
        Change(
            "a macro", [(#"SY_ENTRY_SYMBOL "switchyard_feature_entry""#, #"SY_ENTRY_SYMBOL "sy_entry""#)],
            [#"the macro SY_ENTRY_SYMBOL was '"switchyard_feature_entry"' and is '"sy_entry"'"#]),
        Change(
            "a macro removed", [(#"#define SY_ENTRY_SYMBOL "switchyard_feature_entry""#, "")],
            ["the macro SY_ENTRY_SYMBOL is gone"]),
        Change(
            "a member appended without a larger minor",
            [
                (
                    "    uint64_t element_offset;\n} sy_node;",
                    "    uint64_t element_offset;\n    sy_string hint;\n} sy_node;"
                )
            ],
            ["sy_node.hint is new, and SY_ABI_MINOR is 0 as before: raise it, since that version is released"]),
        Change(
            "a value appended without a larger minor",
            [("SY_LOG_ERROR = 4", "SY_LOG_ERROR = 4,\n    SY_LOG_FATAL = 5")],
            ["SY_LOG_FATAL is new, and SY_ABI_MINOR is 0 as before: raise it, since that version is released"]),
        Change(
            "the major", [("SY_ABI_MAJOR 1u", "SY_ABI_MAJOR 2u")],
            ["SY_ABI_MAJOR was 1 and is 2: that is another contract, with a header of its own"]),
    ]

    @Test(
        "a change that appends, or edits only comments and parameter names, is allowed",
        arguments: Tier.rows(of: allowed, first: 2))
    func allows(change: Change) throws {
        #expect(try findings(after: change) == [])
    }

    @Test("any other change is reported with the name of the declaration", arguments: Tier.rows(of: refused, first: 4))
    func refuses(change: Change) throws {
        #expect(try findings(after: change) == change.findings)
    }

    @Test("a smaller minor version is reported")
    func smallerMinor() throws {
        let old = try ABIHeader(at: Repository.path("Tests/Fixtures/abi-1.0/FeatureABI.h")).text
        let later = try ABIContract(ABIHeader(old.replacing(Self.raised.0, with: Self.raised.1)))
        let comparison = ABIComparison(from: later, to: try ABIContract(ABIHeader(old)))
        #expect(comparison.findings == ["SY_ABI_MINOR was 1 and is 0"])
    }

    @Test("the comparison names the new declarations")
    func additions() throws {
        let old = try ABIHeader(at: Repository.path("Tests/Fixtures/abi-1.0/FeatureABI.h"))
        let edited = old.text.replacing("SY_LOG_ERROR = 4", with: "SY_LOG_ERROR = 4,\n    SY_LOG_FATAL = 5")
        let comparison = ABIComparison(from: try ABIContract(old), to: try ABIContract(ABIHeader(edited)))
        #expect(comparison.additions == ["SY_LOG_FATAL"])
    }

    private func findings(after change: Change) throws -> [String] {
        let old = try ABIHeader(at: Repository.path("Tests/Fixtures/abi-1.0/FeatureABI.h"))
        var text = old.text
        for (found, replacement) in change.edits {
            #expect(text.ranges(of: found).count == 1, "\(found)")
            text.replace(found, with: replacement)
        }
        return ABIComparison(from: try ABIContract(old), to: try ABIContract(ABIHeader(text))).findings
    }
}
