/// The way out of an article's screen.
protocol ArticleDetailNavigatorContract {
    func navigateToList()
}
