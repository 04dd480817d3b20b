/// The states of the screen with the list of articles.
enum ArticleListViewState: Equatable {
    case idle
    case loading
    case loaded([Article])
    /// Loading has failed, with one sentence for the user.
    case failed(String)
}
