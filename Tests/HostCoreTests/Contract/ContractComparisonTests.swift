import FeatureContract
import TestSupport
import Testing

@testable import HostCore

@Suite("The comparison of two versions of a feature")
struct ContractComparisonTests {
    @Test("two equal versions have no changes")
    func equal() throws {
        let shop = try manifest(ContractRow.old)
        #expect(ContractComparison(of: shop, with: shop).changes == [])
    }

    /// The two versions of a row.
    private static func versions(_ row: ContractRow) throws -> (old: Manifest, new: Manifest) {
        var text = ContractRow.old
        for (part, replacement) in row.edits {
            try #require(text.ranges(of: part).count == 1, "'\(part)'")
            text = text.replacing(part, with: replacement)
        }
        return (try manifest(ContractRow.old), try manifest(text.replacing("[,", with: "[")))
    }

    @Test("each change of the table breaks or does not, and what breaks has advice", arguments: ContractRow.all)
    func verdict(_ row: ContractRow) throws {
        let versions = try Self.versions(row)
        let changes = ContractComparison(of: versions.old, with: versions.new).changes
        #expect(changes.contains(where: \.breaks) == row.breaks, "\(changes)")
        #expect(changes.allSatisfy { $0.breaks == ($0.fix != nil) })
    }

    @Test(
        "a change breaks exactly if some wiring, link, setting, permission or host was right and is wrong",
        arguments: Tier.rows(of: ContractRow.all, first: 25))
    func witness(_ row: ContractRow) throws {
        let versions = try Self.versions(row)
        let witnesses = try ContractWitness(versions.old, versions.new).all()
        #expect(witnesses.isEmpty != row.breaks, "\(witnesses.prefix(5)) of \(witnesses.count)")
    }

    @Test("the table has at least 60 changes, each once")
    func table() {
        #expect(ContractRow.all.count >= 60)
        #expect(Set(ContractRow.all.map(\.title)).count == ContractRow.all.count)
    }
}
