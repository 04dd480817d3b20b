import FeatureContract
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport
@testable import HostTools

@Suite("The comparison of two versions of a feature")
struct ContractComparisonTests {
    @Test("two equal versions have no changes")
    func equal() throws {
        let shop = try manifest(ContractRow.old)
        #expect(ContractComparison(of: shop, with: shop).changes == [])
    }

    @Test("each of many patterns is compared, whether they are as before or all others")
    func manyPatterns() throws {
        func version(_ first: String, _ prefix: String) throws -> Manifest {
            let routes = (0..<60).map { #"{"name": "r\#($0)", "arguments": [{"name": "a", "type": "string"}]}"# }
            let links = (1..<60).map { link("/\(prefix)\($0)/{a}", "r\($0)") } + [link(first, "r0")]
            return try manifest(
                #"{"manifest": 1, "id": "shop", "version": "1.0.0", "incoming": [\#(routes.joined(separator: ","))], "#
                    + #""links": [\#(links.joined(separator: ","))]}"#)
        }
        func link(_ pattern: String, _ route: String) -> String {
            #"{"scheme": "shop", "host": "shop", "pattern": "\#(pattern)", "route": "\#(route)"}"#
        }
        let old = try version("/new/{a}", "r")
        let same = ContractComparison(of: old, with: try version("/new/{a}", "r"))
        #expect(same.changes == [])
        let others = ContractComparison(of: old, with: try version("/new/{a}", "q"))
        #expect(others.changes.count { $0.breaks } == 59)
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

    @Test(
        "the advice for a route that is gone names the new route that is like it",
        arguments: [
            ("", nil), ("article(id: int)", "article"), ("article(id: string)", "article"),
            ("article(id: int), basket", "article"), ("basket, bag", nil), ("basket, items(number: int)", "items"),
            ("article(id: int), goods(id: int)", nil), ("article(id: int), items(id: int)", "items"),
        ])
    func likely(routes: String, name: String?) throws {
        /// A route in the form `name(argument: type)`.
        func route(_ text: Substring) -> String {
            let parts = text.split { "(): ".contains($0) }
            let arguments = parts.count < 3 ? "" : #"{ "name": "\#(parts[1])", "type": "\#(parts[2])" }"#
            return #"{ "name": "\#(parts[0])", "arguments": [\#(arguments)] }"#
        }
        func shop(_ routes: String) throws -> Manifest {
            let list = routes.split(separator: ", ").map(route).joined(separator: ", ")
            return try manifest(#"{ "id": "shop", "incoming": [\#(list)] }"#)
        }
        let changes = ContractComparison(of: try shop("item(id: int)"), with: try shop(routes)).changes
        #expect(
            changes.first(where: \.breaks)?.fix
                == (name.map { "keep it; or, where '\($0)' takes its place, declare \"was\": [\"item\"] on that" }
                    ?? "keep it; or let another route take its place, with \"was\": [\"item\"]"))
    }

    @Test("each member of the manifest is changed by a row of the table, or is left out of the comparison on purpose")
    func members() throws {
        /// The members, by reflection, and those of the identity. They lie behind a reference.
        func members(_ value: Any) -> [String: String] {
            var found: [String: String] = [:]
            for (label, child) in Mirror(reflecting: value).children {
                if ["contents", "fields", "identity"].contains(label) {
                    found.merge(members(child)) { $1 }
                } else if let label, !label.hasSuffix("Index") {
                    found[label] = "\(child)"
                }
            }
            return found
        }
        let old = members(try manifest(ContractRow.old))
        var compared: Set<String> = []
        for row in ContractRow.all {
            let new = members(try Self.versions(row).new)
            compared.formUnion(old.keys.filter { old[$0] != new[$0] })
        }
        // Texts for people, and what a build says of itself: no other feature and no saved screen relies on them.
        let leftOut: Set = ["stamps", "summary"]
        #expect(Set(old.keys).subtracting(compared) == leftOut)
    }

    @Test("the table has at least 60 changes, each once")
    func table() {
        #expect(ContractRow.all.count >= 60)
        #expect(Set(ContractRow.all.map(\.title)).count == ContractRow.all.count)
    }
}
