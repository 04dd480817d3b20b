/// The loading state of one article's screen.
enum ArticleDetailViewState: Equatable {
    case idle
    case loading
    case loaded(Article)
    /// No article has this number.
    case unknown
    /// Loading has failed, with one sentence for the user.
    case failed(String)
}
