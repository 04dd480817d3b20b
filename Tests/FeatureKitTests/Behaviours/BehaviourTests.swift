import TestSupport
import Testing

@Suite("What SwiftUI does")
struct BehaviourTests {
    @Test("happens here, or what the page says instead", arguments: Behaviour.all)
    func tried(behaviour: Behaviour) async throws {
        let record = Record()
        try await behaviour.trial(record)
        #expect(record.events.joined(separator: " ") == behaviour.events)
    }

    @Test("stands on the page, row by row")
    func page() throws {
        let page = try String(decoding: File.read(Repository.path("Tests/Tables/Behaviours.md")), as: UTF8.self)
        let rows = page.split(separator: "\n").filter {
            $0.hasPrefix("| ") && !$0.hasPrefix("| In SwiftUI") && !$0.hasPrefix("|-")
        }
        #expect(rows.map(String.init) == Behaviour.all.map { "| \($0.words) | \($0.here ?? "the same") |" })
    }
}
