import FeatureKit

/// What others get to know.
struct PrivacyView: View {
    @Bindable var viewModel: PrivacyViewModel

    var body: some View {
        List {
            Toggle("Show my status", isOn: $viewModel.showsStatus)
            Toggle("Send read receipts", isOn: $viewModel.sendsReadReceipts)
        }
        .navigationTitle("Privacy")
    }
}
