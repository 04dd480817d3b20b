import FeatureKit
import Observation

/// A feature that uses every part of a harness.
struct NoteFeature: Feature {
    typealias Incoming = NoteIncomingNavigation
    typealias Outgoing = NoteOutgoingNavigation

    static let id = "note"
    static let version = "1.0.0"
    static var deepLinkHandler: (any DeepLinkHandler)? { NoteDeepLinkHandler() }

    private let titles: [String]

    init(context: FeatureContext) {
        self.init(titles: context.settings.strings("titles") ?? ["First", "Second"])
        context.logger.info("\(titles.count) notes")
    }

    init(titles: [String]) {
        self.titles = titles
    }

    func makeMainView(navigator: any NavigatorContract) -> AnyView {
        AnyView(NoteListView(titles: titles, navigator: navigator))
    }

    func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> AnyView? {
        switch navigation as? NoteIncomingNavigation {
        case .note(let index):
            guard titles.indices.contains(index) else { return nil }
            return AnyView(NoteView(viewModel: NoteViewModel(title: titles[index], navigator: navigator)))
        case .forever: return AnyView(ProgressView("Forever"))
        case .restless: return AnyView(RestlessView(viewModel: RestlessViewModel()))
        case nil: return nil
        }
    }
}

enum NoteIncomingNavigation: Navigation {
    case note(index: Int)
    case forever
    case restless

    static let samples: [Self] = [.note(index: 0), .forever, .restless]
}

enum NoteOutgoingNavigation: Navigation {
    case author

    static let samples: [Self] = [.author]
}

/// Destinations that the feature does not declare.
enum StrayNavigation: Navigation {
    case astray

    static let samples: [Self] = [.astray]
}

struct NoteDeepLinkHandler: DeepLinkHandler {
    let scheme = "notes"
    let host = "note"
    let links = [DeepLink("/{index}", to: NoteIncomingNavigation.note(index: 0))]

    func resolve(_ url: DeepLinkURL) -> (any Navigation)? {
        url.path == "/latest/one" ? NoteIncomingNavigation.note(index: 1) : nil
    }
}

struct NoteListView: View {
    let titles: [String]
    let navigator: any NavigatorContract

    var body: some View {
        List {
            ForEach(Array(titles.indices), id: \.self) { index in
                NavigationLink(titles[index], to: NoteIncomingNavigation.note(index: index))
            }
            NavigationLink("Author", to: NoteOutgoingNavigation.author)
            NavigationLink("Nowhere", to: StrayNavigation.astray)
            Link("Site", destination: "https://notes.example")
            EmbeddedView(NoteOutgoingNavigation.author)
            Button("Home") { navigator.reset() }
            Button("Lost") { navigator.navigate(to: StrayNavigation.astray) }
        }
        .navigationTitle("Notes")
    }
}

struct NoteView: View {
    @Bindable var viewModel: NoteViewModel

    var body: some View {
        List {
            TextField("Title", text: $viewModel.title)
            Toggle("Pinned", isOn: $viewModel.isPinned)
            Picker("Size", selection: $viewModel.size) {
                Text("Small").tag(1)
                Text("Large").tag(2)
            }
            Button("Save") { viewModel.save() }.disabled(viewModel.title.isEmpty)
            Button("Save as") {}
            if viewModel.isLoading { ProgressView() }
        }
        .navigationTitle(viewModel.title)
        .navigationLocked(viewModel.isChanged, reason: "unsaved")
        .navigationCheckpoint(NavigationCheckpoint<Int>(name: "size")) { viewModel.size = $0 }
        .alert("Saved", isPresented: $viewModel.isSaved) {}
        .task { await viewModel.load() }
    }
}

@Observable
final class NoteViewModel {
    var title: String { didSet { isChanged = true } }
    var isPinned = false
    var size = 1
    var isSaved = false
    private(set) var isChanged = false
    private(set) var isLoading = true

    private let navigator: any NavigatorContract

    init(title: String, navigator: any NavigatorContract) {
        self.title = title
        self.navigator = navigator
    }

    func load() async {
        await Task.yield()
        isLoading = false
    }

    func save() {
        isChanged = false
        isSaved = true
        navigator.goBack()
    }
}

/// A view that changes at each render.
struct RestlessView: View {
    let viewModel: RestlessViewModel

    var body: some View {
        Text("\(viewModel.count)").navigate(to: viewModel.next)
    }
}

@Observable
final class RestlessViewModel {
    var count = 0

    /// A binding that leads nowhere and counts its resets.
    var next: Binding<NoteIncomingNavigation?> {
        Binding(get: { .forever }, set: { _ in self.count += 1 })
    }
}
