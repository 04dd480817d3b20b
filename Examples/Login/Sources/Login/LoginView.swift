import FeatureKit

/// The form that asks who the user is.
struct LoginView: View {
    @Bindable var viewModel: LoginViewModel

    var body: some View {
        List {
            Text("Please sign in.")
            TextField("Name", text: $viewModel.name)
            SecureField("Passcode", text: $viewModel.passcode)
            if let failure = viewModel.failure { Text(failure) }
            Button("Sign in") { viewModel.didTapOnSignIn() }
                .disabled(!viewModel.canSignIn)
        }
        .navigationTitle("Sign in")
    }
}
