import FeatureKit

/// Shows all characters as links to their screens, below a filter field and a button that opens one at random.
struct CharacterListView: View {
    @Bindable var viewModel: CharacterListViewModel

    var body: some View {
        List {
            TextField("Filter", text: $viewModel.filter)
            Button("Surprise me") { viewModel.didTapOnSurpriseMe() }
                .disabled(viewModel.visibleCharacters.isEmpty)
            switch viewModel.state {
            case .idle, .loading:
                ProgressView("Loading characters")
            case .loaded:
                Section(viewModel.countText) { rows }
            case .failed(let reason):
                Text(reason).foregroundStyle(.danger)
                Button("Try again") { viewModel.didTapOnTryAgain() }
            }
        }
        .navigationTitle("Characters")
        .task { await viewModel.load() }
    }

    @ViewBuilder private var rows: some View {
        let characters = viewModel.visibleCharacters
        if characters.isEmpty {
            Text("No character matches '\(viewModel.filter)'.").foregroundStyle(.secondary)
        }
        ForEach(characters) { character in
            NavigationLink(to: CharacterIncomingNavigation.detail(identifier: character.identifier)) {
                Label(character.name, detail: "\(character.work), \(character.yearText)")
            }
        }
    }
}
