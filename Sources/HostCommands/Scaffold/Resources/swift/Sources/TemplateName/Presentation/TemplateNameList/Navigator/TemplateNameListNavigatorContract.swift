/// Where one gets from the list.
protocol TemplateNameListNavigatorContract {
    func navigateToDetail(identifier: Int)
}
