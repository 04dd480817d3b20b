package import JSONText

extension Manifest {
    /// A feature's id, and its texts about itself for users.
    package struct Identity: Hashable, Sendable {
        package let id: String
        package let name: String
        package let version: String
        package let summary: String

        package init(id: String, name: String, version: String, summary: String) {
            self.id = id
            self.name = name
            self.version = version
            self.summary = summary
        }

        init(_ root: JSONField) throws(JSONError) {
            let field = try root.required("id")
            id = try field.string()
            guard Identifier.isFeature(id) else {
                throw field.mismatch(
                    "'\(id)' is not a feature id: lower-case letters, digits and '-', beginning with a letter, at most "
                        + "64")
            }
            guard id != Manifest.systemID else {
                throw field.mismatch("'\(Manifest.systemID)' is the host's own feature; choose another id")
            }
            name = try root["name"]?.string() ?? id
            version = try root["version"]?.string() ?? ""
            summary = try root["summary"]?.string() ?? ""
        }

        /// The texts for users, by their names in the manifest.
        package var texts: [(key: String, text: String)] {
            [("name", name), ("version", version), ("summary", summary)]
        }

        package var members: [(String, JSON)] { [("id", .string(id))] + texts.map { ($0.key, .string($0.text)) } }
    }

    /// The versions with which a feature was built: for messages, never for decisions.
    package struct Stamps: Hashable, Sendable {
        package let abi: String
        package let sdk: String
        package let toolchain: String

        package init(abi: String, sdk: String, toolchain: String) {
            self.abi = abi
            self.sdk = sdk
            self.toolchain = toolchain
        }

        init(_ root: JSONField) throws(JSONError) {
            abi = try root["abi"]?.string() ?? ""
            sdk = try root["sdk"]?.string() ?? ""
            toolchain = try root["toolchain"]?.string() ?? ""
        }

        package var members: [(String, JSON)] {
            [("abi", .string(abi)), ("sdk", .string(sdk)), ("toolchain", .string(toolchain))]
        }
    }
}
