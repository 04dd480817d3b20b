import TestSupport
import Testing

/// Names of SwiftUI that FeatureKit does not have: the compiler says what to write instead.
@Suite("Names of SwiftUI", .blocking, .enabled(if: installedProgram("swiftc") != nil, "no swiftc is installed"))
struct UnavailableNamesTests {
    private static let views = [
        ("NavigationStack(path: .constant([1])) { Text(\"a\") }", "leave 'path:' out"),
        ("NavigationView { Text(\"a\") }", "navigator"),
        ("TabView { Text(\"a\") }", "\"tabs\" in switchyard.jsonc"), ("ZStack { Text(\"a\") }", "one below the other"),
        ("EditButton()", ".onDelete(perform:)"),
        ("Text(\"a\").onTapGesture {}", "use a Button"), ("Text(\"a\").overlay { Text(\"b\") }", "one below the other"),
        ("Text(\"\\(UUID())\")", "import Foundation"), ("Text(\"\\(Date())\")", "import Foundation"),
    ]
    private static let properties = [
        ("@StateObject var model = Model()", "hold it in @State"), ("@ObservedObject var model: Model", "@Bindable"),
        ("@EnvironmentObject var model: Model", ".environment(model)"), ("@FocusState var isOn: Bool", "leave it out"),
        ("@AppStorage(\"a\") var text = \"\"", "context.settings"),
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
        let outcome = try Subprocess(
            try #require(installedProgram("swiftc")),
            [
                "-typecheck", "-swift-version", "6", "-default-isolation", "MainActor",
                "-I", Products.path("Modules"), "-I", Repository.path("Sources/FeatureABI/include"),
                directory("names.swift"),
            ]
        ).run()
        let errors = outcome.diagnostics.split(separator: "\n").filter {
            $0.contains(".swift:") && $0.contains("error:")
        }
        for (code, advice) in Self.views + Self.properties {
            #expect(errors.contains { $0.contains("is unavailable: ") && $0.contains(advice) }, "\(code): \(errors)")
        }
        #expect(!errors.contains { $0.contains("cannot find") }, "\(errors)")
    }
}
