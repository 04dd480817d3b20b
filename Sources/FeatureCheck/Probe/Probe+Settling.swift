import Dispatch
import HostCore

extension Probe {
    /// The number of turns of the main queue after which work just started is taken to have run up to its first wait.
    private static let turns = 8
    /// The time that a screen may load before it is tested as it is.
    private static let patience = Duration.milliseconds(500)
    /// The time that all screens together may load.
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

    /// Renders a screen at rest: a screen that loads gets some time to finish.
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
