import FeatureContract
import HostCore

/// The way from an outgoing destination to the text of its screen, and back: redirected, resolved and rendered by the
/// coordinator, with features inside this process.
enum NavigationRows {
    /// Returns the pair of ours with 1,000 features, compared with ours with ten.
    static func ofManyFeatures() throws -> [Pair] {
        let (many, few) = (try Ours(count: 1000), try Ours(count: 10))
        return [
            Pair("9", "F=1000 and F=10") { times in
                for time in 0..<times { use(many.show(time)) }
            } baseline: { times in
                for time in 0..<times { use(few.show(time)) }
            }
        ]
    }

    /// The app with a number of features, all of which are active.
    private final class Ours {
        let order: [Int]
        private let outgoing: [Destination]
        private let coordinator: NavigationCoordinator

        init(count: Int) throws {
            let app = try SyntheticApp(count: count)
            order = shuffled(count)
            outgoing = app.outgoing
            coordinator = app.coordinator()
            for time in 0..<count { _ = show(time) }
            let problems = coordinator.takeProblems()
            require(problems.isEmpty, "\(problems)")
        }

        func show(_ time: Int) -> String {
            coordinator.go(to: outgoing[time % outgoing.count])
            defer { coordinator.back() }
            return coordinator.showText()
        }
    }
}
