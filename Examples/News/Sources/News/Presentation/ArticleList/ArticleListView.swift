import FeatureKit

/// Shows the articles as links to their screens, below a field to search in.
struct ArticleListView: View {
    @Bindable var viewModel: ArticleListViewModel

    var body: some View {
        List {
            switch viewModel.state {
            case .idle, .loading:
                ProgressView("Loading articles")
            case .loaded(let articles):
                if articles.isEmpty { Text("There is no such article.").foregroundStyle(.secondary) }
                ForEach(articles) { article in
                    NavigationLink(to: NewsIncomingNavigation.article(identifier: article.id)) {
                        Label(article.title, detail: "\(article.source), \(article.published)")
                    }
                }
            case .failed(let reason):
                Text(reason).foregroundStyle(.danger)
                Button("Try again") { viewModel.didTapOnTryAgain() }
            }
        }
        .navigationTitle("News")
        .navigationLoading(viewModel.isLoading)
        .searchable(text: $viewModel.searchText)
        .refreshable { await viewModel.refresh() }
        .task(id: viewModel.searchText) { await viewModel.load() }
    }
}
