/// Where one gets from an item.
protocol TemplateNameDetailNavigatorContract {
    func goBack()
}
