import FeatureKit

/// Shows the greeting and a button for each outgoing destination.
struct HomeView: View {
    let viewModel: HomeViewModel

    var body: some View {
        List {
            Text(viewModel.greeting)
            Button("Characters") { viewModel.didTapOnCharacters() }
            Button("Featured character") { viewModel.didTapOnFeaturedCharacter() }
        }
        .navigationTitle("Home")
    }
}
