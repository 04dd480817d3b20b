import Dispatch
import FeatureContract
import Glibc
import HostSystem

/// Connects to other machines for features, whose workers have no sockets: `switchyard.connect/1`. Each connection is
/// made on a separate thread, since resolving a name may take any time.
@MainActor
final class ConnectionBroker {
    /// The most requests of one feature under way. A request counts until its thread has ended, even after the end of
    /// the feature.
    static let maximumUnderWay = 16
    private static let timeLimit = Duration.seconds(30)

    private var underWay: [String: Int] = [:]

    /// - Parameter done: Called once, on the main queue.
    func connect(to endpoint: Endpoint, for feature: String, done: @escaping Handover.Done) throws(CallFailure) {
        guard underWay[feature, default: 0] < Self.maximumUnderWay else {
            throw CallFailure(
                .limit, "\(Self.maximumUnderWay) connections are under way already; ask again when one is answered")
        }
        let deadline = ContinuousClock.now + Self.timeLimit
        let isStarted = SeparateThread.start { [weak self] in
            let result = Self.connect(to: endpoint, until: deadline)
            DispatchQueue.main.async {
                MainActor.assumeIsolated {
                    self?.underWay[feature, default: 1] -= 1
                    done(result.map { Handover($0) })
                }
            }
        }
        guard isStarted else { throw CallFailure(.limit, "the host cannot start a thread to connect on") }
        underWay[feature, default: 0] += 1
    }

    private nonisolated static func connect(
        to endpoint: Endpoint, until deadline: ContinuousClock.Instant
    ) -> Result<OpenDescriptor, CallFailure> {
        do {
            return .success(try TCPConnection.open(endpoint.host, endpoint.port, until: deadline))
        } catch {
            let code: FailureCode =
                switch error {
                case .unresolved: .notFound
                case .system(let error) where error.code == EMFILE || error.code == ENFILE: .limit
                case .timeout, .system: .unavailable
                }
            return .failure(CallFailure(code, "no connection to '\(endpoint.text)': \(error)"))
        }
    }
}
