/// What is on the selected tab's stack, as a page.
extension NavigationCoordinator {
    /// The page of what is seen, and of the screens below it as they were seen last. No feature is called for those.
    ///
    /// - Parameter stages: What has led there, where that is to be shown too.
    package func page(stages: [HTMLPage.Stage] = []) -> HTMLPage {
        let top = show()
        let shown = state.selected.entries.map { entry in
            HTMLPage.Screen(
                entry: entry,
                shown: entry.id == state.top.id
                    ? top : screens[entry.id].flatMap { $0.rendered == nil ? nil : composed($0) })
        }
        return HTMLPage(
            state, screens: shown, stages: stages, catalog: catalog, wiring: wiring, redirector: redirector)
    }
}
