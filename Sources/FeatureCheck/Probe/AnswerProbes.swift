import FeatureABI
import FeatureContract
import HostCore

extension sy_destination_sink: CalledTable {}
extension sy_resume_sink: CalledTable {}
extension sy_state_sink: CalledTable {}
extension sy_text_sink: CalledTable {}
extension sy_view_sink: CalledTable {}

/// A sink that checks each call. It stays for the life of the process.
class SinkProbe<Sink: CalledTable & ABIStruct>: @unchecked Sendable {
    // The record ensures that this is used only on the main thread, during the call.
    private let record: CallRecord
    final let table = UnsafeMutablePointer<Sink>.allocate(capacity: 1)

    final var pointer: UnsafePointer<Sink> { UnsafePointer(table) }

    init(_ record: CallRecord) {
        self.record = record
        table.initialize(to: .sized)
        table.pointee.instance = Unmanaged.passRetained(self).toOpaque()
    }

    /// The probe for a call of one of the sink's functions; nil if that may not be called.
    static func of(_ sink: UnsafePointer<Sink>?, _ function: String) -> Self? {
        guard let instance = sink?.pointee.instance else {
            Reporter.broken(.hostCalls, "it calls the sink's \(function) without the sink that it was given")
            return nil
        }
        let probe = Unmanaged<Self>.fromOpaque(instance).takeUnretainedValue()
        return probe.record.isUsable("the sink's \(function)") ? probe : nil
    }
}

/// A sink for one destination that checks each call. It stays for the life of the process.
final class DestinationProbe: SinkProbe<sy_destination_sink>, @unchecked Sendable {
    private(set) var destination: Result<Destination, CallFailure>?
    private let feature: String

    init(_ record: CallRecord, feature: String) {
        self.feature = feature
        super.init(record)
        table.pointee.destination = { sink, destination in
            guard let probe = DestinationProbe.of(sink, "destination") else { return sy_status(SY_FAILED) }
            WatchedSize.examine(destination: destination)
            do throws(CallFailure) {
                probe.destination = .success(try Destination(abi: destination, sender: probe.feature))
                return sy_status(SY_OK)
            } catch {
                probe.destination = .failure(error)
                return sy_status(SY_FAILED)
            }
        }
    }
}

/// A sink for a receiver's answer that checks each call. It stays for the life of the process.
final class ResumeProbe: SinkProbe<sy_resume_sink>, @unchecked Sendable {
    /// The reason why the answer is malformed; nil if it is well-formed.
    private(set) var problem: String?
    private let feature: String

    init(_ record: CallRecord, feature: String) {
        self.feature = feature
        super.init(record)
        table.pointee.answer = { sink, resume in
            guard let probe = ResumeProbe.of(sink, "answer") else { return sy_status(SY_FAILED) }
            WatchedSize.examine(resume)
            do {
                _ = try Resume(abi: resume, sender: probe.feature)
                return sy_status(SY_OK)
            } catch {
                probe.problem = "its answer is malformed: \(error)"
                return sy_status(SY_FAILED)
            }
        }
    }
}

/// A sink for a screen's state that checks each call. It stays for the life of the process.
final class StateProbe: SinkProbe<sy_state_sink>, @unchecked Sendable {
    private(set) var state: Result<ScreenState, CallFailure>?

    override init(_ record: CallRecord) {
        super.init(record)
        table.pointee.state = { sink, state in
            guard let probe = StateProbe.of(sink, "state") else { return sy_status(SY_FAILED) }
            WatchedSize.examine(state)
            do throws(CallFailure) {
                probe.state = .success(try ScreenState(abi: state))
                return sy_status(SY_OK)
            } catch {
                if error.code == .limit { Reporter.broken(.limits, "it passes \(error)") }
                probe.state = .failure(error)
                return sy_status(SY_FAILED)
            }
        }
    }
}

/// A text sink that checks each call. It stays for the life of the process.
final class TextProbe: SinkProbe<sy_text_sink>, @unchecked Sendable {
    private(set) var bytes: [UInt8] = []
    private(set) var problem: String?
    private var isFull = false
    private var piecesAfterTheEnd = 0
    private let limit: Int

    /// The number of calls after which a callee that ignores the sink's refusal is reported.
    static let patience = 1000

    init(_ record: CallRecord, limit: Int) {
        self.limit = limit
        super.init(record)
        table.pointee.text = { sink, piece in
            guard let probe = TextProbe.of(sink, "text"), probe.append(piece) else { return sy_status(SY_FAILED) }
            return sy_status(SY_OK)
        }
    }

    private func append(_ piece: sy_string) -> Bool {
        guard problem == nil, !isFull else {
            piecesAfterTheEnd += 1
            if piecesAfterTheEnd == Self.patience {
                Reporter.broken(.limits, "it goes on passing text, though the sink has said that it takes no more")
            }
            return false
        }
        guard piece.count != 0 else { return true }
        // A size_t beyond Int.max is negative here.
        guard piece.count > 0, piece.count <= limit - bytes.count else {
            isFull = true
            problem = "its text is larger than \(limit >> 10) KiB"
            Reporter.broken(.limits, "it passes a text larger than \(limit >> 10) KiB")
            return false
        }
        guard let data = piece.data else {
            problem = "a text of \(piece.count) bytes is null"
            return false
        }
        bytes += UnsafeRawBufferPointer(start: data, count: piece.count)
        return true
    }
}
