import FeatureContract

extension WorkerEnding {
    package init(flat reader: inout FlatReader) throws(FlatError) {
        let cause = try Cause(flat: &reader)
        let call = try reader.text(limit: Self.maximumFrameSize)
        let frames = try reader.list(limit: Self.maximumFrames) { (reader) throws(FlatError) in
            try reader.text(limit: Self.maximumFrameSize)
        }
        self.init(cause, during: call, frames: frames, output: try reader.text(limit: Self.maximumOutput))
    }

    /// Writes no more than is kept, so that it can always be read: the first frames, the beginning of each text, and
    /// the end of the output.
    package func write(flat writer: inout FlatWriter) {
        cause.write(flat: &writer)
        writer.append(call.beginning(Self.maximumFrameSize))
        writer.append(list: frames.prefix(Self.maximumFrames)) { writer, frame in
            writer.append(frame.beginning(Self.maximumFrameSize))
        }
        writer.append(output.end(Self.maximumOutput))
    }
}

extension WorkerEnding.Cause {
    /// Longer than any deadline, and short enough to be said in milliseconds.
    private static let maximumSeconds = 1e9

    init(flat reader: inout FlatReader) throws(FlatError) {
        switch try reader.uint8() {
        case 0: self = .signal(try reader.int32())
        case 1: self = .exit(try reader.int32())
        case 2: self = .deadline(seconds: try Self.seconds(&reader))
        case 4: self = .allowance(seconds: try Self.seconds(&reader))
        case 3: self = .garbage(try reader.text(limit: WorkerEnding.maximumFrameSize))
        case let kind: throw FlatError("\(kind) is no cause of an ending")
        }
    }

    private static func seconds(_ reader: inout FlatReader) throws(FlatError) -> Double {
        let seconds = try reader.double()
        guard seconds >= 0, seconds <= maximumSeconds else { throw FlatError("a time of \(seconds) seconds") }
        return seconds
    }

    func write(flat writer: inout FlatWriter) {
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
        case .allowance(let seconds):
            writer.append(4 as UInt8)
            writer.append(seconds)
        case .garbage(let what):
            writer.append(3 as UInt8)
            writer.append(what.beginning(WorkerEnding.maximumFrameSize))
        }
    }
}
