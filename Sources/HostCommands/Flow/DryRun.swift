import FeatureContract
import HostCore
import HostSystem
import JSONText

/// The states after steps, found without starting a feature.
@MainActor
enum DryRun {
    /// Prints the states, up to the first step that fails.
    static func run(
        _ steps: [Step], _ coordinator: NavigationCoordinator, _ arguments: Arguments
    ) -> ExitCode {
        var recorded: [Flow.RecordedStep] = []
        var state = coordinator.state
        var code = ExitCode.ok
        for step in steps where code == .ok {
            do {
                try apply(step, coordinator.planner, &state, isFirst: recorded.isEmpty)
            } catch {
                Console.error(FlowError(step, [NavigationProblem(error.reason)]).messages[0])
                code = .no
            }
            recorded.append(.init(step: step, state: state))
        }
        // As in a real flow, a step that goes back to a screen that cannot be shown has succeeded.
        if code == .ok, let reason = coordinator.planner.reasonNotShown(state.top.place) {
            let message = "'\(state.top.place)' cannot be shown: \(reason)"
            if steps.last?.goesBack == true {
                Console.warning(message)
            } else {
                Console.error(message)
                code = .no
            }
        }
        print(state, recorded, labelledBy: coordinator.wiring, arguments)
        return code
    }

    private static func print(
        _ state: NavigationState, _ recorded: [Flow.RecordedStep], labelledBy wiring: Wiring, _ arguments: Arguments
    ) {
        let isRecorded = arguments.has(Command.state)
        guard arguments.has(.json) else {
            return Console.print(FlowReport.stagesText(of: isRecorded ? recorded : [], state))
        }
        var object: JSONObject = [
            "destination": .string(state.top.place.text), "state": state.json(labelledBy: wiring),
        ]
        if isRecorded {
            object.append(key: "steps", value: FlowReport.stagesJSON(of: recorded, labelledBy: wiring))
        }
        Console.print(.object(object))
    }

    /// Applies a step to a state. A step that leads nowhere leads to the host's not-found screen, as in a real flow; so
    /// does a link before the first screen is shown.
    private static func apply(
        _ step: Step, _ planner: Planner, _ state: inout NavigationState, isFirst: Bool
    ) throws(CallFailure) {
        let failure: String?
        do {
            let plan = try plan(step, planner, state)
            if case .send(let messages) = plan {
                for message in messages {
                    Console.note(
                        "\(step): \(message.text(from: nil)) would be sent, which fails unless a screen receives it then"
                    )
                }
            }
            state.apply(plan.edits)
            failure = planner.holds(onParkedBy: plan.edits, state.conditions).compactMap { $1.failure(of: $0) }.last
        } catch {
            var asked = step.destination
            if isFirst, case .link(let link) = step.forcedOrSelf { asked = link }
            if let asked {
                state.apply(planner.plan(notFound: asked, error.reason, in: state, at: state.topPosition).edits)
            }
            throw error
        }
        if let failure { throw CallFailure(.unavailable, failure) }
    }

    private static func plan(
        _ step: Step, _ planner: Planner, _ state: NavigationState
    ) throws(CallFailure) -> Plan {
        switch step.forcedOrSelf {
        case .link(let text):
            switch try planner.match(link: text) {
            case .place(let place): return try planner.plan(link: place, in: state, NoScreens())
            case .code(let features, let url):
                throw CallFailure(
                    .unavailable,
                    "where '\(url)' leads is decided by the code of '\(features.joined(separator: "', '"))', "
                        + "which '--dry-run' does not start")
            }
        case .destination(let text, let method):
            return try planner.plan(goingTo: planner.place(text), by: method, in: state, NoScreens())
        case .operation(let operation, _):
            let request = try operation.mapTargets { (text) throws(CallFailure) in try planner.place(text).destination }
            return try planner.plan(request, in: state, at: state.topPosition, by: .user, NoScreens())
        // The other steps are refused earlier.
        case .press, .type, .rows, .reload, .forced: return .edits([])
        }
    }
}

extension Planner {
    fileprivate func place(_ text: String) throws(CallFailure) -> Place {
        do {
            return try catalog.place(text)
        } catch {
            throw CallFailure(.notFound, error.description)
        }
    }
}
