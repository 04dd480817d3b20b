import FeatureKit

/// A contact in one line, for the screens of others. It leads nowhere and needs no view model.
struct ContactCardView: View {
    /// Nil where there is none of the id that was asked for.
    let contact: Contact?

    var body: some View {
        if let contact {
            Label(contact.name, detail: contact.status)
        } else {
            Text("Unknown contact")
        }
    }
}
