import FeatureContract

/// The calls of another program, in the texts of the command line, the wiring file and the session file.
///
/// A call that changes something returns once the change has begun; ``settle(timeout:)`` waits for its end. Failures are
/// problems: ``takeProblems()``.
extension NavigationCoordinator {
    // MARK: Beginning

    /// Begins at the roots that the wiring names, then opens the links that waited.
    public func start() { start(restoring: nil as NavigationState?) }

    /// Begins where ``session`` was taken, then opens the links that waited.
    ///
    /// - Returns: A note for each part of the session that is not in the app any more, or the reason why the session
    ///   cannot be used; then the app begins at the roots.
    @discardableResult
    public func start(restoring session: String) -> [String] {
        do {
            let saved = try Session(parsing: Array(session.utf8))
            return start(restoring: try NavigationState(saved.state, reader: NavigationStateReader(catalog)))
        } catch {
            start()
            return ["the session cannot be restored: \(error)"]
        }
    }

    // MARK: Navigating

    /// Goes to a destination, such as `character/detail?identifier=42`, or to the main screen of a feature, by its id.
    /// The person may go to any; what leads nowhere shows the host's not-found screen.
    public func go(to destination: String) { go(toText: destination) }

    /// Uses what has that label on the screen: a link, a button, a toggle, an option of a picker, a row. The beginning
    /// of a label will do where nothing else begins so, in whatever case. A screen that is loading may not show it yet:
    /// see ``settle(timeout:)``.
    ///
    /// - Returns: Where it leads, where it is a link out of the app, such as to a web page: opening it is left to the
    ///   program. Else nil.
    @discardableResult
    public func press(_ label: String) -> String? {
        find { (finder) throws(NodeFinderError) in
            let control = try finder.press(label)
            if let url = outsideURL(of: control.node) { return url }
            use(control.node, value: control.value)
            return nil
        }
    }

    /// Puts text into the text field of that label.
    public func type(_ text: String, into label: String) {
        find { (finder) throws(NodeFinderError) in
            let field = try finder.field(label)
            write(field.value(ofTyped: text), into: field)
        }
    }

    /// Closes the alert that is open, else pops, else dismisses.
    public func back() { perform(.back) }

    /// Dismisses the topmost modal, with all that is in it.
    public func dismiss() { perform(.dismiss) }

    /// Selects a tab, by its name in the wiring; the one that is selected is popped to its root, unless the wiring keeps
    /// it.
    public func select(tab name: String) { perform(.selectTab(name)) }

    private func find<Found>(_ body: (NodeFinder) throws(NodeFinderError) -> Found?) -> Found? {
        guard !isShutDown else { return nil }
        do {
            return try body(NodeFinder(show()))
        } catch {
            problems.append(NavigationProblem("\(error)"))
            return nil
        }
    }

    // MARK: The visible screen

    /// The visible screen as lines of text for a terminal: its title and its content. Makes and renders it first where
    /// that is due.
    public func showText() -> String { TextRenderer.text(of: show()) }

    /// The visible screen, with the screens below it and the links between them, as one page of HTML that needs no
    /// other file.
    public func showHTML() -> String { page().text }

    /// The visible screen as a JSON object: `title`, and `nodes` with their kinds, labels, values and children.
    public func showJSON() -> String { show().json.text() }

    /// The place of the user, in one line: `home > character/list > sheet:character/detail?identifier=42`, or with tabs
    /// `[*home] home > character/list | [people] character`.
    public var stateText: String { state.text }

    /// The state to begin with the next time, see ``start(restoring:)``: JSON, the content of a session file.
    public var session: String { String(decoding: Session(state: state.json).bytes, as: UTF8.self) }
}
