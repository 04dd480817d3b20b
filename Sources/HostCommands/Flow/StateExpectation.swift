import HostCore
import JSONText

/// An expected state: all of it, its visible stack, or some members of its JSON.
enum StateExpectation {
    case state(NavigationState)
    /// The visible stack as `navigate` prints it above the screen: `[home] home > character/list`.
    case place(NavigationState)
    case members(JSONObject)

    /// - Parameter text: A state as `NavigationState.text` or `placeText` has it, or a JSON object.
    init(_ text: String, reader: NavigationStateReader) throws(FlowError) {
        guard text.hasPrefix("{") else {
            do {
                let state = try NavigationState(text, reader: reader)
                self = state.tabs.count == 1 && !text.hasPrefix("[*") ? .place(state) : .state(state)
            } catch {
                throw FlowError(["this is no state: \(error)"], code: .dataError)
            }
            return
        }
        let json: JSON
        do {
            json = try JSON.parse(text)
        } catch {
            let place = error.location.map { "character \($0.column) of the state: " } ?? ""
            throw FlowError(["this is no JSON: \(place)\(error.message)"], code: .dataError)
        }
        guard let members = json.object, !members.isEmpty else {
            throw FlowError(["'{}' is true of every state; expected the members that it is to have"], code: .dataError)
        }
        self = .members(members)
    }

    /// A difference between a state and the expected one.
    struct Difference {
        /// The path of the difference in JSON; nil for the state as a whole.
        let path: JSONPath?
        let expected: String
        let found: String
    }

    /// Returns the first difference of a state; nil if it meets the expectation.
    ///
    /// - Parameter wiring: The wiring with the titles of the tabs, which JSON output has too.
    func difference(from state: NavigationState, labelledBy wiring: Wiring) -> Difference? {
        switch self {
        case .state(let expected):
            expected.tabs == state.tabs && expected.selectedIndex == state.selectedIndex
                ? nil : Difference(path: nil, expected: expected.text, found: state.text)
        case .place(let expected):
            expected.tabs == state.tabs || state.isPlace(expected)
                ? nil : Difference(path: nil, expected: expected.placeText, found: state.placeText)
        case .members(let members):
            Self.difference(.object(members), state.json(labelledBy: wiring), at: .root)
        }
    }

    private static func difference(_ expected: JSON, _ found: JSON, at path: JSONPath) -> Difference? {
        switch (expected, found) {
        case (.object(let members), .object(let object)):
            for (key, value) in members {
                let path = path.appending(key: key)
                guard let found = object[key] else {
                    return Difference(path: path, expected: value.text(), found: "no such member")
                }
                if let difference = difference(value, found, at: path) { return difference }
            }
            return nil
        case (.array(let values), .array(let elements)) where values.count == elements.count:
            for (index, (value, element)) in zip(values, elements).enumerated() {
                if let difference = difference(value, element, at: path.appending(index: index)) { return difference }
            }
            return nil
        case _ where expected == found: return nil
        default: return Difference(path: path, expected: expected.text(), found: found.text())
        }
    }
}
