import Testing

@testable import Chats

/// When a new message can be sent, and what happens then.
@Suite struct ComposeViewModelTests {
    private let store = ConversationStore()
    private let routerMock = ChatRouterMock()

    @Test(
        "a message needs a recipient and a text", arguments: [(nil, "Hello"), (1, ""), (nil, "")] as [(Int?, String)])
    func incomplete(recipient: Int?, message: String) {
        let viewModel = ComposeViewModel(recipient: recipient, store: store, router: routerMock)
        viewModel.message = message
        viewModel.didTapOnSend()
        #expect(!viewModel.canSend)
        #expect(store.conversations.isEmpty)
        #expect(routerMock.calls.isEmpty)
    }

    @Test("a message that is sent is in the conversation, which is shown, and nothing is unsent")
    func send() {
        let viewModel = ComposeViewModel(recipient: nil, store: store, router: routerMock)
        viewModel.didTapOnChooseRecipient()
        viewModel.didChooseRecipient(2)
        viewModel.message = "Hello"
        #expect(viewModel.hasUnsentMessage)
        viewModel.didTapOnSend()
        #expect(!viewModel.hasUnsentMessage)
        #expect(store.conversation(with: 2).messages.map(\.text) == ["Hello"])
        #expect(routerMock.calls == [.contactPicker, .replaceCompose(2)])
    }
}
