import Testing

@testable import Chats

/// What the store keeps.
@Suite struct ConversationStoreTests {
    private let store = ConversationStore()

    @Test("a conversation begins empty, and is listed with its first message")
    func begins() {
        #expect(store.conversation(with: 1).messages.isEmpty)
        #expect(store.conversations.isEmpty)
        store.send("Hello", to: 1)
        #expect(store.conversations.map(\.contact) == [1])
    }

    @Test("the conversation that was written last comes first, its messages in order")
    func order() {
        store.send("a", to: 1)
        store.receive("b", from: 2)
        store.receive("c", from: 1)
        #expect(store.conversations.map(\.contact) == [1, 2])
        #expect(store.conversation(with: 1).messages.map(\.text) == ["a", "c"])
        #expect(store.conversation(with: 1).messages.map(\.isMine) == [true, false])
    }
}
