/// A beat at equal distances, for `onReceive`.
///
/// ```swift
/// private let timer = Timer.publish(every: 1, on: .main, in: .common).autoconnect()
///
/// Text("\(seconds) s").onReceive(timer) { _ in seconds += 1 }
/// ```
///
/// Foundation's `Timer` on Linux has no publisher, which is a part of Combine.
public struct TimerPublisher: Sendable {
    /// The run loop of the beat. A feature has one.
    public enum Loop: Hashable, Sendable {
        case main, current
        /// The inputs that a run loop waits for.
        public enum Mode: Hashable, Sendable { case common, `default`, tracking }
    }

    /// The distance in seconds.
    let interval: Double

    /// The timer itself: it begins to beat when a view with `onReceive` appears.
    public func autoconnect() -> Self { self }
}

// FeatureKit cannot extend Foundation's Timer without importing Foundation. Of what it conforms to, this is the least that
// says which type it is.
extension Hashable where Self: AnyObject & CustomDebugStringConvertible {
    /// Makes a beat at equal distances in seconds: `Timer.publish(every:on:in:)`.
    public static func publish(
        every interval: Double, tolerance: Double? = nil, on loop: TimerPublisher.Loop,
        in mode: TimerPublisher.Loop.Mode
    ) -> TimerPublisher {
        TimerPublisher(interval: interval)
    }
}

extension View {
    /// Runs an action at each beat of a timer while the view is visible.
    ///
    /// The action gets the moment of the beat in seconds since 1970.
    @_disfavoredOverload
    public func onReceive(_ timer: TimerPublisher, perform action: @escaping (Double) -> Void) -> ModifiedView<Self> {
        receive(timer, action)
    }

    /// Runs an action at each beat of a timer while the view is visible.
    ///
    /// The action gets the moment of the beat, Foundation's `Date`.
    public func onReceive<Moment: Codable>(
        _ timer: TimerPublisher, perform action: @escaping (Moment) -> Void
    ) -> ModifiedView<Self> {
        receive(timer) { seconds in
            if let moment: Moment = LocalTime.date(of: seconds) { action(moment) }
        }
    }

    private func receive(_ timer: TimerPublisher, _ action: @escaping (Double) -> Void) -> ModifiedView<Self> {
        noting { $0.beat(timer.interval, action) }
    }
}

/// The action of a beat that goes on while renders bring newer ones.
@MainActor
private final class Beat {
    var action: (Double) -> Void = { _ in }
}

extension ViewRenderer {
    fileprivate func beat(_ interval: Double, _ action: @escaping (Double) -> Void) {
        let beat = states.nextObject(of: place) { Beat() }
        beat.action = action
        task(id: interval) {
            while (try? await Task.sleep(for: .seconds(max(interval, 0.001)))) != nil {
                beat.action(LocalTime.now)
            }
        }
    }
}
