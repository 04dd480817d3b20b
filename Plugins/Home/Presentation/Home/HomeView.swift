import FeatureKit

/// The greeting, and a button for each way out.
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
