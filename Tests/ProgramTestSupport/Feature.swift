import TestSupport

/// A file for a plugins directory, and its name there.
struct Feature: Sendable, CustomStringConvertible {
    let name: String
    private let content: @Sendable () throws -> [UInt8]

    var description: String { name }

    init(_ name: String, content: @escaping @Sendable () throws -> [UInt8]) {
        self.name = name
        self.content = content
    }

    static let home = shipped("libHomeFeature.so")
    static let character = shipped("libCharacterFeature.so")
    static let notes = fixture("Notes")

    private static func shipped(_ name: String) -> Feature {
        Feature(name) { try File.read(Products.path(name)) }
    }

    /// Returns the library of Tests/Fixtures/NAME, as `libNAME.so` or under another name.
    static func fixture(_ fixture: String, as name: String? = nil) -> Feature {
        Feature(name ?? "lib\(fixture).so") { try File.read(Fixtures.library(fixture)) }
    }

    /// Returns the feature that is built against a released header.
    ///
    /// - Parameter isNewer: Whether it is built as one of a pretended next version.
    static func released(_ version: String, isNewer: Bool = false) -> Feature {
        Feature("libReleased.so") { try File.read(Fixtures.released(version, isNewer: isNewer)) }
    }

    func bytes() throws -> [UInt8] { try content() }

    /// Returns `libNAME.so`, built from C source.
    static func source(_ name: String, _ source: String) -> Feature {
        Feature("lib\(name).so") { try File.read(Fixtures.library(name, of: source)) }
    }

    func write(to path: String) throws {
        try File.write(content(), to: path)
    }
}
