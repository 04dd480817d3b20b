import FeatureKit

/// One contact: what is known of it, and the way to a conversation.
struct ContactDetailView: View {
    let viewModel: ContactDetailViewModel

    var body: some View {
        List {
            if let contact = viewModel.contact {
                Label("Status", detail: contact.status)
                Label("Telephone", detail: contact.telephone)
                Button("Start chat") { viewModel.didTapOnStartChat() }
            } else {
                Text("There is no such contact.")
            }
        }
        .navigationTitle(viewModel.contact?.name ?? "Unknown contact")
    }
}
