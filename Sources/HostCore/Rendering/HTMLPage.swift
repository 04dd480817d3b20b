import FeatureContract

/// A page of its own with what is seen of an app: the tabs, the stack, each screen of the stack that has been made, and
/// those that the one on top leads to, where they were looked at.
///
/// It needs nothing else: no network, no script, no file beside it. The screen on top is seen first; what leads to
/// another screen of the page leads there, and every other link to the URL of its destination.
package struct HTMLPage {
    /// A screen of the stack.
    package struct Screen {
        package let entry: NavigationState.Entry
        /// What it shows; nil where it has not been made.
        package let shown: RenderedScreen?
        /// The feature of each screen that is embedded in it, and under 0 its own.
        package let owners: [ScreenID: String]
    }

    /// What has led there, step by step, where that is to be shown.
    package struct Stage {
        package let step: String
        package let state: String

        package init(step: String, state: String) {
            self.step = step
            self.state = state
        }
    }

    private let state: NavigationState
    private let screens: [Screen]
    /// The screens that the one on top leads to.
    private let linked: [Screen]
    private let stages: [Stage]
    private let links: HTMLLinks

    /// - Parameters:
    ///   - screens: Those of the selected tab, its root first.
    ///   - linked: Those that the one on top leads to.
    package init(
        _ state: NavigationState, screens: [Screen], linked: [Screen] = [], stages: [Stage] = [], catalog: Catalog,
        wiring: Wiring, redirector: Redirector
    ) {
        self.state = state
        self.screens = screens
        self.linked = linked
        self.stages = stages
        // Those of the stack are meant before others of the same destination.
        let anchors =
            linked.enumerated().map { ($0.element.entry.destination, Self.linkedAnchor($0.offset)) }
            + screens.indices.filter { screens[$0].shown != nil }
            .map { (screens[$0].entry.destination, Self.anchor($0)) }
        links = HTMLLinks(catalog: catalog, wiring: wiring, redirector: redirector, anchors: anchors)
    }

    private static func anchor(_ index: Int) -> String { "screen-\(index + 1)" }
    private static func linkedAnchor(_ index: Int) -> String { "linked-\(index + 1)" }

    /// The whole file.
    package var text: String {
        let title = screens.last?.shown?.title ?? ""
        return HTMLDocument(
            title: title.isEmpty ? state.placeText : title, style: PackageResources.screens_css, runsScript: false
        ).text { writer in
            if state.tabs.count > 1 { writer.element("header") { addTabs(to: &$0) } }
            writer.breakLine()
            // The last one is seen unless another is the target, which CSS can tell of those before it only.
            writer.element("main") { writer in
                for (index, screen) in linked.enumerated() {
                    addScreen(
                        screen, Self.linkedAnchor(index), stack: screens + [screen], at: screens.count, to: &writer)
                }
                for (index, screen) in screens.enumerated() where screen.shown != nil {
                    addScreen(screen, Self.anchor(index), stack: screens, at: index, to: &writer)
                }
            }
            writer.breakLine()
            if !stages.isEmpty { addStages(to: &writer) }
        }
    }

    private func addTabs(to writer: inout HTMLWriter) {
        writer.element("nav", [("class", "tabs"), ("aria-label", "Tabs")]) { writer in
            writer.element("ul") { writer in
                for (index, tab) in state.tabs.enumerated() {
                    let isSelected = index == state.selectedIndex
                    let reference = isSelected ? "#\(Self.anchor(screens.count - 1))" : links.reference(to: tab.top)
                    writer.element("li") {
                        $0.element(
                            "a", [("href", reference), ("aria-current", isSelected ? "page" : nil), ("dir", "auto")],
                            tab.name)
                    }
                }
            }
        }
    }

    private func addScreen(
        _ screen: Screen, _ anchor: String, stack: [Screen], at index: Int, to writer: inout HTMLWriter
    ) {
        let (entry, shown) = (screen.entry, screen.shown ?? RenderedScreen())
        let isModal = entry.presentation.isModal
        writer.element(
            "section",
            [
                ("class", "screen \(entry.presentation.rawValue)"), ("id", anchor), ("role", isModal ? "dialog" : nil),
                ("aria-label", shown.title.isEmpty ? name(entry) : shown.title),
                ("aria-busy", shown.isLoading ? "true" : nil),
            ]
        ) { writer in
            writer.breakLine()
            addStack(stack, at: index, anchor, to: &writer)
            if let url = links.url(of: entry.destination) {
                writer.element("p", [("class", "place")]) {
                    $0.element("a", [("href", links.reference(toURL: url))], url)
                }
            }
            writer.breakLine()
            HTMLRenderer.content(of: shown, prefix: anchor, owners: screen.owners, links: links)(&writer)
        }
        writer.breakLine()
    }

    /// The way to a screen and on from it, as far as the stack goes.
    private func addStack(_ stack: [Screen], at current: Int, _ anchor: String, to writer: inout HTMLWriter) {
        writer.element("nav", [("class", "stack"), ("aria-label", "Stack")]) { writer in
            writer.element("ol") { writer in
                for (index, screen) in stack.enumerated() {
                    let reference =
                        screen.shown == nil
                        ? links.reference(to: screen.entry) : "#\(index == current ? anchor : Self.anchor(index))"
                    writer.element("li") {
                        $0.element(
                            "a", [("href", reference), ("aria-current", index == current ? "page" : nil)],
                            name(screen.entry))
                    }
                }
            }
        }
        writer.breakLine()
    }

    private func addStages(to writer: inout HTMLWriter) {
        writer.element("details", [("class", "stages")]) { writer in
            writer.element("summary", [], "Steps")
            writer.element("ol") { writer in
                for stage in stages {
                    writer.element("li") {
                        $0.element("code", [], stage.step)
                        $0.write(" ")
                        $0.element("span", [("class", "detail")], stage.state)
                    }
                }
            }
        }
        writer.breakLine()
    }

    /// `sheet:character/list`; of what is pushed the destination alone.
    private func name(_ entry: NavigationState.Entry) -> String {
        let isSystem = entry.destination.feature == Manifest.systemID
        let text = isSystem ? entry.destination.qualifiedRoute : entry.destination.text
        return entry.presentation == .push ? text : "\(entry.presentation.rawValue):\(text)"
    }
}

extension HTMLLinks {
    /// The URL of an entry's own destination, which no redirect leads on from any more.
    fileprivate func reference(to entry: NavigationState.Entry) -> String? { reference(to: entry.destination) }
}
