import FeatureKit

/// Shows one article.
struct ArticleDetailView: View {
    let viewModel: ArticleDetailViewModel

    var body: some View {
        List {
            switch viewModel.state {
            case .idle, .loading:
                ProgressView("Loading article \(viewModel.identifier)")
            case .loaded(let article):
                Text("\(article.source), \(article.published)").foregroundStyle(.secondary)
                Text(article.summary)
                if let body = article.body { Text(body) }
            case .unknown:
                Text("There is no article \(viewModel.identifier).")
                Button("All articles") { viewModel.didTapOnAllArticles() }
            case .failed(let reason):
                Text(reason).foregroundStyle(.danger)
                Button("Try again") { viewModel.didTapOnTryAgain() }
            }
        }
        .navigationTitle(viewModel.title)
        .task { await viewModel.load() }
    }
}
