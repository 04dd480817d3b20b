import FeatureABI
import FeatureContract

/// A sink for one destination that checks each call. It stays for the life of the process.
final class DestinationProbe: @unchecked Sendable {
    // The record ensures that this is used only on the main thread, during the call.
    private(set) var destination: Result<Destination, CallFailure>?
    private let record: CallRecord
    private let feature: String
    let pointer: UnsafePointer<sy_destination_sink>

    init(_ record: CallRecord, feature: String) {
        self.record = record
        self.feature = feature
        let memory = UnsafeMutablePointer<sy_destination_sink>.allocate(capacity: 1)
        memory.initialize(to: .sized)
        pointer = UnsafePointer(memory)
        memory.pointee.instance = Unmanaged.passRetained(self).toOpaque()
        memory.pointee.destination = { sink, destination in
            guard let instance = sink?.pointee.instance else {
                Reporter.broken(.hostCalls, "it calls the sink's destination without the sink that it was given")
                return sy_status(SY_FAILED)
            }
            let probe = Unmanaged<DestinationProbe>.fromOpaque(instance).takeUnretainedValue()
            guard probe.record.isUsable("the sink's destination") else { return sy_status(SY_FAILED) }
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
final class ResumeProbe: @unchecked Sendable {
    // The record ensures that this is used only on the main thread, during the call.
    /// The reason why the answer is malformed; nil if it is well-formed.
    private(set) var problem: String?
    private let record: CallRecord
    private let feature: String
    let pointer: UnsafePointer<sy_resume_sink>

    init(_ record: CallRecord, feature: String) {
        self.record = record
        self.feature = feature
        let memory = UnsafeMutablePointer<sy_resume_sink>.allocate(capacity: 1)
        memory.initialize(to: .sized)
        pointer = UnsafePointer(memory)
        memory.pointee.instance = Unmanaged.passRetained(self).toOpaque()
        memory.pointee.answer = { sink, resume in
            guard let instance = sink?.pointee.instance else {
                Reporter.broken(.hostCalls, "it calls the sink's answer without the sink that it was given")
                return sy_status(SY_FAILED)
            }
            let probe = Unmanaged<ResumeProbe>.fromOpaque(instance).takeUnretainedValue()
            guard probe.record.isUsable("the sink's answer") else { return sy_status(SY_FAILED) }
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
final class StateProbe: @unchecked Sendable {
    // The record ensures that this is used only on the main thread, during the call.
    private(set) var state: Result<ScreenState, CallFailure>?
    private let record: CallRecord
    let pointer: UnsafePointer<sy_state_sink>

    init(_ record: CallRecord) {
        self.record = record
        let memory = UnsafeMutablePointer<sy_state_sink>.allocate(capacity: 1)
        memory.initialize(to: .sized)
        pointer = UnsafePointer(memory)
        memory.pointee.instance = Unmanaged.passRetained(self).toOpaque()
        memory.pointee.state = { sink, state in
            guard let instance = sink?.pointee.instance else {
                Reporter.broken(.hostCalls, "it calls the sink's state without the sink that it was given")
                return sy_status(SY_FAILED)
            }
            let probe = Unmanaged<StateProbe>.fromOpaque(instance).takeUnretainedValue()
            guard probe.record.isUsable("the sink's state") else { return sy_status(SY_FAILED) }
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
final class TextProbe: @unchecked Sendable {
    // The record ensures that this is used only on the main thread, during the call.
    private(set) var bytes: [UInt8] = []
    private(set) var problem: String?
    private var isFull = false
    private var piecesAfterTheEnd = 0
    private let record: CallRecord
    private let limit: Int
    let pointer: UnsafePointer<sy_text_sink>

    /// The number of calls after which a callee that ignores the sink's refusal is reported.
    static let patience = 1000

    init(_ record: CallRecord, limit: Int) {
        self.record = record
        self.limit = limit
        let memory = UnsafeMutablePointer<sy_text_sink>.allocate(capacity: 1)
        memory.initialize(to: .sized)
        pointer = UnsafePointer(memory)
        memory.pointee.instance = Unmanaged.passRetained(self).toOpaque()
        memory.pointee.text = { sink, piece in
            guard let instance = sink?.pointee.instance else {
                Reporter.broken(.hostCalls, "it calls the sink's text without the sink that it was given")
                return sy_status(SY_FAILED)
            }
            let probe = Unmanaged<TextProbe>.fromOpaque(instance).takeUnretainedValue()
            guard probe.record.isUsable("the sink's text"), probe.append(piece) else { return sy_status(SY_FAILED) }
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
