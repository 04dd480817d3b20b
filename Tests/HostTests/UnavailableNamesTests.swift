import TestSupport
import Testing

/// Names of SwiftUI that FeatureKit does not have: the compiler says what to write instead.
@Suite("Names of SwiftUI", .blocking, .enabled(if: installedProgram("swiftc") != nil, "no swiftc is installed"))
struct UnavailableNamesTests {
    private static let views = [
        ("Button(\"a\") { UIPasteboard.general.string = \"a\" }", "the user copies it"),
        ("Text(UIDevice.current.name)", "leave it out"), ("Text(\"\\(UIScreen.main.bounds.width)\")", "no size"),
        ("Button(\"a\") { PassthroughSubject<Int, Never>().send(1) }", "an @Observable class"),
        ("Text(\"a\").onDrag { 1 }", "use a Button"), ("Text(5)", "write the value as a text"),
        ("Text(\"a\").environment(\\.locale, 1)", "context.locale"),
        ("Canvas { (_: inout Int, _: Int) in }", "a Table"), ("UIApplication.shared as? Text", "no UIKit here"),
        ("Text(\"a\").gesture(DragGesture().onChanged { _ in })", "use a Button"),
        ("Text(\"a\").onLongPressGesture {}", ".contextMenu"),
        ("Text(\"a\").onOpenURL { (_: Int) in }", "deepLinkHandler"),
        ("Text(\"a\").onReceive(1) { (_: Int) in }", ".onChange(of:)"),
        ("Text(1, format: 2)", "value.formatted(format)"),
        ("Text(\"\\(UUID())\")", "import Foundation"), ("Text(\"\\(Date())\")", "import Foundation"),
        ("Text(\"a b\".capitalized)", "import Foundation"), ("Text(1.5.formatted())", "import Foundation"),
    ]
    private static let properties = [
        ("@Query var items: [Model]", "context.dataDirectory"),
        ("@Environment(\\.locale) var locale", "context.locale"), ("var size: CGFloat = 1", "import Foundation"),
    ]

    @Test("a name that has no meaning here is unavailable, with what to write instead", .deep)
    func unavailable() throws {
        let source = """
            import FeatureKit
            final class Model {}
            \(Self.views.enumerated().map { "struct V\($0): View { var body: some View { \($1.0) } }" }
                .joined(separator: "\n"))
            \(Self.properties.enumerated().map {
                "struct P\($0): View { \($1.0)\nvar body: some View { Text(\"a\") } }"
            }.joined(separator: "\n"))

            """
        let directory = try TestSupport.TemporaryDirectory()
        try File.write(source, to: directory("names.swift"))
        let errors = try errors(of: directory("names.swift"))
        for (code, advice) in Self.views + Self.properties {
            #expect(errors.contains { $0.contains("is unavailable: ") && $0.contains(advice) }, "\(code): \(errors)")
        }
        #expect(!errors.contains { $0.contains("cannot find") }, "\(errors)")
    }

    @Test("a name of SwiftUI that changes only looks, or does a plain thing here, compiles", .deep)
    func accepted() throws {
        #expect(try errors(of: Repository.path("Tests/Fixtures/SwiftUINames/Accepted.swift")) == [])
    }

    private func errors(of path: String) throws -> [Substring] {
        let outcome = try Subprocess(
            try #require(installedProgram("swiftc")),
            [
                "-typecheck", "-swift-version", "6", "-default-isolation", "MainActor",
                "-I", Products.path("Modules"), "-I", Repository.path("Sources/FeatureABI/include"),
                "-load-plugin-executable", "\(Products.path("FeatureMacros-tool"))#FeatureMacros", path,
            ]
        ).run()
        return outcome.diagnostics.split(separator: "\n").filter { $0.contains(".swift:") && $0.contains("error:") }
    }
}
