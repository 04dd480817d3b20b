import FeatureKit

/// A new message: to whom, and what. It cannot be left by mistake while something is written and not sent.
struct ComposeView: View {
    @Bindable var viewModel: ComposeViewModel

    var body: some View {
        List {
            if let recipient = viewModel.recipient {
                EmbeddedView(ChatsOutgoingNavigation.contactCard(contact: recipient))
            } else {
                Text("No recipient yet.").foregroundStyle(.secondary)
            }
            Button("Choose a recipient") { viewModel.didTapOnChooseRecipient() }
            TextField("Message", text: $viewModel.message)
            Button("Send") { viewModel.didTapOnSend() }
                .disabled(!viewModel.canSend)
        }
        .navigationTitle("New message")
        .navigationCheckpoint(ChatsCheckpoints.recipient) { viewModel.didChooseRecipient($0) }
        .navigationLocked(viewModel.hasUnsentMessage, reason: "the message is not sent")
    }
}
