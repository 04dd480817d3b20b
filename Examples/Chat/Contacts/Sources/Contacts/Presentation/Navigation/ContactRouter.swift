/// Where one gets from the screens of Contacts.
protocol ContactRouter {
    func gotoContactDetail(_ id: Int)
    func gotoConversation(recipient: Int)
    /// Leaves the choice of a contact, for where somebody waits for it.
    func returnPicked(_ id: Int)
}
