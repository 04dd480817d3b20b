import FeatureKit

/// What others get to know. The settings are the view's model as they are.
struct PrivacyView: View {
    @Bindable var settings: PersonalSettings

    var body: some View {
        List {
            Toggle("Show my status", isOn: $settings.showsStatus)
            Toggle("Send read receipts", isOn: $settings.sendsReadReceipts)
        }
        .navigationTitle("Privacy")
    }
}
