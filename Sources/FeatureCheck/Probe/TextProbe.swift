import FeatureABI
import FeatureContract

/// A text sink that checks each call. It stays for the life of the process.
final class TextProbe: @unchecked Sendable {
    // The record makes sure that these are used on the main thread only, while the call lasts.
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
                return 0
            }
            let probe = Unmanaged<TextProbe>.fromOpaque(instance).takeUnretainedValue()
            guard probe.record.isUsable("the sink's text") else { return 0 }
            return probe.take(piece) ? 1 : 0
        }
    }

    private func take(_ piece: sy_string) -> Bool {
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
