internal import FeatureContract
internal import Observation

/// The place of a field to search in. The host decides where it is.
public struct SearchFieldPlacement: Hashable, Sendable {
    /// Whether a field is always shown.
    public enum NavigationBarDrawerDisplayMode: Hashable, Sendable { case automatic, always }

    private init() {}

    public static let automatic = Self(), navigationBarDrawer = Self(), sidebar = Self(), toolbar = Self()
    /// A place.
    public static func navigationBarDrawer(displayMode: NavigationBarDrawerDisplayMode) -> Self { automatic }
}

/// When the choice of what is looked through is shown: always here.
public enum SearchScopeActivation: Hashable, Sendable { case automatic, onTextEntry, onSearchPresentation }

/// The fields whose input ends.
public struct SubmitTriggers: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let text = SubmitTriggers(rawValue: 1), search = SubmitTriggers(rawValue: 2)
}

extension View {
    /// Shows a field above the view in which the user types what to look for.
    ///
    /// ```swift
    /// List(viewModel.found) { … }.searchable(text: $viewModel.query, prompt: "Notes")
    /// ```
    ///
    /// The host decides where the field is, whatever its placement.
    public func searchable(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey = "Search"
    ) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in
            renderer.searchText = text
            renderer.child(1) { renderer.field(prompt, text, symbol: "magnifyingglass", triggers: .search) }
            if let suggestions = renderer.suggestions {
                renderer.suggestions = nil
                renderer.child(2, suggestions)
            }
            renderer.child(0, content)
        }
    }

    /// Shows texts to choose below the field of `searchable`.
    ///
    /// ```swift
    /// .searchable(text: $query).searchSuggestions { Text("Bridges").searchCompletion("bridge") }
    /// ```
    public func searchSuggestions(@ViewBuilder _ suggestions: () -> some View) -> ModifiedView<Self> {
        let suggestions = suggestions()
        return ModifiedView(self) { renderer, content in
            // The field is further in, as a rule, and takes them; if not, it has been shown before.
            renderer.suggestions = { renderer.stack { suggestions.render(in: renderer) } }
            renderer.child(0, content)
            if let shown = renderer.suggestions {
                renderer.suggestions = nil
                renderer.child(1, shown)
            }
        }
    }

    /// Makes the view a button that writes a text into the field to search in.
    public func searchCompletion(_ completion: String) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in
            let text = renderer.searchText
            renderer.button("", nil, { text?.wrappedValue = completion }, content)
        }
    }

    /// Shows a choice of what is looked through above the view.
    public func searchScopes<Scope: Hashable>(
        _ scope: Binding<Scope>, activation: SearchScopeActivation = .automatic, @ViewBuilder scopes: () -> some View
    ) -> ModifiedView<Self> {
        let picker = Picker("Scope", selection: scope, content: scopes)
        return ModifiedView(self) { renderer, content in
            renderer.child(1) { picker.render(in: renderer) }
            renderer.child(0, content)
        }
    }

    /// Runs an action when the user ends the input of a field in the view by Enter.
    ///
    /// ```swift
    /// TextField("Search", text: $query).onSubmit { viewModel.search(query) }
    /// ```
    ///
    /// In steps, `press:Search` is Enter in that field.
    public func onSubmit(
        of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void
    ) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in renderer.with(submit: (triggers, action), content) }
    }

    /// Shows a button below the view that loads its content again. Another press while it does changes nothing, and the
    /// screen counts as loading.
    ///
    /// ```swift
    /// List(viewModel.messages) { … }.refreshable { await viewModel.load() }
    /// ```
    public func refreshable(action: @escaping @MainActor @Sendable () async -> Void) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in
            renderer.child(0, content)
            renderer.child(1) {
                let refresh = renderer.states.nextObject(of: renderer.place) { Refresh() }
                if refresh.isRunning { renderer.isLoading = true }
                let load = renderer.actionWithoutValue { refresh.run(action) }
                renderer.node(
                    Node(.button, text: renderer.text(of: "Refresh"), symbol: "arrow.clockwise", action: load))
            }
        }
    }
}

/// Runs the action of a `refreshable` view, and does not begin it again while it runs.
@MainActor @Observable
private final class Refresh {
    private(set) var isRunning = false

    func run(_ action: @escaping @MainActor @Sendable () async -> Void) {
        guard !isRunning else { return }
        isRunning = true
        Task {
            await action()
            isRunning = false
        }
    }
}
