import Observation

/// A view model with a property of each kind.
@Observable
final class Model {
    var text = "first"
    var other = "other"
    var isOn = false
    var number = 0
    var items: [String] = []
    var choice: Choice = .small
    var item: ViewIncomingNavigation?

    /// The recorded events, in order. Reading them causes no render.
    @ObservationIgnored var events: [String] = []

    /// Waits until `count` events are recorded.
    func events(_ count: Int) async -> [String] {
        while events.count < count { await Task.yield() }
        return events
    }
}

enum Choice: String, CaseIterable {
    case small, large
}
