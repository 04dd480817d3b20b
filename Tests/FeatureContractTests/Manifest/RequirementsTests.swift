import FeatureContract
import Testing

@Suite("What a manifest requires of its host")
struct RequirementsTests {
    private typealias Requirements = Manifest.Requirements

    @Test(
        "a version of one to three numbers is met by itself and by later ones",
        arguments: [
            ("1", "1.0.0", true), ("1.2", "1.2", true), ("1.2", "1.2.0", true), ("1.2.0", "1.2", true),
            ("1.2", "1.10", true), ("1.10", "1.2", false), ("1.2.3", "1.2.2", false), ("1.2.3", "1.3", true),
            ("2", "1.999999999.9", false), ("0.1", "0.1.0", true), ("0.1.1", "0.1.0", false), ("0", "0", true),
            ("999999999", "999999998.999999999", false),
        ])
    func versions(lowest: String, host: String, isMet: Bool) throws {
        let (lowest, host) = (try #require(HostVersion(lowest)), try #require(HostVersion(host)))
        #expect(lowest.isMet(by: host) == isMet)
        #expect(Requirements(host: lowest).unmet(byHost: host, extensions: []) == (isMet ? .none : .init(host: lowest)))
    }

    @Test(
        "any other text is no version",
        arguments: [
            "", ".", "1.", ".1", "1..2", "1.2.3.4", "v1.2", "1.2-beta", "1.2+3", "01", "1.02", "-1", "+1", " 1", "1 ",
            "1\n", "1,2", "one", "\u{661}", "1000000000", "1.99999999999999999999999",
        ])
    func noVersions(text: String) {
        #expect(HostVersion(text) == nil)
        #expect(!HostVersion(unchecked: text).isMet(by: HostVersion(unchecked: "9")))
    }

    @Test("the extensions that the host does not have are unmet, in the order of the manifest")
    func extensions() throws {
        let host = try #require(HostVersion("1"))
        let required = Requirements(host: host, extensions: ["c/1", "a/1", "b/1", "a/2"])
        let unmet = required.unmet(byHost: host, extensions: ["a/1", "d/1"])
        #expect(unmet == .init(extensions: ["c/1", "b/1", "a/2"]))
        #expect(required.unmet(byHost: host, extensions: required.extensions) == .none)
    }

    @Test("a manifest without 'requires', or with an empty one, requires nothing")
    func none() throws {
        #expect(try Manifest(#"{"manifest": 1, "id": "a"}"#).requirements == .none)
        let empty = try Manifest(#"{"manifest": 1, "id": "a", "requires": {"extensions": []}}"#)
        #expect(empty.requirements == .none)
        #expect(empty.json["requires"] == nil)
    }

    @Test("twenty thousand extensions are read")
    func many() throws {
        let ids = (0..<20_000).map { "\"e/\($0)\"" }.joined(separator: ",")
        let manifest = try Manifest(#"{"manifest": 1, "id": "a", "requires": {"extensions": [\#(ids)]}}"#)
        #expect(manifest.requirements.extensions.count == 20_000)
        let unmet = manifest.requirements.unmet(byHost: HostVersion(unchecked: "1"), extensions: ["e/7"])
        #expect(unmet.extensions.count == 19_999)
    }
}
