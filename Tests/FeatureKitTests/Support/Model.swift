import Observation

/// A view model of one of each.
@Observable
final class Model {
    var text = "first"
    var other = "other"
    var isOn = false
    var number = 0
    var choice: Choice = .small
    var item: ViewIncomingNavigation?

    /// What has happened, in order. Reading it is no reason to render.
    @ObservationIgnored var events: [String] = []

    /// Waits until so many things have happened.
    func events(_ count: Int) async -> [String] {
        while events.count < count { await Task.yield() }
        return events
    }
}

enum Choice: String, CaseIterable {
    case small, large
}
