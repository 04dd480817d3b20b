import FeatureContract
import Testing

@Suite struct NavDeepLinkTests {
    private enum Found {
        case refused(LinkError)
        case noMatch(LinkError)
        case match(Destination)
    }

    @Test(
        "links match as they do in the Navigation component of Android",
        arguments: NavDeepLinkCase.all.filter { $0.deviation == nil })
    func conforming(row: NavDeepLinkCase) throws {
        let found = try found(row)
        #expect(try isOutcome(found, row.expected, of: row), "\(found)")
    }

    @Test("links that match otherwise do so as decided", arguments: NavDeepLinkCase.all.filter { $0.deviation != nil })
    func deviating(row: NavDeepLinkCase) throws {
        let deviation = try #require(row.deviation)
        let found = try found(row)
        #expect(try !isOutcome(found, row.expected, of: row), "no deviation any more: \(found)")
        #expect(try isOutcome(found, deviation.outcome, of: row), "\(found)")
    }

    @Test("the table holds all 91 cases, and 59 of them conform")
    func count() {
        #expect(NavDeepLinkCase.all.count == 91)
        #expect(NavDeepLinkCase.all.count { $0.deviation == nil } == 59)
        #expect(Set(NavDeepLinkCase.all.compactMap(\.deviation)) == Set(NavDeepLinkCase.Deviation.allCases))
    }

    // MARK: The page

    @Test("the page about conformance lists exactly the cases that deviate, each below its rule")
    func page() throws {
        let findings = try ConformancePage().findings(NavDeepLinkCase.all)
        #expect(findings == [])
    }

    @Test("a wrong page is reported with its missing and its surplus rows")
    func wrongPage() throws {
        let text = try ConformancePage().text
        let deviating = try #require(NavDeepLinkCase.all.last { $0.deviation == .pathsHaveCase })
        let (row, rule) = try (#require(deviating.deviationRow), NavDeepLinkCase.Deviation.pathsHaveCase.rawValue)
        func findings(_ old: String, _ new: String) throws -> [String] {
            #expect(text.contains(old))
            return try ConformancePage(text: text.replacing(old, with: new)).findings(NavDeepLinkCase.all)
        }
        #expect(try findings("\(row)\n", "") == ["lacks \(row) below '\(rule)'"])
        #expect(try findings("\(row)\n", "\(row)\n\(row)\n") == ["has \(row) below '\(rule)'"])
        #expect(
            try findings("### \(rule)\n", "### No rule\n")
                == ["lacks \(row) below '\(rule)'", "has \(row) below 'No rule'"])
        let other = row.replacing("no match", with: "a match")
        #expect(try findings(row, other) == ["lacks \(row) below '\(rule)'", "has \(other) below '\(rule)'"])
        #expect(try findings("59 of", "60 of").count == 1)
    }

    // MARK: The result of a link

    private func found(_ row: NavDeepLinkCase) throws -> Found {
        let link: RouteLink
        do {
            link = try RouteLink(LinkPattern(row.pattern), to: route(row), of: "feature")
        } catch {
            return .refused(error)
        }
        let url = try LinkURL(row.link)
        #expect(link.destination(of: url) == (try? link.match(url).get()))
        switch link.match(url) {
        case .success(let destination): return .match(destination)
        case .failure(let mismatch): return .noMatch(mismatch)
        }
    }

    private func isOutcome(
        _ found: Found, _ outcome: NavDeepLinkCase.Outcome, of row: NavDeepLinkCase
    ) throws -> Bool {
        switch (found, outcome) {
        case (.refused(.notAScheme), .refused(.noScheme)), (.refused(.hostIsNotLiteral), .refused(.hostIsNotLiteral)),
            (.refused(.queryItemTwice), .refused(.itemTwice)), (.noMatch, .noMatch), (.match, .anyMatch):
            return true
        case (.match(let destination), .match(let values)):
            // The other project fills in defaults elsewhere.
            let arguments = values.map { Destination.Argument($0.key, $0.value) }
            return try destination
                == route(row).checked(Destination(feature: "feature", route: "route", arguments: arguments))
        default:
            return false
        }
    }

    private func route(_ row: NavDeepLinkCase) -> RouteDeclaration {
        RouteDeclaration(name: "route", arguments: row.arguments)
    }
}
