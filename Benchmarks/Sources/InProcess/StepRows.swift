import FeatureContract
import Glibc
import HostCore
import HostSystem

/// A step of a feature in a worker, to its screen as text and back, while other features are active.
enum StepRows {
    /// Returns the pair with 64 active workers, compared with one.
    static func besideOthers() throws -> [Pair] {
        let (many, one) = (try App(features: 100), try App(features: 100))
        for number in 10..<73 { many.show("f00\(number)", "list") }
        return [Pair("23", "64 workers", clock: .wall, ours: many.steps, baseline: one.steps)]
    }

    /// Returns the pair beside a feature that never pauses, compared with the same feature when it does nothing.
    static func besideBusy() throws -> [Pair] {
        let (busy, calm) = (try App(features: 10), try App(features: 10))
        busy.show("screen", "busy")
        calm.show("screen", "rows", [.init("count", .integer(1)), .init("isChanging", .bool(false))])
        return [Pair("24", "a busy feature", clock: .wall, ours: busy.steps, baseline: calm.steps)]
    }

    /// An app with some of the small features in C, and with the feature in Swift.
    @MainActor
    private final class App {
        private let coordinator: NavigationCoordinator

        init(features count: Int) throws {
            let features = Path.join(WorkerRows.package, "Benchmarks/.build/features")
            let swift = Path.join(HostEnvironment.current.home ?? "/tmp", "swift")
            mkdir(swift, 0o700)
            symlink(
                Path.join(WorkerRows.package, ".build/release/libScreenFeature.so"), Path.join(swift, "libScreen.so"))
            let options = HostOptions(
                plugins: [Path.join(features, "\(count)"), swift], config: Path.join(features, "\(count).jsonc"))
            coordinator = try HostApplication.open(options).makeCoordinator()
            coordinator.start()
            steps(1)
        }

        func show(_ feature: String, _ route: String, _ arguments: [Destination.Argument] = []) {
            coordinator.go(to: Destination(feature: feature, route: route, arguments: arguments))
            use(coordinator.showText())
            let problems = coordinator.takeProblems()
            require(problems.isEmpty, "\(problems)")
            coordinator.back()
        }

        func steps(_ times: Int) { for _ in 0..<times { show("f0000", "list") } }
    }
}
