import FeatureABI
import FeatureContract

/// A sink for one destination that checks each call. It stays for the life of the process.
final class DestinationProbe: @unchecked Sendable {
    // The record makes sure that this is used on the main thread only, while the call lasts.
    private(set) var destination: Result<Destination, ABIMalformed>?
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
                return
            }
            let probe = Unmanaged<DestinationProbe>.fromOpaque(instance).takeUnretainedValue()
            guard probe.record.isUsable("the sink's destination") else { return }
            WatchedSize.examine(destination: destination)
            probe.destination = Result { () throws(ABIMalformed) in
                try Destination(abi: destination, sender: probe.feature)
            }
        }
    }
}

/// A sink for a receiver's answer that checks each call. It stays for the life of the process.
final class ResumeProbe: @unchecked Sendable {
    // The record makes sure that this is used on the main thread only, while the call lasts.
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
        memory.pointee.resume = { sink, resume in
            guard let instance = sink?.pointee.instance else {
                Reporter.broken(.hostCalls, "it calls the sink's resume without the sink that it was given")
                return
            }
            let probe = Unmanaged<ResumeProbe>.fromOpaque(instance).takeUnretainedValue()
            guard probe.record.isUsable("the sink's resume") else { return }
            WatchedSize.examine(resume)
            do throws(ABIMalformed) {
                _ = try Resume(abi: resume, sender: probe.feature)
            } catch {
                probe.problem = "its answer is malformed: \(error)"
            }
        }
    }
}
