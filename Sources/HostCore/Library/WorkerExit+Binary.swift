import FeatureContract
import HostSystem

extension WorkerExit {
    package init(binary reader: inout BinaryReader) throws(BinaryError) {
        let cause = try Cause(binary: &reader)
        let call = try reader.text(limit: Self.maximumFrameSize)
        let frames = try reader.list(limit: Self.maximumFrames) { (reader) throws(BinaryError) in
            try reader.text(limit: Self.maximumFrameSize)
        }
        self.init(cause, during: call, frames: frames, output: try reader.text(limit: Self.maximumOutput))
    }

    /// Writes no more than ``init(binary:)`` accepts: the first frames, the beginning of each text, and the end of the
    /// output.
    package func write(binary writer: inout BinaryWriter) {
        cause.write(binary: &writer)
        writer.append(call.beginning(Self.maximumFrameSize))
        writer.append(list: frames.prefix(Self.maximumFrames)) { writer, frame in
            writer.append(frame.beginning(Self.maximumFrameSize))
        }
        writer.append(output.end(Self.maximumOutput))
    }
}

extension WorkerExit.Cause {
    /// A limit for times: longer than any deadline, and small enough to be printed in milliseconds.
    private static let maximumSeconds = 1e9

    init(binary reader: inout BinaryReader) throws(BinaryError) {
        switch try reader.uint8() {
        case 0: self = .signal(try reader.int32())
        case 1: self = .exit(try reader.int32())
        case 2: self = .deadline(seconds: try Self.seconds(&reader))
        case 4: self = .callBudget(seconds: try Self.seconds(&reader))
        case 3: self = .garbage(try reader.text(limit: WorkerExit.maximumFrameSize))
        case let kind: throw BinaryError("\(kind) is no cause of an ending")
        }
    }

    private static func seconds(_ reader: inout BinaryReader) throws(BinaryError) -> Double {
        let seconds = try reader.double()
        guard seconds >= 0, seconds <= maximumSeconds else { throw BinaryError("a time of \(seconds) seconds") }
        return seconds
    }

    func write(binary writer: inout BinaryWriter) {
        switch self {
        case .signal(let number):
            writer.append(0 as UInt8)
            writer.append(number)
        case .exit(let code):
            writer.append(1 as UInt8)
            writer.append(code)
        case .deadline(let seconds):
            writer.append(2 as UInt8)
            writer.append(seconds)
        case .callBudget(let seconds):
            writer.append(4 as UInt8)
            writer.append(seconds)
        case .garbage(let what):
            writer.append(3 as UInt8)
            writer.append(what.beginning(WorkerExit.maximumFrameSize))
        }
    }
}
