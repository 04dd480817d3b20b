import FeatureContract

/// A call into the library, with the name that messages use: `render of notes/detail?identifier=1`.
struct ProbeCall: CustomStringConvertible {
    /// The name of the function in the ABI.
    let function: String
    /// The screen, link or other subject of the call; empty if the function's name says enough.
    var subject = ""

    var description: String { subject.isEmpty ? function : "\(function) of \(subject)" }

    /// Whether the call makes a screen.
    var isOfMaking: Bool { function == "resolve" || function == "make_main_screen" }
}

/// The reason why a step of a test went no further.
enum ProbeError: Error, CustomStringConvertible {
    /// The feature answered `SY_FAILED`, with its code and reason.
    case failure(ProbeCall, CallFailure)
    /// A call gave an answer that the ABI does not allow.
    case answer(ProbeCall, String)
    /// The library fails the test for this reason.
    case library(String)
    /// There is nothing to test.
    case nothingToTest(String)

    var description: String {
        switch self {
        case .failure(let call, let failure): "\(call) failed: \(failure.reason)"
        case .answer(let call, let problem): "\(call): \(problem)"
        case .library(let reason), .nothingToTest(let reason): reason
        }
    }

    /// The status of a test that ends with this error.
    var status: CheckStatus {
        if case .nothingToTest = self { .skipped } else { .failed }
    }

    /// The ABI function that the error is about.
    var function: String? {
        switch self {
        case .failure(let call, _), .answer(let call, _): call.function
        case .library, .nothingToTest: nil
        }
    }
}

/// The answer of a call that did not fail.
enum Answer {
    case done
    case notMine
}
