import FeatureContract
import HostCore
import HostSystem

/// Actions that run in sequence, in the order in which they were added.
@MainActor
final class Turns {
    private var last: Task<Void, Never>?

    @discardableResult
    func add<Result: Sendable>(_ action: @escaping @MainActor () async -> Result) -> Task<Result, Never> {
        let turn = Task { [last] in
            await last?.value
            return await action()
        }
        last = Task { _ = await turn.value }
        return turn
    }
}

/// Opening the links of other programs.
extension LiveApp {
    /// The longest wait for a screen that is loading.
    static let patience = Duration.seconds(5)

    /// Waits until the screen has stopped loading and changing.
    ///
    /// - Returns: False if it had not in that time.
    @discardableResult
    func settle(atMost time: Duration = patience) async -> Bool {
        let isSettled = await coordinator.settle(timeout: time)
        if time == Self.patience { unsettled = isSettled ? nil : coordinator.state.top }
        return isSettled
    }

    /// Waits until the screen that the next link or step leaves has loaded, unless an earlier wait for it was in vain.
    func settleBefore() async {
        if unsettled != coordinator.state.top { await settle() }
    }

    /// Lets `switchyard open` reach this run, at the socket of the app. Reports why that is not possible.
    func listenForLinks() {
        do {
            let directory = try SocketDirectory(
                in: application.options.environment["XDG_RUNTIME_DIR"], isMade: true)
            server?.add(try directory.listen(LinkClient.socketName(of: application.id)))
        } catch {
            switch error {
            // Most systems without one have no program that hands over links.
            case .noRuntimeDirectory where !isVerbose: break
            case .inUse: note("another run of this app is open, and takes the links of 'switchyard open'")
            default: note("this run takes no links of 'switchyard open': \(error)")
            }
        }
    }
}
