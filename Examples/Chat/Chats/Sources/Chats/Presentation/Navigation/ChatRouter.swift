/// Where one gets from the screens of Chats.
protocol ChatRouter {
    func gotoConversation(contact: Int)
    func gotoCompose(contact: Int?)
    /// Puts the conversation in the place of the new message that was sent.
    func replaceCompose(withConversation contact: Int)
    func gotoContactList()
    func gotoContactDetail(_ contact: Int)
    func gotoContactPicker()
    func gotoPrivacySettings()
}
