package import FeatureABI

/// The failure of a call across the boundary: the callee's code and reason.
package struct CallFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package let code: FailureCode
    package let reason: String
    /// Whether the callee's process has ended. The host alone knows it; it does not cross a boundary.
    package let hasEnded: Bool

    package init(_ code: FailureCode, _ reason: String, hasEnded: Bool = false) {
        self.code = code
        self.reason = reason
        self.hasEnded = hasEnded
    }

    /// The failure for input from the other side that breaks the rules of FeatureABI.h.
    package init(malformed reason: String) { self.init(.invalidArgument, reason) }

    package var description: String { reason }

    /// The failure with another reason, which a caller tells its own caller.
    package func saying(_ reason: String) -> CallFailure { CallFailure(code, reason, hasEnded: hasEnded) }
}

extension CallFailure {
    /// The failure of a callee that answered `SY_NOT_MINE` to a call that does not allow it.
    package static let notMine = CallFailure(.other, "it answered 'not mine', which is a defect of it")
}

/// The code of a failure that crosses the boundary.
///
/// - SeeAlso: `sy_error_code` in FeatureABI.h
package struct FailureCode: Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }
    private init(_ constant: Int) { rawValue = UInt32(constant) }

    /// The name of the code in FeatureABI.h, or the number of a code added by a later minor version.
    package var name: String {
        let names = [
            "OTHER", "UNKNOWN_ROUTE", "INVALID_ARGUMENT", "NOT_ALLOWED", "NOT_FOUND", "WRONG_TYPE", "LOCKED",
            "NOTHING_TO_DO", "NO_RECEIVER", "UNCONNECTED", "INVALID_STATE", "LIMIT", "UNAVAILABLE", "UNSUPPORTED",
        ]
        return rawValue < names.count ? "SY_ERROR_\(names[Int(rawValue)])" : "the error \(rawValue)"
    }

    package static let other = FailureCode(SY_ERROR_OTHER)
    package static let unknownRoute = FailureCode(SY_ERROR_UNKNOWN_ROUTE)
    package static let invalidArgument = FailureCode(SY_ERROR_INVALID_ARGUMENT)
    package static let notAllowed = FailureCode(SY_ERROR_NOT_ALLOWED)
    package static let notFound = FailureCode(SY_ERROR_NOT_FOUND)
    package static let wrongType = FailureCode(SY_ERROR_WRONG_TYPE)
    package static let locked = FailureCode(SY_ERROR_LOCKED)
    package static let nothingToDo = FailureCode(SY_ERROR_NOTHING_TO_DO)
    package static let noReceiver = FailureCode(SY_ERROR_NO_RECEIVER)
    package static let unconnected = FailureCode(SY_ERROR_UNCONNECTED)
    package static let invalidState = FailureCode(SY_ERROR_INVALID_STATE)
    package static let limit = FailureCode(SY_ERROR_LIMIT)
    package static let unavailable = FailureCode(SY_ERROR_UNAVAILABLE)
    package static let unsupported = FailureCode(SY_ERROR_UNSUPPORTED)
}

/// Makes a C call with an `sy_error`, and throws the last failure that the callee has left in it. If the callee does
/// not fail, failures left do not count.
///
///     let isMine = try callABI { error in feature.pointee.resolve(feature, destination, id, &screen, error) }
///
/// - Returns: False if the callee answered `SY_NOT_MINE`.
@discardableResult
package func callABI(_ call: (UnsafePointer<sy_error>) -> sy_status) throws(CallFailure) -> Bool {
    var box = FailureBox()
    let status = withUnsafeMutablePointer(to: &box) { box in
        var error = sy_error.sized
        error.instance = UnsafeMutableRawPointer(box)
        error.fail = { error, code, reason in
            guard let box = error?.pointee.instance?.assumingMemoryBound(to: FailureBox.self) else { return }
            let text: String
            do {
                text = try String(abi: reason).cut(toBytes: ABILimit.reasonSize)
            } catch {
                text = "it failed and its reason cannot be read: \(error)"
            }
            // A callee may pass its error on, continue after that failure, and fail for another reason.
            box.pointee.failure = CallFailure(FailureCode(rawValue: code), text)
        }
        return withUnsafePointer(to: error) { call($0) }
    }
    switch Int(status) {
    case SY_OK: return true
    case SY_NOT_MINE: return false
    case SY_FAILED:
        guard let failure = box.failure, !failure.reason.isEmpty else {
            throw CallFailure(box.failure?.code ?? .other, "it failed and gave no reason, which is a defect of it")
        }
        throw failure
    default: throw CallFailure(.other, "it answered with the unknown status \(status), which is a defect of it")
    }
}

private struct FailureBox {
    var failure: CallFailure?
}

extension UnsafePointer<sy_error> {
    /// Leaves a failure in the caller's `sy_error`, and returns the status for the callee to return. A malformed
    /// `sy_error` gets no reason.
    package func fail(_ failure: CallFailure) -> sy_status {
        // Swift calls a null C function pointer without a check, and the process crashes.
        if let fail = (try? sy_error.read(self))?.fail {
            var arena = ABIArena()
            fail(self, failure.code.rawValue, arena.string(failure.reason))
        }
        return sy_status(SY_FAILED)
    }
}
