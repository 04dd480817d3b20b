import Dispatch
import HostCore

extension Probe {
    /// How often the main queue has its turn before work that was just started counts as having run up to its first
    /// wait.
    private static let turns = 8
    /// How long a screen may load before it is taken as it is.
    private static let patience = Duration.milliseconds(500)
    /// How long all of them may.
    static let wholePatience = Duration.seconds(3)

    /// Lets work run that the feature has just started.
    func takeTurns() async {
        Reporter.reached("work of its own")
        for _ in 0..<Self.turns {
            await withCheckedContinuation { continuation in
                DispatchQueue.main.async { continuation.resume() }
            }
        }
    }

    /// Renders a screen once it is at rest: what loads has had some time to.
    func renderAtRest(_ screen: ProbeScreen) async throws(ProbeError) -> RenderedScreen {
        var rendered = try render(screen)
        let start = ContinuousClock.now
        let end = start.advanced(by: min(Self.patience, patienceLeft))
        repeat {
            await takeTurns()
            if rendered.isLoading { Pause.milliseconds(5) }
            rendered = try render(screen)
        } while rendered.isLoading && ContinuousClock.now < end
        if rendered.isLoading { patienceLeft -= start.duration(to: .now) }
        return rendered
    }
}
