import Glibc
import HostCore
import HostSystem

struct FeaturePackage {
    let name: FeatureName
    let language: FeatureLanguage
    let layout: SwiftLayout
    /// The scheme of its links.
    let scheme: String
    /// The absolute path of the new package.
    let folder: String
    /// The files in the order of their paths.
    private(set) var files: [OutputFolder.File] = []

    /// - Parameters:
    ///   - source: The place where its build finds Switchyard.
    ///   - program: The host that its tests run: the name of a program in PATH, or an absolute path.
    init(
        name: FeatureName, language: FeatureLanguage, layout: SwiftLayout, scheme: String, folder: String,
        source: SwitchyardSource, program: String
    ) throws(UsageError) {
        self.name = name
        self.language = language
        self.layout = layout
        self.scheme = scheme
        self.folder = folder
        let own =
            switch language {
            case .swift: swiftFiles(try SwiftDependency(on: source, fromHere))
            case .c: cFiles(try headerFlags(source), program: MakefileText.value(Shell.word(fromHere(program))))
            case .rust: rustFiles
            }
        files = (own + sharedFiles).sorted { $0.path < $1.path }
    }

    // MARK: Files

    /// Files of the template, by their paths in a package with the template's name.
    private func files(
        _ resources: KeyValuePairs<String, [UInt8]>, ignored: String,
        _ replacements: KeyValuePairs<String, String> = [:]
    ) -> [OutputFolder.File] {
        let template = Template(replacing: replacements, name, scheme)
        return resources.map { OutputFolder.File(template.path($0.key), template.text($0.value)) }
            + [OutputFolder.File(".gitignore", ignored)]
    }

    private func swiftFiles(_ dependency: SwiftDependency) -> [OutputFolder.File] {
        files(
            layout == .small ? Self.smallSwift : Self.seedsSwift, ignored: ".build/\nPackage.resolved\n",
            [
                #".package(name: "template-package", path: "template-checkout")"#: dependency.declaration,
                "template-package": dependency.package,
            ])
    }

    /// A feature in Swift with one screen: a source, its test and a manifest.
    private static var smallSwift: KeyValuePairs<String, [UInt8]> {
        [
            "Package.swift": PackageResources.SmallPackage_swift,
            "Sources/TemplateName/TemplateNameFeature.swift": PackageResources.SmallFeature_swift,
            "Tests/TemplateNameTests/TemplateNameFeatureTests.swift": PackageResources.SmallTests_swift,
        ]
    }

    /// A feature in Swift in the folders of seed 000: a container, a folder for each screen, navigators with mocks.
    private static var seedsSwift: KeyValuePairs<String, [UInt8]> {
        let sources = "Sources/TemplateName"
        let (list, detail) = ("\(sources)/Presentation/TemplateNameList", "\(sources)/Presentation/TemplateNameDetail")
        let tests = "Tests/TemplateNameTests"
        return [
            "Package.swift": PackageResources.Package_swift,
            "\(sources)/TemplateNameFeature.swift": PackageResources.TemplateNameFeature_swift,
            "\(sources)/TemplateNameContainer.swift": PackageResources.TemplateNameContainer_swift,
            "\(sources)Export/Export.swift": PackageResources.Export_swift,
            "\(sources)/Data/TemplateNameItem.swift": PackageResources.TemplateNameItem_swift,
            "\(sources)/Data/TemplateNameStore.swift": PackageResources.TemplateNameStore_swift,
            "\(sources)/Presentation/Navigation/TemplateNameIncomingNavigation.swift":
                PackageResources.TemplateNameIncomingNavigation_swift,
            "\(sources)/Presentation/Navigation/TemplateNameDeepLinkHandler.swift":
                PackageResources.TemplateNameDeepLinkHandler_swift,
            "\(list)/TemplateNameListView.swift": PackageResources.TemplateNameListView_swift,
            "\(list)/TemplateNameListViewModel.swift": PackageResources.TemplateNameListViewModel_swift,
            "\(list)/Navigator/TemplateNameListNavigatorContract.swift":
                PackageResources.TemplateNameListNavigatorContract_swift,
            "\(list)/Navigator/TemplateNameListNavigator.swift":
                PackageResources.TemplateNameListNavigator_swift,
            "\(detail)/TemplateNameDetailView.swift": PackageResources.TemplateNameDetailView_swift,
            "\(detail)/TemplateNameDetailViewModel.swift": PackageResources.TemplateNameDetailViewModel_swift,
            "\(detail)/Navigator/TemplateNameDetailNavigatorContract.swift":
                PackageResources.TemplateNameDetailNavigatorContract_swift,
            "\(detail)/Navigator/TemplateNameDetailNavigator.swift":
                PackageResources.TemplateNameDetailNavigator_swift,
            "\(tests)/TemplateNameFeatureTests.swift": PackageResources.TemplateNameFeatureTests_swift,
            "\(tests)/Presentation/TemplateNameListTests.swift": PackageResources.TemplateNameListTests_swift,
            "\(tests)/Presentation/TemplateNameDetailTests.swift": PackageResources.TemplateNameDetailTests_swift,
            "\(tests)/Mocks/TemplateNameListNavigatorMock.swift":
                PackageResources.TemplateNameListNavigatorMock_swift,
            "\(tests)/Mocks/TemplateNameDetailNavigatorMock.swift":
                PackageResources.TemplateNameDetailNavigatorMock_swift,
        ]
    }

    /// A feature in C: one source file, a Makefile, and a flow as its test.
    private func cFiles(_ flags: HeaderFlags, program: String) -> [OutputFolder.File] {
        files(
            [
                "template-name.c": PackageResources.template_name_c,
                "template-name.flow": PackageResources.template_name_flow, "Makefile": PackageResources.Makefile,
            ],
            ignored: "*.so\n/.switchyard\n",
            [
                "template-header-flags": flags.own, "template-other-flags": flags.other, "template-host": program,
            ])
    }

    /// A feature in Rust: a Cargo project without a dependency, with all unsafe code in two modules.
    private var rustFiles: [OutputFolder.File] {
        files(
            [
                "Cargo.toml": PackageResources.Cargo_toml, "src/lib.rs": PackageResources.lib_rs,
                "src/abi.rs": PackageResources.abi_rs, "src/safe.rs": PackageResources.safe_rs,
            ],
            ignored: "/target\n")
    }

    private var sharedFiles: [OutputFolder.File] {
        let commands = FeatureCommands(self, program: HostName.name, plugins: FeatureCommands.usualPluginsFolder)
        let template = Template(
            replacing: [
                "template-about": about, "template-links": Template(replacing: [:], name, scheme).path(links),
                "template-language": language.title, "template-requirement": language.requirement,
                "template-build": commands.build, "template-test": commands.test, "template-load": commands.load,
                "template-where-to-begin": Template(replacing: [:], name, scheme).path(whereToBegin),
            ], name, scheme)
        return [
            OutputFolder.File("README.md", template.text(PackageResources.README_md)),
            OutputFolder.File("switchyard.jsonc", template.text(PackageResources.switchyard_jsonc)),
        ]
    }

    private var hasOneScreen: Bool { language == .swift && layout == .small }

    private var about: String {
        hasOneScreen ? "one screen, with items to mark as done" : "a list of items, and a screen for each of them"
    }

    /// The README's text about the links to the feature, with the template's names.
    private var links: String {
        hasOneScreen
            ? "The link `template-scheme://template-name/list` leads to its screen."
            : "The links `template-scheme://template-name/list` and `template-scheme://template-name/detail?id=2` lead to "
                + "its screens."
    }

    /// The README's text about the first edits of the package, with the template's names.
    private var whereToBegin: String {
        switch language {
        case .swift where hasOneScreen:
            "To change it, begin with `Sources/TemplateName/TemplateNameFeature.swift`: it has all of the feature."
        case .swift:
            "To change it, begin with `Sources/TemplateName/Data`, and with the view and the view model of each screen "
                + "in `Sources/TemplateName/Presentation`."
        case .c:
            "To change it, begin with `template-name.c`; `FeatureABI.h` says what each function may do. "
                + "`template-name.flow` is its test, a step a line. Where that header is, and the host, stands at the top "
                + "of the `Makefile`."
        case .rust:
            "To change it, begin with `src/lib.rs`. `src/safe.rs` passes its views and its calls to the host: add there "
                + "what it lacks. `src/abi.rs` is Switchyard's `FeatureABI.h` in Rust, all of it."
        }
    }

    // MARK: Where Switchyard is

    private func headerFlags(_ source: SwitchyardSource) throws(UsageError) -> HeaderFlags {
        switch source {
        case .checkout(let path): .folder(fromHere(path) + "/" + SwitchyardSource.includeFolder)
        case .repository(let url):
            throw UsageError(
                "a feature in C needs a checkout, and '\(url)' is a repository: clone it, and name the clone by "
                    + "--switchyard", command: "new")
        case .installed(let header?, _): .folder(header)
        case .installed(nil, _): .installed
        }
    }

    /// A path for the files: relative to the package if the two share a folder, so that both may move.
    private func fromHere(_ path: String) -> String {
        let (here, there) = (folder.split(separator: "/"), path.split(separator: "/"))
        let shared = zip(here, there).prefix { $0 == $1 }.count
        guard path.hasPrefix("/"), shared > 0 else { return path }
        return (Array(repeating: "..", count: here.count - shared) + there.dropFirst(shared)).joined(separator: "/")
    }
}

private struct HeaderFlags {
    let own: String
    /// A sentence about another possible place of the header.
    let other: String

    private static let installedFlags = "$(shell pkg-config --cflags switchyard)"

    static let installed = HeaderFlags(
        own: installedFlags, other: "Of a checkout: -I/path/to/switchyard/\(SwitchyardSource.includeFolder)")

    static func folder(_ path: String) -> HeaderFlags {
        HeaderFlags(
            own: "-I\(MakefileText.value(Shell.word(path)))", other: "Of an installed Switchyard: \(installedFlags)")
    }
}

/// The Switchyard package in a package manifest.
private struct SwiftDependency {
    /// The text in `dependencies:`.
    let declaration: String
    /// The text in `package:`.
    let package: String

    private init(declaration: String, package: String) {
        self.declaration = declaration
        self.package = package
    }

    /// - Parameter written: Turns a checkout's path into the path for the manifest.
    init(on source: SwitchyardSource, _ written: (String) -> String) throws(UsageError) {
        switch source {
        case .checkout(let path): self.init(inFolder: written(path))
        case .repository(let url):
            // The package is named after the end of its URL.
            let end = url.split(whereSeparator: { "/:".contains($0) }).last ?? ""
            self.init(
                declaration: ".package(url: \"\(Self.escaped(url))\", branch: \"main\")",
                package: Self.escaped(end.hasSuffix(".git") ? String(end.dropLast(4)) : String(end)))
        case .installed(_, let sdk?): self.init(inFolder: sdk)
        case .installed(_, nil):
            throw UsageError(
                "a feature in Swift depends on the Switchyard package, and this program stands in no checkout of it and "
                    + "has no \(SwitchyardSource.sdkFolder) beside its folder: name a checkout, or the URL of the "
                    + "repository, by --switchyard", command: "new")
        }
    }

    private init(inFolder path: String) {
        // A package by path, without a name, is named after its folder.
        self.init(
            declaration: ".package(name: \"switchyard\", path: \"\(Self.escaped(path))\")", package: "switchyard")
    }

    /// The text between quotes.
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
}

/// Text in the syntax of make.
private enum MakefileText {
    static func value(_ text: String) -> String {
        text.replacing("$", with: "$$").replacing("#", with: "\\#")
    }
}

/// The place where a feature's build finds Switchyard: its package, or its header.
enum SwitchyardSource {
    /// A folder, with its symbolic links resolved.
    case checkout(String)
    case repository(String)
    /// An installed Switchyard: the folders of its header and of its package, the SDK, each if it is in the place of
    /// `make install`.
    case installed(header: String?, sdk: String?)

    /// Reads the value of `--switchyard`.
    ///
    /// - Returns: Nil if the place is not a checkout.
    init?(named place: String) throws(UsageError) {
        // Neither a Makefile nor a package manifest can contain a control character.
        guard place.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) else {
            throw UsageError(
                "'--switchyard' names a place with a control character; use another path to it", command: "new")
        }
        // The forms of URLs that git accepts: https://host/path, user@host:path.
        if place.contains("://") || place.contains("@") && place.contains(":") && access(place, F_OK) != 0 {
            self = .repository(place)
        } else if let path = Path.resolved(place), Self.isCheckout(path) {
            self = .checkout(path)
        } else {
            return nil
        }
    }

    /// Finds the checkout in which a program was built; without one, the installed Switchyard.
    init(of program: String?) {
        let prefix = program.flatMap(Path.parent).flatMap(Path.parent)
        let header = prefix.map { Path.join($0, "include/switchyard") }
        let sdk = prefix.map { Path.join($0, Self.sdkFolder) }
        self = .installed(
            header: header.flatMap { access(Path.join($0, "FeatureABI.h"), R_OK) == 0 ? $0 : nil },
            sdk: sdk.flatMap { Self.isCheckout($0) ? $0 : nil })
        var folder = program.flatMap(Path.parent)
        while let path = folder, path != "/" {
            if Self.isCheckout(path) {
                self = .checkout(path)
                return
            }
            folder = Path.parent(path)
        }
    }

    static let includeFolder = "Sources/FeatureABI/include"
    /// The folder of the SDK below the prefix of an installation.
    static let sdkFolder = "share/switchyard/sdk"

    private static func isCheckout(_ path: String) -> Bool {
        ["Package.swift", "\(includeFolder)/FeatureABI.h"].allSatisfy { access(Path.join(path, $0), R_OK) == 0 }
    }
}
