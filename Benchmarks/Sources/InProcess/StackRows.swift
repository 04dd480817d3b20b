import FeatureContract
import HostCore

/// A deep stack that changes often, compared with a short one. The coordinator makes and destroys the screens of a
/// feature inside this process, and does not render them.
enum StackRows {
    static func pairs() throws -> [Pair] {
        let (deep, shallow) = (try Stack(depth: 10000), try Stack(depth: 100))
        return [
            Pair("15", "push and pop, 10,000 deep and 100 deep", ours: deep.pushAndPop, baseline: shallow.pushAndPop),
            Pair("15", "100,000 times push, then pop, and 100 times") { times in
                for _ in 0..<times { shallow.climb(100_000) }
            } baseline: { times in
                for _ in 0..<times * 1000 { shallow.climb(100) }
            },
        ]
    }

    private final class Stack {
        private let coordinator: NavigationCoordinator
        private let destination = Destination(
            feature: "f0", route: "detail", arguments: [.init("identifier", .integer(1))])

        init(depth: Int) throws {
            coordinator = try SyntheticApp(count: 2).coordinator()
            for _ in 1..<depth { coordinator.go(to: destination) }
            require(coordinator.state.allEntries.count == depth, "the stack has another depth")
        }

        func pushAndPop(_ times: Int) {
            for _ in 0..<times {
                coordinator.go(to: destination)
                coordinator.back()
            }
        }

        /// Pushes `count` screens, and pops them.
        func climb(_ count: Int) {
            for _ in 0..<count { coordinator.go(to: destination) }
            for _ in 0..<count { coordinator.back() }
        }
    }
}
