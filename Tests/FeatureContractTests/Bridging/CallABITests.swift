import FeatureABI
import FeatureContract
import Testing

@Suite struct CallABITests {
    private let memory = CMemory()

    @Test("a successful call returns true, and a call that is not the callee's returns false")
    func success() throws {
        #expect(try callABI { _ in sy_status(SY_OK) } == true)
        #expect(try callABI { _ in sy_status(SY_NOT_MINE) } == false)
    }

    @Test(
        "a failure carries its code and its reason",
        arguments: [
            (.other, 0), (.unknownRoute, 1), (.invalidArgument, 2), (.notAllowed, 3), (.notFound, 4), (.wrongType, 5),
            (.locked, 6), (.nothingToDo, 7), (.noReceiver, 8), (.unconnected, 9), (.invalidState, 10), (.limit, 11),
            (.unavailable, 12), (.unsupported, 13), (FailureCode(rawValue: 999), 999),
        ] as [(FailureCode, UInt32)])
    func failure(code: FailureCode, rawValue: UInt32) {
        let failure = CallFailure(code, "there is no character 42: é")
        #expect(code.rawValue == rawValue)
        #expect(throws: failure) { try callABI { error in error.fail(failure) } }
        #expect("\(failure)" == "there is no character 42: é")
    }

    @Test("the callee's fail returns SY_FAILED")
    func status() {
        var status = sy_status(SY_OK)
        #expect(throws: CallFailure(.locked, "unsaved")) {
            try callABI { error in
                status = error.fail(CallFailure(.locked, "unsaved"))
                return status
            }
        }
        #expect(status == sy_status(SY_FAILED))
    }

    @Test("the callee's fail calls nothing and returns SY_FAILED where the caller's error cannot take a reason")
    func unusableError() {
        func status(_ change: (inout sy_error) -> Void) -> sy_status? {
            var error = sy_error.sized
            error.fail = { _, _, _ in Issue.record("it is called") }
            change(&error)
            return withUnsafePointer(to: error) { $0.fail(CallFailure(.other, "why")) }
        }
        #expect(status { $0.fail = nil } == sy_status(SY_FAILED))
        #expect(status { $0.size = 0 } == sy_status(SY_FAILED))
        #expect(status { $0.size = UInt32(sy_error.firstSize) - 1 } == sy_status(SY_FAILED))
        var error = sy_error.sized
        error.fail = { _, _, _ in Issue.record("it is called") }
        let misaligned = memory.misaligned(error, by: 4)
        #expect(misaligned.fail(CallFailure(.other, "why")) == sy_status(SY_FAILED))
    }

    @Test("a failure without a reason is reported as a defect and keeps its code")
    func noReason() {
        let reason = "it failed and gave no reason, which is a defect of it"
        #expect(throws: CallFailure(.other, reason)) { try callABI { _ in sy_status(SY_FAILED) } }
        #expect(throws: CallFailure(.notFound, reason)) { try callABI { $0.fail(CallFailure(.notFound, "")) } }
    }

    @Test("an unreadable reason is reported as unreadable, and a long reason is cut")
    func oddReasons() {
        func reason(_ text: sy_string) -> String {
            do throws(CallFailure) {
                try callABI { error in
                    error.pointee.fail(error, FailureCode.limit.rawValue, text)
                    return sy_status(SY_FAILED)
                }
                return ""
            } catch {
                return error.reason
            }
        }
        #expect(
            reason(sy_string(data: nil, count: 7))
                == "it failed and its reason cannot be read: a string of 7 bytes is null")
        var arena = ABIArena()
        let whole = String(repeating: "x", count: ABILimit.reasonSize)
        #expect(reason(arena.string(whole)) == whole)
        // The cut keeps whole characters, and the ellipsis counts.
        #expect(reason(arena.string(whole + "y")) == whole.dropLast(3) + "…")
        #expect(reason(arena.string("é" + whole)).utf8.count == ABILimit.reasonSize)
        #expect(reason(arena.string(String(repeating: "é", count: ABILimit.reasonSize))).hasSuffix("é…") == true)
    }

    @Test("an unknown status is reported as a defect", arguments: [3, .max] as [sy_status])
    func unknownStatus(status: sy_status) {
        let failure = CallFailure(.other, "it answered with the unknown status \(status), which is a defect of it")
        #expect(throws: failure) { try callABI { _ in status } }
    }

    @Test("the last of several reasons counts, since the others are of calls to which the callee passed its error on")
    func severalReasons() {
        #expect(throws: CallFailure(.limit, "second")) {
            try callABI { error in
                _ = error.fail(CallFailure(.locked, "first"))
                return error.fail(CallFailure(.limit, "second"))
            }
        }
    }

    @Test("a reason that is given before success or 'not mine' is ignored", arguments: [SY_OK, SY_NOT_MINE])
    func reasonAndSuccess(status: Int) throws {
        #expect(
            try callABI { error in
                _ = error.fail(CallFailure(.other, "tried"))
                return sy_status(status)
            } == (status == SY_OK))
    }

    @Test("a reason that is not UTF-8 is shown with replacement characters")
    func invalidReason() {
        #expect(throws: CallFailure(.other, "a\u{FFFD}")) {
            try callABI { error in
                error.pointee.fail(error, 0, memory.string([0x61, 0xFF]))
                return sy_status(SY_FAILED)
            }
        }
    }

    @Test("calls within calls keep their failures apart")
    func nested() {
        #expect(throws: CallFailure(.other, "outer after inner")) {
            try callABI { outer in
                do throws(CallFailure) {
                    try callABI { inner in inner.fail(CallFailure(.locked, "inner")) }
                    return sy_status(SY_OK)
                } catch {
                    return outer.fail(CallFailure(.other, "outer after \(error)"))
                }
            }
        }
    }
}
