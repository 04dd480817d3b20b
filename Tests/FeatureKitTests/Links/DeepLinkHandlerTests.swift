import FeatureTesting
import Testing

@testable import FeatureCore

/// The destinations of a handler's links.
@Suite struct DeepLinkHandlerTests {
    @Test(
        "the most specific of the listed patterns wins, regardless of their order",
        arguments: [
            ("challenge://notes/new", .edit(name: "new", isNew: true)),
            ("challenge://notes/old", .note(name: "old")),
            ("challenge://notes/draft-7", .edit(name: "7", isNew: false)),
            ("challenge://notes/a/b/c", .folder(path: ["a", "b", "c"])),
            ("challenge://notes/find?tag=x&tag=y", .find(tags: ["x", "y"], page: nil)),
            ("challenge://notes/find?tag=x&page=2", .find(tags: ["x"], page: 2)),
            // The tags are required: a link needs at least one.
            ("challenge://notes/find?page=2", .note(name: "find")),
            ("challenge://notes/find?tag=x&page=two", .note(name: "find")),
            ("CHALLENGE://Notes/old", .note(name: "old")),
        ] as [(String, NoteNavigation)], [false, true])
    func ranked(expected: (String, NoteNavigation), isReversed: Bool) throws {
        let handler = NoteHandler(isReversed: isReversed)
        let url = try #require(DeepLinkURL(expected.0))
        #expect(handler.resolve(url) as? NoteNavigation == expected.1)
    }

    @Test(
        "links of other schemes, hosts, paths and types lead nowhere",
        arguments: [
            "https://notes/old", "challenge://note/old", "challenge://notes", "challenge://notes/",
        ])
    func nowhere(link: String) throws {
        #expect(NoteHandler(isReversed: false).resolve(try #require(DeepLinkURL(link))) == nil)
    }

    @Test("a handler's own code may use its list first and resolve further links")
    func override() throws {
        let handler = OverridingHandler()
        let listed = try #require(DeepLinkURL("challenge://own/list"))
        let coded = try #require(DeepLinkURL("challenge://own/archive/1999"))
        let unknown = try #require(DeepLinkURL("challenge://own/archive/many"))
        #expect(handler.resolve(listed) as? NoteNavigation == .folder(path: []))
        #expect(handler.resolve(coded) as? NoteNavigation == .note(name: "1999"))
        #expect(handler.resolve(unknown) == nil)
    }

    @Test("a handler without a list resolves by its code alone")
    func withoutList() throws {
        let handler = CodedHandler()
        #expect(handler.links.isEmpty)
        let list = try #require(DeepLinkURL("challenge://coded/list"))
        let detail = try #require(DeepLinkURL("challenge://coded/detail?name=x"))
        let incomplete = try #require(DeepLinkURL("challenge://coded/detail"))
        #expect(handler.resolve(list) as? NoteNavigation == .folder(path: []))
        #expect(handler.resolve(detail) as? NoteNavigation == .note(name: "x"))
        #expect(handler.resolve(incomplete) == nil)
    }

    @Test("only a handler with code of its own claims links that no pattern matches")
    func claims() throws {
        #expect(try FeatureHarness(CodedFeature.self).manifest.contains("\"host\": \"coded\""))
        #expect(try !NoteHandler(isReversed: false).resolvesByOwnCode())
        #expect(try OverridingHandler().resolvesByOwnCode())
    }

    @Test("the host asks a handler's code only for links of its scheme and host")
    func coded() throws {
        let harness = try FeatureHarness(CodedFeature.self)
        #expect(try harness.open(link: "Challenge://CODED/detail?name=x").text == "note(name: \"x\")\n")
        #expect(throws: HarnessError.link("no feature has links for challenge://other: the hosts are 'coded'")) {
            try harness.open(link: "challenge://other/list")
        }
        #expect(throws: HarnessError.self) { try harness.open(link: "https://coded/list") }
        #expect(throws: HarnessError.self) { try harness.open(link: "challenge://coded/nowhere") }
        #expect(throws: HarnessError.self) { try harness.open(link: "coded/list") }
    }

    @Test("a feature has links of several schemes and hosts, with a handler for each")
    func handlers() throws {
        let harness = try FeatureHarness(WidelyLinkedFeature.self)
        for link in ["myapp://notes/old", "https://example.org/old"] {
            #expect(try harness.open(link: link).text == "note(name: \"old\")\n")
        }
        #expect(try harness.open(link: "challenge://coded/detail?name=x").text == "note(name: \"x\")\n")
        #expect(throws: HarnessError.self) { try harness.open(link: "myapp://example.org/old") }
        #expect(throws: HarnessError.self) { try harness.open(link: "https://notes/old") }
    }

    @Test("a link pattern with an argument that its destination lacks gives no manifest")
    func brokenPattern() {
        #expect(
            throws: HarnessError.manifest(
                "BrokenLinkFeature: it gives no manifest: the link '/{title}': '{title}' is not an argument of the "
                    + "route; it has 'name'")
        ) {
            try FeatureHarness(BrokenLinkFeature.self)
        }
    }
}

enum NoteNavigation: Navigation {
    case note(name: String)
    case edit(name: String, isNew: Bool)
    case folder(path: [String])
    case find(tags: [String], page: Int?)

    static let samples: [Self] = [
        .note(name: ""), .edit(name: "", isNew: false), .folder(path: []), .find(tags: [], page: 0),
    ]
}

private struct NoteHandler: DeepLinkHandler {
    let isReversed: Bool
    let scheme = "challenge"
    let host = "notes"

    var links: [DeepLink] {
        let links = [
            DeepLink("/new", to: NoteNavigation.edit(name: "new", isNew: true)),
            DeepLink("/draft-{name}", to: NoteNavigation.edit(name: "", isNew: false)),
            DeepLink("/find?tag={tags}&page={page}", to: NoteNavigation.find(tags: [], page: nil)),
            DeepLink("/{name}", to: NoteNavigation.note(name: "")),
            DeepLink("/{path*}", to: NoteNavigation.folder(path: [])),
        ]
        return isReversed ? links.reversed() : links
    }
}

private struct OverridingHandler: DeepLinkHandler {
    let scheme = "challenge"
    let host = "own"
    let links = [DeepLink("/list", to: NoteNavigation.folder(path: []))]

    func resolve(_ url: DeepLinkURL) -> (any Navigation)? {
        if let listed = resolveByLinks(url) { return listed }
        guard url.pathSegments.first == "archive", let year = url.pathSegments.last.flatMap({ Int($0) }) else {
            return nil
        }
        return NoteNavigation.note(name: String(year))
    }
}

/// A handler in the form of the seeds.
private struct CodedHandler: DeepLinkHandler {
    let scheme = "challenge"
    let host = "coded"

    func resolve(_ url: DeepLinkURL) -> (any Navigation)? {
        switch url.path {
        case "/list": NoteNavigation.folder(path: [])
        case "/detail": url.queryParameter("name").map { NoteNavigation.note(name: $0) }
        default: nil
        }
    }
}

private struct CodedFeature: Feature {
    typealias Incoming = NoteNavigation

    static let id = "coded"
    static let version = "1.0.0"
    static var deepLinkHandler: (any DeepLinkHandler)? { CodedHandler() }

    init(context: FeatureContext) {}

    func makeMainView(navigator: any NavigatorContract) -> AnyView { AnyView(EmptyView()) }

    func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> AnyView? {
        AnyView(Text("\(navigation)"))
    }
}

private struct WidelyLinkedFeature: Feature {
    private struct Handler: DeepLinkHandler {
        let scheme: String
        let host: String
        let links = [DeepLink("/{name}", to: NoteNavigation.note(name: ""))]
    }

    typealias Incoming = NoteNavigation

    static let id = "wide"
    static let version = "1.0.0"
    static var deepLinkHandlers: [any DeepLinkHandler] {
        [Handler(scheme: "myapp", host: "notes"), Handler(scheme: "https", host: "example.org"), CodedHandler()]
    }

    init(context: FeatureContext) {}

    func makeMainView(navigator: any NavigatorContract) -> AnyView { AnyView(EmptyView()) }

    func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> AnyView? {
        AnyView(Text("\(navigation)"))
    }
}

private struct BrokenLinkFeature: Feature {
    private struct Handler: DeepLinkHandler {
        let scheme = "challenge"
        let host = "broken"
        let links = [DeepLink("/{title}", to: NoteNavigation.note(name: ""))]
    }

    typealias Incoming = NoteNavigation

    static let id = "broken"
    static let version = "1.0.0"
    static var deepLinkHandler: (any DeepLinkHandler)? { Handler() }

    init(context: FeatureContext) {}

    func makeMainView(navigator: any NavigatorContract) -> AnyView { AnyView(EmptyView()) }
}
