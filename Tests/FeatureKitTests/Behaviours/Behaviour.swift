import FeatureKit
import FeatureTesting
import Testing

/// What SwiftUI does with views, tried here. Tests/Tables/Behaviours.md has a row for each, with the same words.
nonisolated struct Behaviour: Sendable, CustomTestStringConvertible {
    typealias Trial = @MainActor @Sendable (Record) async throws -> Void

    /// What SwiftUI does, in a sentence.
    let words: String
    /// What is done here instead; nil where it is the same.
    let here: String?
    /// What is recorded, in order. The end of a trial leaves its screen.
    let events: String
    let trial: Trial

    init(_ words: String, here: String? = nil, _ events: String, _ trial: @escaping Trial) {
        self.words = words
        self.here = here
        self.events = events
        self.trial = trial
    }

    var testDescription: String { words }

    static let all =
        appearing + working + changing + evaluating + keeping + surrounding + binding + presenting + pushing
}

/// What happens in a trial, in order.
@Observable
final class Record {
    var number = 0
    var other = 0
    var text = "a"
    var isOn = false
    var items = ["a", "b", "c"]

    /// Reading them causes no render.
    @ObservationIgnored private(set) var events: [String] = []

    func callAsFunction(_ event: String) { events.append(event) }

    /// Waits for an event, since tasks run when they get to it.
    func wait(for event: String) async {
        while !events.contains(event) { await Task.yield() }
    }

    /// Lets tasks that are ready run.
    func pause() async {
        for _ in 0..<20 { await Task.yield() }
    }

    /// Records its start, waits until it is cancelled, and records that.
    func work(_ name: String) async {
        self("\(name) starts")
        try? await Task.sleep(for: .seconds(3600))
        self(Task.isCancelled ? "\(name) is cancelled" : "\(name) ends")
    }
}

extension View {
    /// Records the view's appearances.
    func appearances(_ name: String, _ record: Record) -> some View {
        onAppear { record("+\(name)") }.onDisappear { record("-\(name)") }
    }
}

/// A view with a state of its own, which a press changes.
struct Counter: View {
    let name: String
    @State private var count = 0

    var body: some View { Button("\(name) \(count)") { count += 1 } }
}
