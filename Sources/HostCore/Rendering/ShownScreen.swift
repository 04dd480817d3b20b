import FeatureContract
import HostSystem
import JSONText

/// The visible screen with its place: what `navigate` prints.
package struct ShownScreen: Sendable {
    package let state: NavigationState
    /// The link of the screen; nil if it has none.
    package let url: String?
    package let screen: RenderedScreen

    /// - Parameter screen: The screen that the coordinator shows.
    @MainActor
    package init(_ screen: RenderedScreen, of coordinator: NavigationCoordinator) {
        state = coordinator.state
        url = coordinator.url
        self.screen = screen
    }

    /// The place, its link and the screen as text.
    package var text: String {
        var text = DisplayText.safe(state.placeText) + "\n"
        if let url { text += DisplayText.safe(url) + "\n" }
        return text + "\n" + TextRenderer.text(of: screen)
    }

    /// The place, its link, the state and the screen as JSON.
    package func json(labelledBy wiring: Wiring) -> JSONObject {
        var object: JSONObject = ["destination": .string(state.top.place.text)]
        if let url { object.append(key: "url", value: .string(url)) }
        object.append(key: "state", value: state.json(labelledBy: wiring))
        object.append(key: "screen", value: screen.json)
        return object
    }

    /// What a recording keeps of a screen that was shown.
    @BinaryCoded
    package struct Digest: Hashable, Sendable {
        /// The state as one line of text.
        package let state: String
        /// The XXH64 of ``ShownScreen/text``. Nil for a text in which a secret is, which a replay shows otherwise.
        package let checksum: UInt64?

        package init(state: String, checksum: UInt64?) {
            self.state = state
            self.checksum = checksum
        }
    }

    package static func checksum(of text: String) -> UInt64 {
        Array(text.utf8).withUnsafeBytes { XXHash64.hash($0) }
    }
}
