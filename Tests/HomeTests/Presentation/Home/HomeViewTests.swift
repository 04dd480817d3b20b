import FeatureKit
import FeatureTesting
import Testing

@testable import Home

/// Home as the user sees it, and where its buttons lead.
@Suite struct HomeViewTests {
    @Test("Home shows a greeting and two buttons")
    func text() throws {
        let screen = try FeatureHarness(HomeFeature.self).openMain()
        #expect(
            screen.text == """
                Home
                ====

                Welcome to Switchyard.
                [Characters]
                [Featured character]

                """)
        #expect(!screen.isLoading)
    }

    @Test("the operator's greeting and featured character reach the screen")
    func settings() throws {
        let harness = try FeatureHarness(
            HomeFeature.self, settings: #"{ "greeting": "Good morning.", "featured": 7 }"#)
        let screen = try harness.openMain()
        #expect(screen.text.contains("Good morning.\n"))
        try screen.press("Featured character")
        #expect(harness.navigatedDestinations as? [HomeOutgoingNavigation] == [.character(identifier: 7)])
    }

    @Test(
        "a button leads to its outgoing destination, shown as the wiring says",
        arguments: [
            ("Characters", .characters), ("Featured character", .character(identifier: 42)),
        ] as [(String, HomeOutgoingNavigation)])
    func buttons(label: String, destination: HomeOutgoingNavigation) throws {
        let harness = try FeatureHarness(HomeFeature.self)
        try harness.openMain().press(label)
        #expect(harness.requests == [.navigate(AnyNavigation(destination), method: nil)])
        #expect(harness.problems.isEmpty)
    }

    @Test("the main view, its destination and its link show the same screen")
    func same() throws {
        let harness = try FeatureHarness(HomeFeature.self)
        let main = try harness.openMain()
        let resolved = try harness.open(.main)
        let linked = try harness.open(link: "challenge://home/main")
        #expect(resolved.text == main.text)
        #expect(linked.text == main.text)
    }

    @Test("Home declares its routes, links and settings to the host")
    func manifest() throws {
        let harness = try FeatureHarness(HomeFeature.self)
        #expect(
            harness.manifest == """
                {
                  "manifest": 1,
                  "id": "home",
                  "name": "Home",
                  "version": "1.0.0",
                  "summary": "A greeting, and ways to the other features.",
                  "main": "main",
                  "incoming": [
                    {
                      "name": "main",
                      "summary": "The greeting, and ways to the other features.",
                      "arguments": []
                    }
                  ],
                  "outgoing": [
                    {
                      "name": "characters",
                      "summary": "All characters.",
                      "arguments": []
                    },
                    {
                      "name": "character",
                      "summary": "One character, by its number.",
                      "arguments": [
                        {
                          "name": "identifier",
                          "type": "int",
                          "optional": false
                        }
                      ]
                    }
                  ],
                  "links": [
                    {
                      "scheme": "challenge",
                      "host": "home",
                      "pattern": "/main",
                      "route": "main"
                    }
                  ],
                  "customLinks": [],
                  "checkpoints": [],
                  "receives": [],
                  "settings": [
                    {
                      "name": "greeting",
                      "type": "string"
                    },
                    {
                      "name": "featured",
                      "type": "int"
                    }
                  ]
                }
                """)
    }
}
