import FeatureKit

/// The sections of the settings. Destinations that others send here are followed too.
struct SettingsHomeView: View {
    let viewModel: SettingsHomeViewModel

    var body: some View {
        List {
            Text("Signed in as \(viewModel.name).")
            Button("Profile") { viewModel.didTapOnProfile() }
            Button("Privacy") { viewModel.didTapOnPrivacy() }
        }
        .navigationTitle("Settings")
        .navigationAutoReceive(SettingsIncomingNavigation.self)
    }
}
