import FeatureTesting
import Foundation
import Testing

@testable import FeatureCore

/// Handlers in the forms of the router guide, which take Foundation's `URL` and belong to an instance.
@Suite struct SeedLinksTests {
    @Test(
        "a handler takes a link as Foundation's URL, as a text, or as a DeepLinkURL",
        arguments: [URLHandler(), TextHandler(), ParsedHandler()] as [any DeepLinkHandler])
    func forms(handler: any DeepLinkHandler) throws {
        #expect(try handler.resolvesByOwnCode())
        let url = try #require(DeepLinkURL("challenge://character/detail?id=42"))
        #expect(handler.resolve(received: url) as? CharacterNavigation == .detail(identifier: 42))
        let other = try #require(DeepLinkURL("challenge://character/nowhere"))
        #expect(handler.resolve(received: other) == nil)
    }

    @Test("a handler that is a property of the feature's instance, and takes URLs, leads to its destinations")
    func instanceHandler() throws {
        let harness = try FeatureHarness(SeedFeature.self)
        #expect(harness.manifest.contains("\"host\": \"character\""))
        #expect(try harness.open(link: "challenge://character/detail?id=42").text == "Character 42\n")
        #expect(throws: HarnessError.self) { try harness.open(link: "challenge://character/detail?id=none") }
    }

    @Test("patterns of a handler that is a property of the instance stand in the manifest")
    func instancePatterns() throws {
        let harness = try FeatureHarness(PatternFeature.self)
        #expect(harness.manifest.contains("/detail?id={identifier}"))
        #expect(try harness.open(link: "challenge://character/detail?id=7").text == "Character 7\n")
    }

    @Test("a handler that leads nowhere gives no manifest, and the reason says what to write")
    func nowhere() {
        #expect(
            throws: HarnessError.manifest(
                "NowhereFeature: it gives no manifest: NowhereHandler, the handler of challenge://character, leads nowhere: "
                    + "give it 'links', or 'func resolve(_ url: DeepLinkURL) -> (any Navigation)?' with exactly these types"
            )
        ) { try FeatureHarness(NowhereFeature.self) }
    }

    @Test("a handler whose links cannot be made of a text gives no manifest, and the reason says what to write")
    func unknownType() {
        #expect(
            throws: HarnessError.manifest(
                "ComponentsFeature: it gives no manifest: ComponentsHandler, the handler of challenge://character, takes its "
                    + "links as URLComponents, which is not made of a text: write 'func resolve(_ url: DeepLinkURL) -> "
                    + "(any Navigation)?'")
        ) { try FeatureHarness(ComponentsFeature.self) }
    }

    @Test("an instance that needs settings cannot hold the links, and the reason says what to write")
    func needySettings() {
        #expect(
            throws: HarnessError.manifest(
                "NeedyFeature: it gives no manifest: its links are not known, since 'deepLinkHandler' is a property of the "
                    + "instance, and no instance is made without settings (no server): write 'static var deepLinkHandler'"
            )
        ) { try FeatureHarness(NeedyFeature.self) }
    }
}

private enum CharacterNavigation: Navigation {
    case list
    case detail(identifier: Int)

    static let samples: [Self] = [.list, .detail(identifier: 0)]
}

extension URL {
    fileprivate nonisolated func queryParameter(_ name: String) -> String? {
        URLComponents(url: self, resolvingAgainstBaseURL: false)?.queryItems?.first { $0.name == name }?.value
    }
}

private struct URLHandler: DeepLinkHandler {
    let scheme = "challenge"
    let host = "character"

    func resolve(_ url: URL) -> (any Navigation)? {
        switch url.path {
        case "/list":
            return CharacterNavigation.list

        case "/detail":
            guard let id = url.queryParameter("id").flatMap(Int.init) else {
                return nil
            }
            return CharacterNavigation.detail(identifier: id)

        default:
            return nil
        }
    }
}

private struct TextHandler: DeepLinkHandler {
    let scheme = "challenge"
    let host = "character"

    func resolve(_ url: String) -> (any Navigation)? {
        url == "challenge://character/detail?id=42" ? CharacterNavigation.detail(identifier: 42) : nil
    }
}

private struct ParsedHandler: DeepLinkHandler {
    let scheme = "challenge"
    let host = "character"

    func resolve(_ url: DeepLinkURL) -> (any Navigation)? {
        url.path == "/detail" ? CharacterNavigation.detail(identifier: 42) : nil
    }
}

private struct PatternHandler: DeepLinkHandler {
    let scheme = "challenge"
    let host = "character"
    let links = [DeepLink("/detail?id={identifier}", to: CharacterNavigation.detail(identifier: 0))]
}

private struct NowhereHandler: DeepLinkHandler {
    let scheme = "challenge"
    let host = "character"

    // Not the requirement, by its result.
    func resolve(_ url: DeepLinkURL) -> CharacterNavigation? { .list }
}

private struct ComponentsHandler: DeepLinkHandler {
    let scheme = "challenge"
    let host = "character"

    func resolve(_ url: URLComponents) -> (any Navigation)? { CharacterNavigation.list }
}

/// What the features below have in common.
private protocol CharacterScreens: Feature where Incoming == CharacterNavigation {}

extension CharacterScreens {
    static var id: String { "character" }
    static var version: String { "1.0.0" }

    func makeMainView(navigator: any NavigatorContract) -> AnyView { AnyView(Text("Characters")) }

    func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> AnyView? {
        switch navigation as? CharacterNavigation {
        case .list: makeMainView(navigator: navigator)
        case .detail(let identifier): AnyView(Text("Character \(identifier)"))
        case nil: nil
        }
    }
}

private struct SeedFeature: CharacterScreens {
    var deepLinkHandler: (any DeepLinkHandler)? { URLHandler() }

    init(context: FeatureContext) {}
}

private struct PatternFeature: CharacterScreens {
    let deepLinkHandler: any DeepLinkHandler

    init(context: FeatureContext) { deepLinkHandler = PatternHandler() }
}

private struct NowhereFeature: CharacterScreens {
    static var deepLinkHandler: (any DeepLinkHandler)? { NowhereHandler() }

    init(context: FeatureContext) {}
}

private struct ComponentsFeature: CharacterScreens {
    static var deepLinkHandler: (any DeepLinkHandler)? { ComponentsHandler() }

    init(context: FeatureContext) {}
}

private struct NeedyFeature: CharacterScreens {
    let deepLinkHandler: (any DeepLinkHandler)? = URLHandler()

    init(context: FeatureContext) throws {
        struct Missing: Error, CustomStringConvertible { let description = "no server" }
        guard context.settings.string("server") != nil else { throw Missing() }
    }
}
