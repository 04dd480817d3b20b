import FeatureContract
import Glibc

@testable import HostCore

/// A worker without a process: both halves of the protocol in this one, with all that they say in its flat form between
/// them.
@MainActor
final class LoopbackLink: WorkerLink, WorkerServer.Upstream {
    private let library: WorkerServer.Library
    private lazy var server = WorkerServer(upstream: self) { [library] _, _, _ in library }
    private weak var service: (any WorkerService)?
    /// What happens instead of the next call of that name, or for `reply` once the call has been made.
    var endings: [String: WorkerExit.Cause] = [:]
    /// How long a call of that name takes, in seconds.
    var times: [String: Double] = [:]
    private(set) var isStopped = false
    private var ended: (@MainActor (WorkerExit) -> Void)?

    init(
        manifest: [UInt8],
        activate: @escaping @MainActor (any FeatureHost, String, String) throws(CallFailure) -> any FeatureInstance
    ) {
        library = WorkerServer.Library(manifest: manifest, activate: activate)
    }

    func exchange(
        _ call: WorkerCall, within seconds: Double, serving service: any WorkerService
    ) throws(WorkerExit) -> WorkerReply {
        self.service = service
        if let cause = endings.removeValue(forKey: call.name) { throw WorkerExit(cause, during: call.name) }
        if let time = times[call.name] {
            usleep(UInt32(min(time, seconds) * 1e6))
            guard time <= seconds else { throw WorkerExit(.deadline(seconds: seconds), during: call.name) }
        }
        do {
            let reply = try WorkerReply(server.reply(to: WorkerCall(call.bytes)).bytes)
            if let cause = endings.removeValue(forKey: "reply") { throw WorkerExit(cause, during: call.name) }
            return reply
        } catch let ending as WorkerExit {
            throw ending
        } catch {
            throw WorkerExit(.garbage("\(error)"), during: call.name)
        }
    }

    func serve(_ service: any WorkerService, within seconds: Double, ended: @escaping @MainActor (WorkerExit) -> Void) {
        self.service = service
        self.ended = ended
    }

    /// The worker ends while no call runs.
    func end(_ cause: WorkerExit.Cause) {
        // Of one that is over, nobody hears any more.
        if !isStopped { ended?(WorkerExit(cause, during: "")) }
    }

    func stop() { isStopped = true }

    func ask(_ request: WorkerRequest) -> HostAnswer {
        guard let service, let request = try? WorkerRequest(request.bytes),
            let answer = try? HostAnswer(service.answer(request).bytes)
        else { return .failure(CallFailure(.other, "what was asked did not come through")) }
        return answer
    }

    func tell(_ notice: WorkerNotice) {
        if let notice = try? WorkerNotice(notice.bytes) { service?.take(notice) }
    }
}
