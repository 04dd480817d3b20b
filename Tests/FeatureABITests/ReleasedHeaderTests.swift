import TestSupport
import Testing

/// The promise of Documentation/ABI.md to libraries that are built against a header.
@Suite("A released header", .blocking, .enabled(if: Compiler(name: "cc").isInstalled, "no cc is installed"))
struct ReleasedHeaderTests {
    /// Every frozen version, oldest first: the folders Tests/Fixtures/abi-MAJOR.MINOR.
    private static func released() throws -> [ABIHeader] {
        let folder = Repository.path("Tests/Fixtures")
        let versions = try File.names(in: folder).filter { $0.hasPrefix("abi-") }
        return try versions.map { try ABIHeader(at: "\(folder)/\($0)/FeatureABI.h") }
    }

    @Test("the current header only appends to each released header")
    func current() throws {
        let current = try ABIContract(ABIHeader())
        let released = try Self.released()
        #expect(!released.isEmpty)
        for header in released {
            let findings = ABIComparison(from: try ABIContract(header), to: current).findings
            #expect(findings == [])
        }
    }

    @Test("the current header is the released one to the byte until the minor version is raised")
    func unraised() throws {
        let current = try ABIHeader()
        let version = try ABIContract(current)
        let copy = Repository.path("Tests/Fixtures/abi-\(version.major).\(version.minor)/FeatureABI.h")
        // Between a raise and the release there is no copy yet.
        guard let released = try? ABIHeader(at: copy) else {
            #expect(version.minor > 0)
            return
        }
        #expect(
            released.text == current.text,
            """
            FeatureABI.h is not the copy in Tests/Fixtures/abi-\(version.major).\(version.minor): what is new needs a \
            larger SY_ABI_MINOR; where only words of comments were changed, copy it there
            """)
    }

    @Test("the contract of a released header holds everything that is compared")
    func complete() throws {
        let contract = try ABIContract(ABIHeader(at: Repository.path("Tests/Fixtures/abi-1.0/FeatureABI.h")))
        #expect(contract.major == 1)
        #expect(contract.minor == 0)
        #expect(contract.structs.count == 26)
        #expect(contract.structs.first { $0.name == "sy_host" }?.size == 200)
        #expect(contract.structs.flatMap(\.members).allSatisfy { !$0.name.isEmpty && $0.size > 0 && $0.offset >= 0 })
        #expect(
            contract.enumerations.map(\.name) == [
                "sy_value_kind", "sy_message_kind", "sy_status", "sy_error_code", "sy_resume_kind", "sy_node_kind",
                "sy_node_flags", "sy_role", "sy_receiver_kind", "sy_screen_flags", "sy_render_flags",
                "sy_method", "sy_log_level",
            ])
        #expect(contract.enumerations.flatMap(\.values).count == 103)
        #expect(contract.enumerations.flatMap(\.values).allSatisfy { $0.number >= 0 })
        #expect(contract.types.map(\.name).suffix(3) == ["sy_entry_function", "sy_method", "sy_log_level"])
        #expect(
            contract.macros.map(\.name) == [
                "SY_EXPORT", "SY_ABI_MAJOR", "SY_ABI_MINOR", "SY_ENTRY_SYMBOL", "SY_MAGIC",
            ])
    }
}
