import FeatureKit

/// What was written with a contact. Who that is, another feature shows.
struct ConversationView: View {
    let viewModel: ConversationViewModel

    var body: some View {
        List {
            EmbeddedView(ChatsOutgoingNavigation.contactCard(contact: viewModel.contact))
            if viewModel.messages.isEmpty {
                Text("No messages yet.").foregroundStyle(.secondary)
            }
            ForEach(viewModel.messages) { message in
                Text(message.isMine ? "You: \(message.text)" : message.text)
            }
            if !viewModel.sendsReceipts {
                Text("What you read is not told.").foregroundStyle(.secondary)
            }
            Button("View contact") { viewModel.didTapOnViewContact() }
            if viewModel.isBlocked {
                Text("You have blocked this contact.").foregroundStyle(.warning)
                Button("Privacy settings") { viewModel.didTapOnPrivacySettings() }
            } else {
                Button("Write") { viewModel.didTapOnWrite() }
            }
        }
        .navigationTitle("Conversation")
    }
}
