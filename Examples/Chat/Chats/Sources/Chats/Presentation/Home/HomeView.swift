import FeatureKit

/// The conversations, each with who it is with and what was written last.
struct HomeView: View {
    let viewModel: HomeViewModel

    var body: some View {
        List {
            Button("New message") { viewModel.didTapOnNewMessage() }
            Button("Contacts") { viewModel.didTapOnContacts() }
            ForEach(viewModel.conversations) { conversation in
                Section {
                    EmbeddedView(ChatsOutgoingNavigation.contactCard(contact: conversation.contact))
                    Button(conversation.messages.last?.text ?? "") { viewModel.didTapOnConversation(conversation) }
                }
            }
        }
        .navigationTitle("Chats")
    }
}
