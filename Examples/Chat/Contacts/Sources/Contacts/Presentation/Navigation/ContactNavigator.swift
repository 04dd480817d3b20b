import FeatureKit

/// Routes by the host's navigation: to the feature's own destinations by incoming ones, to others by outgoing ones, which
/// the host's wiring leads on.
struct ContactNavigator: ContactRouter {
    let navigator: any NavigatorContract

    func gotoContactDetail(_ id: Int) {
        navigator.navigate(to: ContactsIncomingNavigation.detail(id: id))
    }

    func gotoConversation(recipient: Int) {
        navigator.navigate(to: ContactsOutgoingNavigation.conversation(recipient: recipient))
    }

    func returnPicked(_ id: Int) {
        navigator.returnToCheckpoint(ContactsCheckpoints.picked, value: id)
    }
}
