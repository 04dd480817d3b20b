import Observation

/// All conversations, the last written first. They last as long as the feature runs.
@Observable
final class ConversationStore {
    private(set) var conversations: [Conversation] = []
    /// Whether those who wrote get to know what was read.
    var sendsReceipts = true

    /// The conversation with a contact; an empty one where nothing was written yet.
    func conversation(with contact: Int) -> Conversation {
        conversations.first { $0.contact == contact } ?? Conversation(contact: contact)
    }

    func receive(_ text: String, from contact: Int) {
        change(contact) { $0.add(text, isMine: false) }
    }

    func send(_ text: String, to contact: Int) {
        change(contact) { $0.add(text, isMine: true) }
    }

    func block(_ contact: Int) {
        change(contact) { $0.isBlocked = true }
    }

    private func change(_ contact: Int, _ body: (inout Conversation) -> Void) {
        var conversation = conversation(with: contact)
        body(&conversation)
        conversations.removeAll { $0.contact == contact }
        conversations.insert(conversation, at: 0)
    }
}

extension ConversationStore {
    /// What there is when the feature starts.
    static var sample: ConversationStore {
        let store = ConversationStore()
        store.receive("Is this line secure?", from: 4)
        store.block(4)
        store.receive("Lunch on Friday?", from: 1)
        store.send("At noon, the usual place.", to: 1)
        return store
    }
}
