import FeatureKit

/// Routes by the host's navigation: to the feature's own destinations by incoming ones, to others by outgoing ones, which
/// the host's wiring leads on.
struct ChatNavigator: ChatRouter {
    let navigator: any NavigatorContract

    func gotoConversation(contact: Int) {
        navigator.navigate(to: ChatsIncomingNavigation.conversation(contact: contact))
    }

    func gotoCompose(contact: Int?) {
        navigator.navigate(to: ChatsIncomingNavigation.compose(contact: contact))
    }

    func replaceCompose(withConversation contact: Int) {
        navigator.replaceStack(with: [ChatsIncomingNavigation.conversation(contact: contact)])
    }

    func gotoContactList() {
        navigator.navigate(to: ChatsOutgoingNavigation.contacts)
    }

    func gotoContactDetail(_ contact: Int) {
        navigator.navigate(to: ChatsOutgoingNavigation.contact(id: contact))
    }

    func gotoContactPicker() {
        navigator.navigate(to: ChatsOutgoingNavigation.picker)
    }

    func gotoPrivacySettings() {
        // First the tab, by its name in the wiring, then what is to be shown in it.
        navigator.send(NavigationTab("settings"), ChatsOutgoingNavigation.privacySettings)
    }
}
