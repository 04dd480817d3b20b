import FeatureContract

/// A call into the library, as a message names it: `render of notes/detail?identifier=1`.
struct ProbeCall: CustomStringConvertible {
    /// As the ABI calls it.
    let function: String
    /// What it is made for; empty where that goes without saying.
    var subject = ""

    var description: String { subject.isEmpty ? function : "\(function) of \(subject)" }

    /// Whether it is for a screen.
    var isOfMaking: Bool { function == "resolve" || function == "make_main_screen" }
}

/// Why a step of a test went no further.
enum ProbeError: Error, CustomStringConvertible {
    /// The feature answered `SY_FAILED`, with its code and reason.
    case failure(ProbeCall, CallFailure)
    /// A call answered what the ABI does not allow.
    case answer(ProbeCall, String)
    /// The library is not what it should be.
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

    /// How a test ends that ends with it.
    var status: CheckStatus {
        if case .nothingToTest = self { .skipped } else { .failed }
    }

    /// The function of the ABI that it is about.
    var function: String? {
        switch self {
        case .failure(let call, _), .answer(let call, _): call.function
        case .library, .nothingToTest: nil
        }
    }
}

/// What a call answered that did not fail.
enum Answer {
    case done
    case notMine
}
