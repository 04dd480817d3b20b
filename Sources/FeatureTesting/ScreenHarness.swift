internal import FeatureContract
public import FeatureKit
internal import HostCore
internal import JSONText

/// A live screen of a feature in a ``FeatureHarness``.
///
/// ```swift
/// let screen = try harness.open(.list)
/// try await screen.settle()
/// try screen.type("holmes", into: "Filter")
/// #expect(screen.text.contains("Sherlock Holmes"))
/// try screen.press("Sherlock Holmes")
/// ```
///
/// Its properties are always up to date: after a change of data that the last render read, the screen is rendered again
/// first. The screen is closed when the harness is released, or by ``close()``.
@MainActor
public final class ScreenHarness {
    private let mounted: MountedFeature
    private let id: ScreenID
    /// The screen's destination; nil for the main screen.
    private let destination: Destination?
    private var name: String { "'\(destination?.text ?? mounted.id)'" }
    private var screen: ScreenInstance
    private var rendered = RenderedScreen()
    private var isVisible = false
    private(set) var isClosed = false

    init(_ screen: ScreenInstance, _ id: ScreenID, of destination: Destination?, in mounted: MountedFeature) {
        self.mounted = mounted
        self.id = id
        self.destination = destination
        self.screen = screen
        mounted.host.changed.insert(id)
        appear()
    }

    isolated deinit {
        close()
    }

    // MARK: Content

    /// The title of the screen, or of the sheet that it shows.
    public var title: String { current().front.title }

    /// The text of the screen, or of the sheet that it shows, exactly as `switchyard navigate` prints it.
    ///
    /// ```swift
    /// #expect(screen.text == """
    ///     Home
    ///     ====
    ///
    ///     Welcome to Switchyard.
    ///     [Characters]
    ///
    ///     """)
    /// ```
    public var text: String { TextRenderer.text(of: current().front) }

    /// The elements of each list to show, as a host does with long ones; nil, as at first, for all elements.
    ///
    /// ```swift
    /// screen.shownRows = 500..<700
    /// #expect(screen.text.hasSuffix("(rows 501 to 700 of 1,000,000)\n"))
    /// ```
    public var shownRows: Range<Int>? {
        didSet {
            let part = shownRows.map { ListPart(from: UInt64($0.lowerBound), count: UInt64(max(1, $0.count))) }
            screen.parts = part.map { [$0] } ?? []
            mounted.host.changed.insert(id)
        }
    }

    /// The screen as JSON with its nodes, as `switchyard navigate --json` prints it.
    public var json: String { current().front.json.text(pretty: true) }

    /// Whether the screen is loading: it shows an indeterminate `ProgressView`, or a view sets `navigationLoading`.
    public var isLoading: Bool { current().isLoading }

    /// The reason for the screen's navigation lock; nil if it has none.
    public var lock: String? { current().lock }

    /// The names of the checkpoints that the screen shows.
    public var checkpoints: [String] { current().checkpoints.map(\.name) }

    /// Waits until the screen is not loading and nothing changes any more.
    ///
    /// ```swift
    /// try await screen.settle(timeout: .seconds(1))
    /// ```
    ///
    /// - Throws: ``HarnessError/unsettled(_:)`` at the timeout.
    public func settle(timeout: Duration = .seconds(30)) async throws(HarnessError) {
        let deadline = ContinuousClock.now.advanced(by: timeout)
        // When many tests run, the main actor may not get to this one before the deadline, so it has at least 20 turns.
        var turns = 0
        while true {
            turns += 1
            try requireOpen()
            let isLoading = current().isLoading
            // New work runs up to its first suspension: it may change the screen at once.
            for _ in 0..<8 { await Task.yield() }
            let isChanged = mounted.host.changed.contains(id)
            if !isLoading, !isChanged { return }
            guard ContinuousClock.now < deadline || turns < 20 else {
                throw .unsettled(
                    "the screen \(name) was still \(isLoading ? "loading" : "changing") after \(timeout): "
                        + "wait longer, or see why its work does not end")
            }
            if !isChanged { try? await Task.sleep(for: .milliseconds(1)) }
        }
    }

    // MARK: User actions

    /// Presses the link, button, toggle (which is switched), picker option or table row with a label. The label must
    /// match exactly, else ignoring case, else by a unique beginning.
    ///
    /// ```swift
    /// try screen.press("Save")
    /// ```
    ///
    /// A link's destination is added to ``FeatureHarness/requests``, a `Link`'s URL to ``FeatureHarness/openedURLs``.
    ///
    /// - Throws: ``HarnessError/label(_:)`` if there is no such control, with the nearest label, or if it is disabled.
    public func press(_ label: String) throws(HarnessError) {
        try requireOpen()
        let control: ScreenControl
        do { control = try NodeFinder(current().front).press(label) } catch { throw .label(error.description) }
        switch control.node.effect {
        case .follow(let destination, let isLink):
            do {
                try mounted.host.request(.navigate(destination, method: isLink ? .push : nil), by: mounted.id, from: id)
            } catch {
                throw .destination("'\(label)' leads nowhere: \(error.reason)")
            }
        case .open(let url): mounted.host.openedURLs.append(url)
        case .perform, nil: try perform(control.node, control.value)
        }
    }

    /// Replaces the content of the text field with a label.
    ///
    /// ```swift
    /// try screen.type("holmes", into: "Filter")
    /// ```
    ///
    /// - Throws: ``HarnessError/label(_:)`` if there is no such text field, or if it is disabled.
    public func type(_ text: String, into label: String) throws(HarnessError) {
        try requireOpen()
        func field() throws(HarnessError) -> ViewNode {
            let finder = NodeFinder(current().front)
            do { return try finder.field(label) } catch { throw .label(error.description) }
        }
        func setFocus(_ hasFocus: Bool, of field: ViewNode) throws(HarnessError) {
            if field.flags.contains(.focus) { try perform(field, .bool(hasFocus)) }
        }
        try setFocus(true, of: field())
        let focused = try field()
        try perform(focused, focused.value(ofTyped: text))
        if focused.flags.contains(.focus), let left = try? field() { try setFocus(false, of: left) }
    }

    /// Closes the alert or confirmation dialog with a title, without choosing one of its buttons.
    ///
    /// - Throws: ``HarnessError/label(_:)`` if the screen shows none with this title.
    public func closeAlert(_ title: String) throws(HarnessError) {
        try requireOpen()
        let alerts = current().controls.filter { $0.role == .closing && $0.node.isBox }.map(\.node)
        guard let alert = alerts.first(where: { $0.text == title }) else {
            let titles = alerts.map { "'\($0.text)'" }.joined(separator: ", ")
            throw .label(
                "the screen shows no alert '\(title)'; " + (alerts.isEmpty ? "there is none" : "there is \(titles)"))
        }
        try perform(alert, .null)
    }

    /// Closes the sheet or cover that the screen shows by a binding, as the user does.
    ///
    /// ```swift
    /// try screen.press("Add")
    /// try screen.closeSheet()
    /// ```
    ///
    /// - Throws: ``HarnessError/label(_:)`` if the screen shows none; ``HarnessError/screen(_:)`` if it is locked.
    public func closeSheet() throws(HarnessError) {
        try leave(current().inner.last { $0.kind != .push }, "the screen shows no sheet")
    }

    /// Goes back from a screen pushed by a link or a binding, or from its sheet, as the user does.
    ///
    /// ```swift
    /// try screen.press("Ada")
    /// try screen.goBack()
    /// ```
    ///
    /// - Throws: ``HarnessError/label(_:)`` if there is none; ``HarnessError/screen(_:)`` if it is locked.
    public func goBack() throws(HarnessError) {
        try leave(current().inner.last, "nothing stands over the screen")
    }

    private func leave(_ inner: ViewNode?, _ reason: String) throws(HarnessError) {
        try requireOpen()
        guard let inner else { throw .label(reason) }
        guard inner.detail.isEmpty else { throw .screen("'\(inner.text)' is locked: \(inner.detail)") }
        try perform(inner, .null)
    }

    private func perform(_ node: ViewNode, _ value: Value) throws(HarnessError) {
        do {
            try screen.perform(node.action, value)
        } catch {
            throw .screen("'\(node.label)' of the screen \(name) could not be done: \(error.reason)")
        }
    }

    // MARK: Host actions

    /// Closes the screen, and opens it again with its saved state, as a host does after a crash of the feature, a
    /// reload, and a restart.
    ///
    /// ```swift
    /// try screen.type("Ada", into: "Name")
    /// #expect(try screen.reopened().text.contains("Ada"))
    /// ```
    ///
    /// - Throws: ``HarnessError/destination(_:)`` with the reason why the new screen does not accept the state.
    public func reopened() throws(HarnessError) -> ScreenHarness {
        let state: ScreenState?
        do {
            state = try screen.save()
        } catch {
            throw .screen("the screen \(name) could not save its state: \(error.reason)")
        }
        close()
        return try mounted.open(destination, restoring: state)
    }

    /// Makes the screen appear again after ``disappear()``. An opened screen has appeared already.
    public func appear() {
        guard !isClosed, !isVisible else { return }
        isVisible = true
        try? screen.appear()
        _ = current()
    }

    /// Makes the screen disappear, as when the host shows a different one.
    public func disappear() {
        guard !isClosed, isVisible else { return }
        isVisible = false
        screen.disappear()
    }

    /// Returns to a checkpoint of this screen without a value, as the host's navigation does.
    ///
    /// - Throws: ``HarnessError/checkpoint(_:)`` if the screen does not show it, or if it takes a value.
    public func returnToCheckpoint(_ checkpoint: NavigationCheckpoint<Void>) throws(HarnessError) {
        try returned(to: checkpoint.name, with: .null)
    }

    /// Returns to a checkpoint of this screen with a value, as the host's navigation does.
    ///
    /// ```swift
    /// try screen.returnToCheckpoint(ContactCheckpoints.recipient, value: 42)
    /// ```
    ///
    /// - Throws: ``HarnessError/checkpoint(_:)`` if the screen does not show it, or if it takes another value.
    public func returnToCheckpoint<Value: NavigationValue>(
        _ checkpoint: NavigationCheckpoint<Value>, value: Value
    ) throws(HarnessError) {
        try returned(to: checkpoint.name, with: value.navigationRawValue.value)
    }

    private func returned(to name: String, with value: Value) throws(HarnessError) {
        try requireOpen()
        _ = current()
        do { try screen.returned(toCheckpoint: name, with: value) } catch { throw .checkpoint(error.reason) }
    }

    /// Sends a value, destination or tab to the screen.
    ///
    /// ```swift
    /// guard case .auto? = try screen.send(SettingsSection.profile) else { … }
    /// ```
    ///
    /// - Returns: The answer of the first receiver that accepts it; nil if none does.
    /// - Throws: ``HarnessError/value(_:)``
    public func send(_ value: some NavigationSendable) throws(HarnessError) -> NavigationResume? {
        try requireOpen()
        let message = try mounted.message(value)
        guard current().receivers.contains(where: { $0.accepts(message) }) else { return nil }
        do {
            return try screen.receive(message).map(mounted.resume)
        } catch {
            throw .value("\(error)")
        }
    }

    /// Closes the screen for good: its work is cancelled and its view model released. A second call has no effect.
    public func close() {
        guard !isClosed else { return }
        disappear()
        isClosed = true
        mounted.host.closed(id)
        screen.destroy()
    }

    private func requireOpen() throws(HarnessError) {
        if isClosed { throw .closed("the screen \(name) has been closed") }
    }

    /// Returns the present screen, or the last render of a closed one.
    private func current() -> RenderedScreen {
        guard !isClosed, mounted.host.changed.remove(id) != nil else { return rendered }
        do {
            rendered = try screen.render()
            // As in a host, work left by a render begins once it has returned.
            mounted.runTurns()
        } catch {
            // An error screen like the host's.
            rendered = .failed(name, "This screen could not be rendered.", error.reason)
        }
        return rendered
    }
}

extension RenderedScreen.Receiver {
    fileprivate func accepts(_ message: Message) -> Bool {
        switch (self, message) {
        case (.value(let type), .value(let sent, _)): type == sent
        case (.destination, .destination), (.navigate, .destination), (.tab, .tab), (.selectTab, .tab): true
        default: false
        }
    }
}
