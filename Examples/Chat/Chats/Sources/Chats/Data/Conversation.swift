/// What was written with a contact. Who that is, another feature knows.
struct Conversation: Identifiable, Hashable {
    let contact: Int
    private(set) var messages: [Message] = []
    var isBlocked = false

    var id: Int { contact }

    mutating func add(_ text: String, isMine: Bool) {
        messages.append(Message(id: messages.count, text: text, isMine: isMine))
    }
}

/// One of the messages of a conversation.
struct Message: Identifiable, Hashable {
    /// Its place in the conversation.
    let id: Int
    let text: String
    let isMine: Bool
}
