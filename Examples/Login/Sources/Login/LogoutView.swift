import FeatureKit

/// The screen on which the user signs out.
struct LogoutView: View {
    let viewModel: LoginViewModel

    var body: some View {
        List {
            Button("Sign out") { viewModel.didTapOnSignOut() }
        }
        .navigationTitle("Sign out")
    }
}
