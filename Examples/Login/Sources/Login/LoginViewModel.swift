import FeatureKit
import Observation

/// Checks what the user has typed, and sends the result.
@Observable
final class LoginViewModel {
    var name = ""
    var passcode = ""
    private(set) var failure: String?
    private let navigator: any NavigatorContract

    init(navigator: any NavigatorContract) {
        self.navigator = navigator
    }

    var canSignIn: Bool { !name.isEmpty && !passcode.isEmpty }

    func didTapOnSignIn() {
        // An example needs no server: every name has the same passcode.
        guard passcode == "1234" else {
            failure = "The passcode is wrong. It is 1234 in this example."
            return
        }
        failure = nil
        navigator.send(SignedIn(rawValue: true))
    }

    func didTapOnSignOut() {
        navigator.send(SignedIn(rawValue: false))
    }
}
