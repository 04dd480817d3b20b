import HostCore
import HostSystem
import JSONText

/// The output of a flow.
@MainActor
enum FlowReport {
    /// Returns the place, its link and the screen as text.
    static func text(of coordinator: NavigationCoordinator) -> String {
        let state = coordinator.state
        var text = DisplayText.safe(state.placeText) + "\n"
        if let url = coordinator.url {
            text += DisplayText.safe(url) + "\n"
        }
        return text + "\n" + TextRenderer.text(of: coordinator.show())
    }

    /// Returns the place, its link, the state and the screen as JSON.
    static func json(of coordinator: NavigationCoordinator) -> JSONObject {
        let destination = coordinator.state.top.destination
        var object: JSONObject = ["destination": .string(destination.text)]
        if let url = coordinator.url { object.append(key: "url", value: .string(url)) }
        object.append(key: "state", value: coordinator.state.json)
        object.append(key: "screen", value: coordinator.show().json)
        return object
    }

    /// Returns the screens as a page of HTML, with the steps if they were recorded.
    static func html(of flow: Flow, linked: [HTMLPage.Screen]) -> String {
        flow.coordinator.page(
            linked: linked, stages: flow.recordedSteps.map { .init(step: "\($0.step)", state: $0.state.text) }
        ).text
    }

    /// Returns each recorded step with its state; without any, the current state.
    static func stagesText(of flow: Flow) -> String {
        guard !flow.recordedSteps.isEmpty else { return DisplayText.safe(flow.coordinator.state.text) + "\n" }
        return flow.recordedSteps.map {
            DisplayText.safe("\($0.step)") + "\n  " + DisplayText.safe($0.state.text) + "\n"
        }.joined()
    }

    /// Returns each recorded step with its state, as JSON.
    static func stagesJSON(of flow: Flow) -> JSON {
        .array(
            flow.recordedSteps.map {
                ["step": .string("\($0.step)"), "state": $0.state.json, "text": .string($0.state.text)]
            })
    }
}
