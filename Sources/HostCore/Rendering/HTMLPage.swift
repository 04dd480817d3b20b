import FeatureContract
import HostSystem

/// A self-contained page of the visible part of an app: the tabs, the stack, each screen of the stack that was made,
/// and visited screens that the top one links to.
///
/// The page needs no network, script or further file. It shows the top screen first. A link leads to its screen on the
/// page, or else to its destination's URL.
package struct HTMLPage {
    package struct Screen {
        let entry: NavigationState.Entry
        /// The title in the path. Before the screen was first shown: the name of its feature, or its destination.
        let title: String
        /// The rendered content; nil if the screen has not been made.
        let shown: RenderedScreen?
        /// The features of the embedded screens by id; the screen's own is under 0.
        let owners: [ScreenID: String]
    }

    /// A step to the state, for a page that shows the steps.
    package struct Stage {
        let step: String
        let state: String

        package init(step: String, state: String) {
            self.step = step
            self.state = state
        }
    }

    private let state: NavigationState
    private let screens: [Screen]
    private let linked: [Screen]
    private let stages: [Stage]
    private let wiring: Wiring
    private let links: HTMLLinks

    /// - Parameters:
    ///   - screens: The screens of the selected tab, its root first.
    ///   - linked: The screens that the top screen links to.
    init(
        _ state: NavigationState, screens: [Screen], linked: [Screen] = [], stages: [Stage] = [], catalog: Catalog,
        wiring: Wiring, redirector: Redirector
    ) {
        self.state = state
        self.screens = screens
        self.linked = linked
        self.stages = stages
        self.wiring = wiring
        // The screens of the stack come last, since links lead to the last screen of a destination.
        let anchors =
            linked.enumerated().map { ($0.element.entry.place, Self.linkedAnchor($0.offset)) }
            + screens.indices.filter { screens[$0].shown != nil }
            .map { (screens[$0].entry.place, Self.anchor($0)) }
        links = HTMLLinks(catalog: catalog, wiring: wiring, redirector: redirector, anchors: anchors)
    }

    private static func anchor(_ index: Int) -> String { "screen-\(index + 1)" }
    private static func linkedAnchor(_ index: Int) -> String { "linked-\(index + 1)" }

    package var text: String {
        let title = screens.last?.shown?.title ?? ""
        return HTMLDocument(
            title: title.isEmpty ? state.placeText(labelledBy: wiring) : title, style: PackageResources.screens_css,
            runsScript: false
        ).text { writer in
            writer.element("aside", [("class", "picture"), ("aria-label", "About this page")]) { writer in
                writer.write("This page is a picture of the app: links lead on, and nothing else can be pressed. ")
                writer.write("To use the app, run ")
                writer.element("code", [], "\(HostName.name) run")
                writer.write(".")
            }
            writer.breakLine()
            if state.tabs.count > 1 { writer.element("header") { addTabs(to: &$0) } }
            writer.breakLine()
            // CSS shows the last screen unless another is the target. That works only for targets before the last
            // screen.
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
                    let label = wiring.tab(named: tab.name)
                    let symbol = DisplayText.symbol(label?.symbol ?? "")
                    writer.element("li") { writer in
                        writer.element(
                            "a",
                            [
                                ("href", reference), ("aria-current", isSelected ? "page" : nil), ("dir", "auto"),
                                ("data-symbol", label?.symbol),
                            ]
                        ) { writer in
                            // A screen reader would read the character's name before each title.
                            if !symbol.isEmpty { writer.element("span", [("aria-hidden", "true")], symbol) }
                            HTMLIcons.write(label?.symbol ?? "", to: &writer)
                            writer.write(label?.title ?? tab.name)
                        }
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
                ("aria-label", screen.title),
                ("aria-busy", shown.isLoading ? "true" : nil),
            ]
        ) { writer in
            writer.breakLine()
            addStack(stack, at: index, anchor, to: &writer)
            if let url = links.url(of: entry.place) {
                writer.element("p", [("class", "place")]) {
                    $0.element("a", [("href", links.reference(toURL: url))], url)
                }
            }
            writer.breakLine()
            HTMLRenderer.content(of: shown, prefix: anchor, owners: screen.owners, links: links)(&writer)
        }
        writer.breakLine()
    }

    /// Writes links to the screens of the stack, below and above the current one.
    private func addStack(_ stack: [Screen], at current: Int, _ anchor: String, to writer: inout HTMLWriter) {
        writer.element("nav", [("class", "stack"), ("aria-label", "Stack")]) { writer in
            writer.element("ol") { writer in
                for (index, screen) in stack.enumerated() {
                    let reference =
                        screen.shown == nil
                        ? links.reference(to: screen.entry) : "#\(index == current ? anchor : Self.anchor(index))"
                    let pushed = screen.entry.inner.filter { $0.presentation == .push }
                    let isLast = index == current && pushed.isEmpty
                    writer.element("li") {
                        $0.element(
                            "a", [("href", reference), ("aria-current", isLast ? "page" : nil)], name(screen))
                    }
                    for (number, inner) in pushed.enumerated() {
                        let isLast = index == current && number == pushed.count - 1
                        writer.element("li", [("aria-current", isLast ? "page" : nil), ("dir", "auto")], inner.title)
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

    /// The name of a screen in the path: its title, with its presentation unless it is pushed.
    private func name(_ screen: Screen) -> String {
        let presentation = screen.entry.presentation
        return presentation == .push ? screen.title : "(\(presentation.word)) \(screen.title)"
    }
}

extension HTMLLinks {
    /// The reference to an entry's destination, from which no further redirect leads.
    fileprivate func reference(to entry: NavigationState.Entry) -> String? { reference(to: entry.place) }
}

/// A self-contained HTML page. The policy in its head prevents it from loading or sending anything.
package struct HTMLDocument {
    let title: String
    /// The page's own style sheet, besides the one that all pages share.
    let style: [UInt8]
    /// Whether the page has a script of the host.
    let runsScript: Bool

    package init(title: String, style: [UInt8], runsScript: Bool) {
        self.title = title
        self.style = style
        self.runsScript = runsScript
    }

    package func text(body: (inout HTMLWriter) -> Void) -> String {
        var writer = HTMLWriter()
        writer.writeMarkup("<!DOCTYPE html>\n")
        // The host's words around a feature's text are English.
        writer.element("html", [("lang", "en")]) { writer in
            writer.breakLine()
            writer.element("head") { writer in
                writer.breakLine()
                for attributes in metadata {
                    writer.void("meta", attributes)
                    writer.breakLine()
                }
                writer.element("title", [], title)
                writer.breakLine()
                writer.element("style") {
                    $0.writeResource(PackageResources.page_css)
                    $0.writeResource(style)
                }
                writer.breakLine()
            }
            writer.breakLine()
            writer.element("body") { writer in
                writer.breakLine()
                body(&writer)
            }
            writer.breakLine()
        }
        writer.breakLine()
        return writer.text
    }

    private var metadata: [[HTMLWriter.Attribute]] {
        let policy =
            "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
            + (runsScript ? "; script-src 'unsafe-inline'" : "")
        return [
            [("charset", "utf-8")],
            [("http-equiv", "Content-Security-Policy"), ("content", policy)],
            [("name", "viewport"), ("content", "width=device-width, initial-scale=1")],
            [("name", "referrer"), ("content", "no-referrer")],
            [("name", "color-scheme"), ("content", "light dark")],
            [("name", "generator"), ("content", "\(HostName.name) \(HostName.version)")],
        ]
    }
}
