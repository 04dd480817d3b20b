import FeatureKit
import FeatureTesting
import JSONText
import Testing

/// The manifest that a feature declares.
@Suite struct ManifestTests {
    @Test("the manifest declares everything that a feature states")
    func everything() throws {
        #expect(
            try FeatureHarness(LibraryFeature.self).manifest == """
                {
                  "manifest": 1,
                  "id": "library",
                  "name": "Library",
                  "version": "2.1.0",
                  "summary": "Books.",
                  "main": "shelf",
                  "incoming": [
                    {
                      "name": "shelf",
                      "arguments": [
                        {
                          "name": "sort",
                          "type": "string",
                          "optional": true
                        }
                      ]
                    },
                    {
                      "name": "book",
                      "summary": "One book.",
                      "method": "sheet",
                      "arguments": [
                        {
                          "name": "identifier",
                          "type": "int",
                          "optional": false
                        },
                        {
                          "name": "tags",
                          "type": "[string]",
                          "optional": false
                        }
                      ],
                      "parents": [
                        "shelf?sort=title"
                      ],
                      "was": [
                        "volume"
                      ],
                      "deprecated": "Use the shelf."
                    }
                  ],
                  "outgoing": [
                    {
                      "name": "author",
                      "arguments": [
                        {
                          "name": "_0",
                          "type": "string",
                          "optional": false
                        }
                      ]
                    }
                  ],
                  "links": [
                    {
                      "scheme": "books",
                      "host": "library",
                      "pattern": "/{identifier}?tag={tags}",
                      "route": "book"
                    },
                    {
                      "scheme": "books",
                      "host": "library",
                      "pattern": "/newest",
                      "route": "shelf",
                      "arguments": {
                        "sort": "year"
                      }
                    }
                  ],
                  "customLinks": [],
                  "checkpoints": [
                    {
                      "name": "list"
                    },
                    {
                      "name": "recipient",
                      "type": "int",
                      "was": [
                        "addressee"
                      ]
                    }
                  ],
                  "receives": [
                    {
                      "name": "Answer",
                      "type": "string"
                    },
                    {
                      "name": "Amount",
                      "type": "int",
                      "was": [
                        "Sum"
                      ]
                    }
                  ],
                  "settings": [
                    {
                      "name": "greeting",
                      "type": "string"
                    },
                    {
                      "name": "shelves",
                      "settings": [
                        {
                          "name": "most",
                          "type": "int"
                        },
                        {
                          "name": "named",
                          "type": "[string]"
                        }
                      ]
                    },
                    {
                      "name": "ratio",
                      "type": "double"
                    },
                    {
                      "name": "open",
                      "type": "bool"
                    }
                  ],
                  "permissions": [
                    {
                      "net": [
                        "tcp:80",
                        "tcp:443",
                        "covers.example.org:8080",
                        "https://*.example.org"
                      ],
                      "reason": "To fetch covers"
                    },
                    {
                      "read": [
                        "~/Books"
                      ],
                      "reason": "To list books"
                    },
                    {
                      "write": [
                        "$XDG_DATA_HOME/shelf"
                      ],
                      "reason": "To keep the shelf"
                    },
                    {
                      "run": true,
                      "reason": "To print"
                    },
                    {
                      "env": [
                        "LANG"
                      ],
                      "reason": "To sort titles"
                    }
                  ],
                  "requires": {
                    "host": "0.1",
                    "extensions": [
                      "switchyard.files/1"
                    ]
                  }
                }
                """)
    }

    @Test("a feature that states nothing else declares its id and its version")
    func nothing() throws {
        let manifest = try FeatureHarness(BareFeature.self).manifest
        #expect(
            manifest == """
                {
                  "manifest": 1,
                  "id": "bare",
                  "name": "bare",
                  "version": "1",
                  "summary": "",
                  "incoming": [],
                  "outgoing": [],
                  "links": [],
                  "customLinks": [],
                  "checkpoints": [],
                  "receives": []
                }
                """)
    }

    @Test("the feature itself receives its declared values, and passes on values that it does not take")
    func receives() throws {
        let harness = try FeatureHarness(LibraryFeature.self)
        guard case .pause = try harness.send(Answer.yes) else {
            Issue.record("the feature did not take it")
            return
        }
        #expect(try harness.send(Answer.no) == nil)
        #expect(try harness.send(Amount(rawValue: 1)) == nil)
        #expect(try harness.send(Recipient(rawValue: 1)) == nil)
        #expect(harness.navigatedDestinations as? [LibraryOutgoingNavigation] == [.author("yes")])
    }

    @Test("a main destination with arguments, or a broken id, gives no manifest")
    func broken() {
        #expect {
            try FeatureHarness(BrokenMainFeature.self)
        } throws: { error in
            "\(error)".hasSuffix("'item' needs arguments, and the main screen is shown without any")
        }
        #expect {
            try FeatureHarness(BrokenIDFeature.self)
        } throws: { error in
            "\(error)".hasPrefix("BrokenIDFeature: its manifest breaks a rule: ")
                && "\(error)".contains("'Broken ID' is not a feature id")
        }
        #expect {
            try FeatureHarness(BrokenPermissionFeature.self)
        } throws: { error in
            "\(error)".contains("permissions[0].read[0]: 'Notes' is not a path")
        }
        #expect {
            try FeatureHarness(BrokenRequirementFeature.self)
        } throws: { error in
            "\(error)".contains("requires.host: 'v1' is not a version of a host")
        }
    }

    @Test("values of structs, and settings that a struct declares, stand in the manifest with their types")
    func structs() throws {
        let manifest = try JSON.parse(FeatureHarness(StructFeature.self).manifest)
        #expect(
            manifest["checkpoints"]
                == [["name": "picked", "type": "{id: int, name: string?}"]])
        #expect(manifest["receives"] == [["name": "Picked", "type": "{id: int, name: string?}"]])
        #expect(
            manifest["settings"] == [
                ["name": "greeting", "type": "string"], ["name": "names", "type": "[string]"],
                ["name": "page", "settings": [["name": "size", "type": "int"]]],
            ])
    }

    @Test("a value whose type cannot be found out gives no manifest, with the reason")
    func unknownTypes() {
        #expect {
            try FeatureHarness(DictionaryFeature.self)
        } throws: { error in
            "\(error)".contains("Counts.byName has no fixed fields")
        }
    }

    @Test("a feature that throws for its settings does not start, with the reason")
    func refusedSettings() {
        #expect(
            throws: HarnessError.activation(
                "the feature 'structs' did not start: the setting 'page.size' is the string '20'; expected an int")
        ) {
            try FeatureHarness(StructFeature.self, settings: #"{ "page": { "size": "20" } }"#)
        }
    }
}

private nonisolated struct Picked: Codable, NavigationValue {
    let id: Int
    let name: String?
}

private struct StructFeature: Feature {
    struct Settings: Decodable {
        struct Page: Decodable { let size: Int }
        let greeting: String?
        let names: [String]?
        let page: Page?
    }

    static let id = "structs"
    static let version = "1"
    static let checkpoints: [AnyNavigationCheckpoint] = [.of(NavigationCheckpoint<Picked>(name: "picked"))]
    static let receivedValues: [any NavigationValue.Type] = [Picked.self]
    static let settings: [FeatureSetting] = .of(Settings.self)

    init(context: FeatureContext) throws {
        _ = try context.settings.decode(Settings.self)
    }

    func makeMainView(navigator: any NavigatorContract) -> AnyView { AnyView(EmptyView()) }
}

private struct DictionaryFeature: Feature {
    nonisolated struct Counts: Codable, NavigationValue { let byName: [String: Int] }

    static let id = "dictionary"
    static let version = "1"
    static let sentValues: [any NavigationValue.Type] = [Counts.self]
    init(context: FeatureContext) {}
    func makeMainView(navigator: any NavigatorContract) -> AnyView { AnyView(EmptyView()) }
}

private struct BrokenPermissionFeature: Feature {
    static let id = "broken-permission"
    static let version = "1"
    static let permissions: [Permission] = [.read("Notes", reason: "To list notes")]
    init(context: FeatureContext) {}
    func makeMainView(navigator: any NavigatorContract) -> AnyView { AnyView(EmptyView()) }
}

private struct BrokenRequirementFeature: Feature {
    static let id = "broken-requirement"
    static let version = "1"
    static let requirements = FeatureRequirements(host: "v1")
    init(context: FeatureContext) {}
    func makeMainView(navigator: any NavigatorContract) -> AnyView { AnyView(EmptyView()) }
}

private enum LibraryIncomingNavigation: Navigation {
    case shelf(sort: String?)
    case book(identifier: Int, tags: [String])

    static let samples: [Self] = [.shelf(sort: ""), .book(identifier: 0, tags: [""])]

    var method: NavigationMethod {
        switch self {
        case .shelf: .push
        case .book: .sheet
        }
    }

    var parents: [Self] {
        switch self {
        case .shelf: []
        case .book: [.shelf(sort: "title")]
        }
    }

    var summary: String {
        switch self {
        case .shelf: ""
        case .book: "One book."
        }
    }

    var was: [String] {
        switch self {
        case .shelf: []
        case .book: ["volume"]
        }
    }

    var deprecated: String? {
        switch self {
        case .shelf: nil
        case .book: "Use the shelf."
        }
    }
}

private enum LibraryOutgoingNavigation: Navigation {
    case author(String)
    static let samples: [Self] = [.author("")]
}

private struct LibraryFeature: Feature {
    private struct Handler: DeepLinkHandler {
        let scheme = "Books"
        let host = "Library"
        let links = [
            DeepLink("/{identifier}?tag={tags}", to: LibraryIncomingNavigation.book(identifier: 0, tags: [])),
            DeepLink("/newest", to: LibraryIncomingNavigation.shelf(sort: "year")),
        ]
    }

    typealias Incoming = LibraryIncomingNavigation
    typealias Outgoing = LibraryOutgoingNavigation

    static let settings: [FeatureSetting] = [
        .string("greeting"), .section("shelves", [.integer("most"), .strings("named")]), .double("ratio"),
        .bool("open"),
    ]
    static let permissions: [Permission] = [
        .net(
            .tcp(443), .tcp(80), .host("covers.example.org", port: 8080), .origin("https://*.example.org"),
            reason: "To fetch covers"),
        .read("~/Books", reason: "To list books"),
        .write("$XDG_DATA_HOME/shelf", reason: "To keep the shelf"), .run(reason: "To print"),
        .env("LANG", reason: "To sort titles"),
    ]
    static let requirements = FeatureRequirements(host: "0.1", extensions: ["switchyard.files/1"])
    static let id = "library"
    static let name = "Library"
    static let version = "2.1.0"
    static let summary = "Books."
    static var mainDestination: LibraryIncomingNavigation? { .shelf(sort: nil) }
    static var deepLinkHandler: (any DeepLinkHandler)? { Handler() }
    static let checkpoints: [AnyNavigationCheckpoint] = [.of(Checkpoints.list), .of(Checkpoints.recipient)]
    static let receivedValues: [any NavigationValue.Type] = [Answer.self, Amount.self]

    init(context: FeatureContext) {}

    func makeMainView(navigator: any NavigatorContract) -> AnyView { AnyView(EmptyView()) }

    func receive(_ value: any NavigationValue, navigator: any NavigatorContract) -> NavigationResume? {
        guard value as? Answer == .yes else { return nil }
        navigator.navigate(to: LibraryOutgoingNavigation.author("yes"))
        return .pause
    }
}

private struct BareFeature: Feature {
    static let id = "bare"
    static let version = "1"
    init(context: FeatureContext) {}
    func makeMainView(navigator: any NavigatorContract) -> AnyView { AnyView(EmptyView()) }
}

private struct BrokenMainFeature: Feature {
    typealias Incoming = ViewIncomingNavigation
    static let id = "broken-main"
    static let version = "1"
    static var mainDestination: ViewIncomingNavigation? { .item(identifier: 0) }
    init(context: FeatureContext) {}
    func makeMainView(navigator: any NavigatorContract) -> AnyView { AnyView(EmptyView()) }
}

private struct BrokenIDFeature: Feature {
    static let id = "Broken ID"
    static let version = "1"
    init(context: FeatureContext) {}
    func makeMainView(navigator: any NavigatorContract) -> AnyView { AnyView(EmptyView()) }
}
