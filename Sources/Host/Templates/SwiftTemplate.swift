import HostCore

/// A feature in Swift, laid out like those that ship: a container, a folder for each screen, tests with FeatureTesting.
struct SwiftTemplate {
    let name: FeatureName
    let scheme: String
    let dependency: SwiftDependency

    var files: [OutputFolder.File] {
        let type = name.type
        return [
            OutputFolder.File("Package.swift", package), OutputFolder.File(".gitignore", ".build/\nPackage.resolved\n"),
        ]
            + files(
                in: "Sources/\(type)",
                [
                    ("\(type)Feature.swift", feature), ("\(type)Container.swift", container),
                    ("Export.swift", export), ("Data/\(type)Item.swift", item), ("Data/\(type)Store.swift", store),
                ])
            + files(
                in: "Sources/\(type)/Presentation",
                [
                    ("Navigation/\(type)IncomingNavigation.swift", incomingNavigation),
                    ("Navigation/\(type)DeepLinkHandler.swift", deepLinkHandler),
                    ("\(type)List/\(type)ListView.swift", listView),
                    ("\(type)List/\(type)ListViewModel.swift", listViewModel),
                    ("\(type)List/Navigator/\(type)ListNavigatorContract.swift", listNavigatorContract),
                    ("\(type)List/Navigator/\(type)ListNavigator.swift", listNavigator),
                    ("\(type)Detail/\(type)DetailView.swift", detailView),
                    ("\(type)Detail/\(type)DetailViewModel.swift", detailViewModel),
                    ("\(type)Detail/Navigator/\(type)DetailNavigatorContract.swift", detailNavigatorContract),
                    ("\(type)Detail/Navigator/\(type)DetailNavigator.swift", detailNavigator),
                ])
            + files(
                in: "Tests/\(type)Tests",
                [
                    ("\(type)FeatureTests.swift", featureTests),
                    ("Presentation/\(type)ListTests.swift", listTests),
                    ("Presentation/\(type)DetailTests.swift", detailTests),
                    ("Mocks/\(type)ListNavigatorMock.swift", listNavigatorMock),
                    ("Mocks/\(type)DetailNavigatorMock.swift", detailNavigatorMock),
                ])
    }

    private func files(in folder: String, _ files: [(path: String, text: String)]) -> [OutputFolder.File] {
        files.map { OutputFolder.File("\(folder)/\($0.path)", $0.text) }
    }
}

/// The Switchyard package, as a package manifest names it.
struct SwiftDependency {
    /// The entry in `dependencies:`.
    let declaration: String
    /// The name for `package:`.
    let package: String

    /// Names a checkout. It gets an explicit name, since SwiftPM calls a package by path after its folder otherwise.
    init(path: String) {
        declaration = ".package(name: \"switchyard\", path: \"\(Self.escaped(path))\")"
        package = "switchyard"
    }

    /// Names a repository. SwiftPM calls the package by the last part of its URL.
    init(url: String) {
        declaration = ".package(url: \"\(Self.escaped(url))\", branch: \"main\")"
        let end = url.split(whereSeparator: { "/:".contains($0) }).last ?? ""
        package = Self.escaped(end.hasSuffix(".git") ? String(end.dropLast(4)) : String(end))
    }

    /// Returns the text escaped for a string literal.
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
}
