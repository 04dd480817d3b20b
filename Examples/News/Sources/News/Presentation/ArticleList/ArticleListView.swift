import FeatureKit

/// Shows the articles, with a search.
struct ArticleListView: View {
    @Bindable var viewModel: ArticleListViewModel

    var body: some View {
        List {
            switch viewModel.state {
            case .idle, .loading: ProgressView("Loading articles")
            case .loaded(let articles):
                if articles.isEmpty { Text("There is no such article.").foregroundStyle(.secondary) }
                ForEach(articles) { article in
                    Button {
                        viewModel.didTap(on: article)
                    } label: {
                        Label(article.title, detail: "\(article.source), \(article.published)")
                    }
                }
            case .failed(let reason):
                Text(reason).foregroundStyle(.danger)
                Button("Try again") { viewModel.fetchAnew() }
            }
        }
        .navigationTitle("News")
        .searchable(text: $viewModel.searchText)
        .onChange(of: viewModel.searchText) { viewModel.fetchAnew() }
        .refreshable { await viewModel.refresh() }
        .task { await viewModel.load() }
    }
}
