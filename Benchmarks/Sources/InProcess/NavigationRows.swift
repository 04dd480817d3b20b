import FeatureContract
import HostCore
import StaticSeed

/// The way from an outgoing destination to the text of its screen, and back: redirected, resolved and rendered by the
/// coordinator, with features inside this process.
enum NavigationRows {
    /// Returns the pairs that are compared with the static design with as many features.
    static func comparedWithSeed() throws -> [Pair] {
        try [2, 1000].map { count in
            let (ours, seed) = (try Ours(count: count), SeedProgram(count: count))
            require(ours.show(0).contains("a text of some length here"), "row 8b shows something else")
            require(seed.show(outgoingOf: 0).contains("a text of some length here"), "row 8b shows something else")
            return Pair("8b", "F=\(count)") { times in
                for time in 0..<times { use(ours.show(time)) }
            } baseline: { times in
                for time in 0..<times { use(seed.show(outgoingOf: ours.order[time % count])) }
            }
        }
    }

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
