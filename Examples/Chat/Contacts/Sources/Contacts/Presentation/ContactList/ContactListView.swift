import FeatureKit

/// Everybody; a press leads to the contact.
struct ContactListView: View {
    let viewModel: ContactListViewModel

    var body: some View {
        List(viewModel.contacts) { contact in
            Button(contact.name) { viewModel.didTapOnContact(contact) }
        }
        .navigationTitle("Contacts")
    }
}
