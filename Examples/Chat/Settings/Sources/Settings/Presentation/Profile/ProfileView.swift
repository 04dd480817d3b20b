import FeatureKit

/// Who one is to others. The settings are the view's model as they are.
struct ProfileView: View {
    @Bindable var settings: PersonalSettings

    var body: some View {
        List {
            TextField("Name", text: $settings.name)
        }
        .navigationTitle("Profile")
    }
}
