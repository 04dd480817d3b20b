import FeatureContract
import HostCore

/// Counts the user's steps among the inputs of a recording.
struct StepCounter {
    /// The number of the step with the last input; 0 for the start.
    private(set) var number = 0
    /// The step as the user writes it, such as `press:Count`.
    private(set) var text = "start"
    private var isForcing = false

    /// Counts an input, and returns whether it begins a step.
    mutating func count(_ input: CoordinatorInput) -> Bool {
        if case .force(let isForcing) = input { self.isForcing = isForcing }
        guard let step = input.stepText else { return false }
        // The start is step 0.
        if number == 0, case .start = input { return false }
        number += 1
        text = isForcing ? "force:\(step)" : step
        return true
    }
}

extension CoordinatorInput {
    /// The input as a step of the user; nil for any other input.
    var stepText: String? {
        func text(_ operation: NavigationOperation<String, [Message], Value>) -> String? {
            switch operation {
            case .navigate(let target, let method): (method.map { "\($0.rawValue):" } ?? "") + target
            case .swap(let target): "swap:\(target)"
            case .selectTab(let name): "tab:\(name)"
            default: operation.word ?? "\(operation)"
            }
        }
        return switch self {
        case .start: "start"
        case .open(let link): link
        case .go(let destination, let method): (method.map { "\($0.rawValue):" } ?? "") + destination.text
        case .goToText(let target, let method): (method.map { "\($0.rawValue):" } ?? "") + target
        case .perform(let request, _): text(request.mapTargets(\.text))
        case .performText(let operation): text(operation)
        case .use(let node, .string(let value)) where node.kind == .textField: "type:\(node.label)=\(value)"
        case .use(let node, .bool) where node.kind == .textField: nil
        // An answer to the host.
        case .use(let node, _) where node.isOfHost: nil
        case .use(let node, _): "press:\(node.label)"
        case .miss(let step, _): step
        case .reload(let isForced): isForced ? "force:reload" : "reload"
        case .force, .show, .renderHidden, .showBeside, .work, .timer, .checkLocks, .adopt, .showPart, .look, .ask,
            .shutDown:
            nil
        }
    }
}
