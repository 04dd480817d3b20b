/// What the list of articles shows.
enum ArticleListViewState: Equatable {
    case idle
    case loading
    case loaded([Article])
    /// Loading has failed, with one sentence for the user.
    case failed(String)
}
