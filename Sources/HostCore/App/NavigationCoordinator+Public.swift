import FeatureContract

/// The calls for other programs, with the texts of the command line, the wiring file and the session file.
///
/// A call that changes something returns once the change has begun; ``settle(timeout:)`` waits for its end. Failures
/// are problems: ``takeProblems()``.
extension NavigationCoordinator {
    // MARK: Beginning

    /// Starts at the roots of the wiring, then opens the waiting links.
    public func start() { start(restoring: nil as NavigationState?) }

    /// Starts at the place of ``session``, then opens the waiting links.
    ///
    /// - Returns: A note for each part of the session that is no longer in the app; or the reason why the session
    ///   cannot be used, and then the app starts at the roots.
    @discardableResult
    public func start(restoring session: String) -> [String] {
        guard !isReady, !isShutDown else { return ["the session is not restored: the app has been started already"] }
        do {
            let saved = try Session(parsing: Array(session.utf8))
            return start(restoring: try NavigationState(saved.state, reader: NavigationStateReader(catalog)))
        } catch SessionError.damaged(let damage) {
            start()
            return ["the session cannot be restored: \(damage)"]
        } catch {
            start()
            return ["the session cannot be restored: \(error)"]
        }
    }

    // MARK: Navigating

    /// Goes to a destination, such as `character/detail?identifier=42`, or to the main screen of a feature, by its id.
    /// The user may go anywhere; an unknown destination shows the host's not-found screen.
    public func go(to destination: String) { go(toText: destination) }

    /// Goes to a destination that is given in its parts.
    public func go(to destination: AppDestination) { go(toText: destination.description) }

    /// Shows a destination in the place of the topmost screen.
    public func swap(to destination: String) { perform(text: .swap(destination)) }

    /// Shows a destination that is given in its parts in the place of the topmost screen.
    public func swap(to destination: AppDestination) { swap(to: destination.description) }

    /// Uses the control with this label on the screen: a link, a button, a toggle, an option of a picker, a row. A
    /// unique beginning of a label suffices, in any case. A screen that is loading may not show it yet:
    /// ``settle(timeout:)``.
    ///
    /// - Returns: The URL of a link out of the app, such as to a web page, for the program to open; else nil.
    @discardableResult
    public func press(_ label: String) -> String? {
        find("press:\(label)") { (finder) throws(NodeFinderError) in
            let control = try finder.press(label)
            if let url = outsideURL(of: control.node) { return url }
            use(control.node, value: control.value)
            return nil
        }
    }

    /// Puts text into the text field with this label, or a number into the slider. ``set(_:of:)`` takes values of other
    /// types.
    public func type(_ text: String, into label: String) {
        find("type:\(label)=") { (finder) throws(NodeFinderError) in
            let field = try finder.field(label)
            write(field.value(ofTyped: text), into: field)
        }
    }

    /// Closes the open alert, else pops, else dismisses.
    public func back() { perform(.back) }

    /// Pops to the root of the stack: of the topmost modal with a stack of its own, else of the tab.
    public func root() { perform(.popToRoot) }

    /// Dismisses the topmost modal with everything in it.
    public func dismiss() { perform(.dismiss) }

    /// Dismisses every modal.
    public func dismissAll() { perform(.dismissAll) }

    /// Selects a tab by its name in the wiring. If the tab is selected already, pops it to its root, unless the wiring
    /// keeps it.
    public func select(tab name: String) { perform(.selectTab(name)) }

    /// - Parameter step: What is tried with the control, for a recording; nil if it is only looked at.
    func find<Found>(_ step: String? = nil, _ body: (NodeFinder) throws(NodeFinderError) -> Found?) -> Found? {
        guard !isShutDown else { return nil }
        do {
            return try body(NodeFinder(show()))
        } catch {
            problems.append(NavigationProblem(step.map { missed($0, error) } ?? error))
            return nil
        }
    }

    // MARK: The visible screen

    /// The visible screen as lines of text for a terminal: its title and its content. Makes and renders it first if
    /// necessary.
    public func showText() -> String { TextRenderer.text(of: show()) }

    /// The visible screen as a JSON object: `title`, and `nodes` with their kinds, labels, values and children.
    public func showJSON() -> String { show().json.text() }

    /// The destination of the visible screen, such as `character/detail?identifier=42`.
    public var destination: String { state.top.place.text }

    /// Whether the visible screen is loading. Makes and renders it first if necessary.
    public var isLoading: Bool { show().isLoading }

    /// Why the visible screen does not let itself be left; nil if it does.
    public var lock: String? { show().lock }

    /// The user's place in one line: `home > character/list > sheet:character/detail?identifier=42`, or with tabs
    /// `[*home] home > character/list | [people] character`.
    public var stateText: String { state.text }

    /// The state for the next start, ``start(restoring:)``, as JSON: the content of a session file. It has the state that
    /// each screen saves, such as text that has been typed.
    public var session: String { String(decoding: Session(state: state.sessionJSON).bytes, as: UTF8.self) }
}
