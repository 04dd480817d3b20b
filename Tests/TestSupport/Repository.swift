/// The checkout of the sources from which these tests were built.
package enum Repository {
    /// The root: three folders up from this file.
    package static let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

    package static func path(_ name: String) -> String { "\(root)/\(name)" }

    /// The folder of FeatureABI.h.
    package static var includeDirectory: String { path("Sources/FeatureABI/include") }

    /// The version of FeatureABI.h, such as "1.1".
    package static let abi: String = {
        let lines = ((try? File.read("\(includeDirectory)/FeatureABI.h")) ?? []).split(separator: UInt8(ascii: "\n"))
        return ["SY_ABI_MAJOR", "SY_ABI_MINOR"].compactMap { name in
            let line = lines.first { $0.starts(with: "#define \(name) ".utf8) }
            return line.map { String(decoding: $0.dropFirst("#define \(name) ".utf8.count).dropLast(), as: UTF8.self) }
        }.joined(separator: ".")
    }()
}
