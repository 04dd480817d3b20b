package import FeatureABI

/// Why a call across the boundary failed: the code and the reason that the callee left.
package struct CallFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package let code: FailureCode
    package let reason: String

    package init(_ code: FailureCode, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    package var description: String { reason }
}

extension CallFailure {
    /// The callee answered `SY_NOT_MINE` where that is no answer.
    package static let notMine = CallFailure(.other, "it answered 'not mine', which is a defect of it")
}

/// - SeeAlso: `sy_error_code` in FeatureABI.h
package struct FailureCode: Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }
    private init(_ constant: Int) { rawValue = UInt32(constant) }

    /// As FeatureABI.h calls it; one of a later minor by its number.
    package var name: String {
        let names = [
            "OTHER", "UNKNOWN_ROUTE", "INVALID_ARGUMENT", "NOT_ALLOWED", "NOT_FOUND", "WRONG_TYPE", "LOCKED",
            "NOTHING_TO_DO", "NO_RECEIVER", "UNCONNECTED", "INVALID_STATE", "LIMIT", "UNAVAILABLE", "UNSUPPORTED",
        ]
        return rawValue < names.count ? "SY_ERROR_\(names[Int(rawValue)])" : "the error \(rawValue)"
    }

    /// `SY_ERROR_OTHER`
    package static let other = FailureCode(SY_ERROR_OTHER)
    /// `SY_ERROR_UNKNOWN_ROUTE`
    package static let unknownRoute = FailureCode(SY_ERROR_UNKNOWN_ROUTE)
    /// `SY_ERROR_INVALID_ARGUMENT`
    package static let invalidArgument = FailureCode(SY_ERROR_INVALID_ARGUMENT)
    /// `SY_ERROR_NOT_ALLOWED`
    package static let notAllowed = FailureCode(SY_ERROR_NOT_ALLOWED)
    /// `SY_ERROR_NOT_FOUND`
    package static let notFound = FailureCode(SY_ERROR_NOT_FOUND)
    /// `SY_ERROR_WRONG_TYPE`
    package static let wrongType = FailureCode(SY_ERROR_WRONG_TYPE)
    /// `SY_ERROR_LOCKED`
    package static let locked = FailureCode(SY_ERROR_LOCKED)
    /// `SY_ERROR_NOTHING_TO_DO`
    package static let nothingToDo = FailureCode(SY_ERROR_NOTHING_TO_DO)
    /// `SY_ERROR_NO_RECEIVER`
    package static let noReceiver = FailureCode(SY_ERROR_NO_RECEIVER)
    /// `SY_ERROR_UNCONNECTED`
    package static let unconnected = FailureCode(SY_ERROR_UNCONNECTED)
    /// `SY_ERROR_INVALID_STATE`
    package static let invalidState = FailureCode(SY_ERROR_INVALID_STATE)
    /// `SY_ERROR_LIMIT`
    package static let limit = FailureCode(SY_ERROR_LIMIT)
    /// `SY_ERROR_UNAVAILABLE`
    package static let unavailable = FailureCode(SY_ERROR_UNAVAILABLE)
    /// `SY_ERROR_UNSUPPORTED`
    package static let unsupported = FailureCode(SY_ERROR_UNSUPPORTED)
}

/// The caller's half of a failing call: provides the `sy_error` and turns what was left in it into a throw.
///
///     let isMine = try callABI { error in feature.pointee.resolve(feature, destination, id, &screen, error) }
///
/// - Returns: false where the callee answered `SY_NOT_MINE`.
@discardableResult
package func callABI(_ call: (UnsafePointer<sy_error>) -> sy_status) throws(CallFailure) -> Bool {
    var box = FailureBox()
    let status = withUnsafeMutablePointer(to: &box) { box in
        var error = sy_error.sized
        error.instance = UnsafeMutableRawPointer(box)
        error.fail = { error, code, reason in
            guard let box = error?.pointee.instance?.assumingMemoryBound(to: FailureBox.self) else { return }
            guard box.pointee.failure == nil else { return }
            let text: String
            do throws(ABIMalformed) {
                text = try String(abi: reason).cut(toBytes: ABILimit.reasonSize)
            } catch {
                text = "it failed and its reason cannot be read: \(error)"
            }
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
    /// The callee's half: leaves a failure, and gives the status to return. A malformed error gets no reason.
    package func fail(_ failure: CallFailure) -> sy_status {
        // Swift calls a null function pointer of C as it calls any other, and ends the process.
        if let fail = (try? sy_error.read(self))?.fail {
            var arena = ABIArena()
            fail(self, failure.code.rawValue, arena.string(failure.reason))
        }
        return sy_status(SY_FAILED)
    }
}
