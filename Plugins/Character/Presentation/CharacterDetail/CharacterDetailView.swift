import FeatureKit

/// Shows one character, with a button that goes back.
struct CharacterDetailView: View {
    let viewModel: CharacterDetailViewModel

    var body: some View {
        List {
            switch viewModel.state {
            case .idle, .loading:
                ProgressView("Loading character \(viewModel.identifier)")
            case .loaded(let character):
                Label("Number", detail: String(character.identifier))
                Label("Work", detail: character.work)
                Label("Author", detail: character.author)
                Label("Year", detail: character.yearText)
                Text(character.summary)
            case .unknown:
                Text("There is no character \(viewModel.identifier).")
                Button("All characters") { viewModel.didTapOnAllCharacters() }
            case .failed(let reason):
                Text(reason).foregroundStyle(.danger)
                Button("Try again") { viewModel.didTapOnTryAgain() }
            }
            Button("Back") { viewModel.didTapOnBack() }
        }
        .navigationTitle(viewModel.title)
        .task { await viewModel.load() }
    }
}
