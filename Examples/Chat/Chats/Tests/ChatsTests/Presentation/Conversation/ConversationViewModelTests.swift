import Testing

@testable import Chats

/// What a conversation asks of the router.
@Suite struct ConversationViewModelTests {
    private let routerMock = ChatRouterMock()

    @Test("a conversation leads to its contact, and to a new message to it")
    func calls() {
        let viewModel = ConversationViewModel(contact: 3, store: ConversationStore(), router: routerMock)
        viewModel.didTapOnViewContact()
        viewModel.didTapOnWrite()
        viewModel.didTapOnPrivacySettings()
        #expect(routerMock.calls == [.contactDetail(3), .compose(3), .privacySettings])
    }
}
