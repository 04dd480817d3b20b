import FeatureContract
import HostSystem
import JSONText

/// The visible screen with its place: the output of `navigate`.
package struct ShownScreen: Sendable {
    package let state: NavigationState
    /// The link of the screen; nil if it has none.
    let url: String?
    /// The titles of the screens on the way to it, from the tab's root on.
    let path: [String]
    let screen: RenderedScreen

    @MainActor
    package init(_ screen: RenderedScreen, of coordinator: NavigationCoordinator) {
        state = coordinator.state
        url = coordinator.url
        path = coordinator.titles.map(\.title)
        self.screen = screen
    }

    package var text: String {
        var text = DisplayText.safe(state.placeText) + "\n"
        if let url { text += DisplayText.safe(url) + "\n" }
        return text + "\n" + TextRenderer.text(of: screen)
    }

    package func json(labelledBy wiring: Wiring) -> JSONObject {
        var object: JSONObject = ["destination": .string(state.top.place.text)]
        if let url { object.append(key: "url", value: .string(url)) }
        object.append(key: "path", value: .array(path.map { .string($0) }))
        object.append(key: "state", value: state.json(labelledBy: wiring))
        object.append(key: "screen", value: screen.json)
        return object
    }

    /// The summary of a shown screen in a recording.
    @BinaryCoded
    package struct Digest: Hashable, Sendable {
        package let state: String
        /// The XXH64 of ``ShownScreen/text``. Nil for a text with a secret, which a replay shows differently.
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
