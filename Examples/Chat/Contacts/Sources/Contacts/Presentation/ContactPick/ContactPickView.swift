import FeatureKit

/// Everybody; a press chooses the contact.
struct ContactPickView: View {
    let viewModel: ContactPickViewModel

    var body: some View {
        List(viewModel.contacts) { contact in
            Button(contact.name) { viewModel.didPick(contact) }
        }
        .navigationTitle("Choose a contact")
    }
}
