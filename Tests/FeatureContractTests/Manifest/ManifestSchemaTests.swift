import FeatureContract
import JSONText
import TestSupport
import Testing

@Suite("manifest.schema.json")
struct ManifestSchemaTests {
    /// The names of the properties of each object in the schema, by the object's place in it.
    private typealias Properties = [String: Set<String>]

    /// Adds the properties that the schema has at a place, and those that a value there has.
    private func compare(
        _ node: JSON, _ value: JSON, at place: String, _ root: JSON, _ described: inout Properties,
        _ read: inout Properties
    ) {
        if let name = node["$ref"]?.string?.split(separator: "/").last, let definition = root["$defs"]?[String(name)] {
            return compare(definition, value, at: String(name), root, &described, &read)
        }
        if let items = node["items"] {
            for element in value.array ?? [] { compare(items, element, at: place, root, &described, &read) }
        }
        guard let properties = node["properties"]?.object, let members = value.object else { return }
        described[place] = Set(properties.keys)
        read[place, default: []].formUnion(members.keys)
        for (name, member) in members {
            guard let property = properties[name] else { continue }
            compare(property, member, at: "\(place).\(name)", root, &described, &read)
        }
    }

    @Test("the schema describes exactly the members that the host reads")
    func members() throws {
        let file = try File.read(Repository.path("Documentation/manifest.schema.json"))
        let schema = try JSON.parse(String(decoding: file, as: UTF8.self))
        let others = #""returns": [{ "name": "picked" }], "sends": [{ "name": "note" }], "customLinks":"#
        let text = try #require(ManifestText.changing(#""customLinks":"#, to: others))
        var (described, read): (Properties, Properties) = ([:], [:])
        compare(schema, try Manifest(text).json, at: "manifest", schema, &described, &read)
        #expect(described == read)
        #expect(read.count == 7, "an object of the schema is not in the manifest of this test")
    }
}
