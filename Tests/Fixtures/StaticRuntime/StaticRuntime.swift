// A feature of FeatureKit that has all of Swift linked into it: its runtime and its libraries are others than the
// host's, in one process. What it uses is what depends on a runtime: classes, generics, casts, Codable, observation,
// tasks on and off the main actor.
import FeatureKit
import Glibc
import Observation

enum StaticNavigation: Navigation {
    case list
    case detail(number: Int)
    case connection(host: String, port: Int)
    case copy
    static let samples: [Self] = [.list, .detail(number: 0), .connection(host: "", port: 0), .copy]
}

struct StaticLinks: DeepLinkHandler {
    let scheme = "challenge", host = "static"
    let links = [DeepLink("/{number}", to: StaticNavigation.detail(number: 0))]
}

@Observable
final class DetailViewModel {
    private(set) var count = 0
    private(set) var sum: String?

    func increase() {
        count += 1
    }

    func load(_ number: Int) async {
        // Away from the main actor, and back to it.
        sum = await Task.detached { (1...number).map { "\($0)" }.joined(separator: " + ") }.value
    }
}

struct DetailView: View {
    let number: Int
    let viewModel = DetailViewModel()

    var body: some View {
        Group {
            if let sum = viewModel.sum { Text(sum) } else { ProgressView("Adding") }
            Button("Count") { viewModel.increase() }
            Text("Counted \(viewModel.count) times")
        }
        .navigationTitle("Static \(number)")
        .task { await viewModel.load(number) }
    }
}

@Observable
final class ConnectionViewModel {
    private(set) var text: String?

    func load(_ host: String, _ port: Int, _ context: FeatureContext) async {
        do {
            let number = try await context.connect(to: host, port: UInt16(clamping: port)).release()
            text = await Task.detached {
                var bytes = [UInt8](repeating: 0, count: 100)
                let count = read(number, &bytes, bytes.count)
                close(number)
                return "Read: " + String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            }.value
        } catch {
            text = "\(error)"
        }
    }
}

struct ConnectionView: View {
    let host: String
    let port: Int
    let context: FeatureContext
    let viewModel = ConnectionViewModel()

    var body: some View {
        Group {
            if let text = viewModel.text { Text(verbatim: text) } else { ProgressView("Connecting") }
        }
        .task { await viewModel.load(host, port, context) }
    }
}

/// Copies a file that the user picks to another one. It asks on the main actor, so that the press is not over before.
@MainActor @Observable
final class CopyViewModel {
    private(set) var text = "Nothing copied"

    func copy(_ context: FeatureContext) async {
        do {
            guard let source = try await context.pickFile("The file to copy") else { return text = "No source" }
            let name = source.name
            guard let target = try await context.pickFile("The copy", savingAs: name) else { return text = "No target" }
            let (from, to) = (source.release(), target.release())
            text = await Task.detached {
                var bytes = [UInt8](repeating: 0, count: 100)
                let count = write(to, &bytes, read(from, &bytes, bytes.count))
                close(from)
                close(to)
                return "Copied \(count) bytes of \(name)"
            }.value
        } catch {
            text = "\(error)"
        }
    }
}

struct CopyView: View {
    let context: FeatureContext
    let viewModel = CopyViewModel()

    var body: some View {
        Group {
            Text(verbatim: viewModel.text)
            Button("Copy") { Task { await viewModel.copy(context) } }
        }
    }
}

struct StaticFeature: Feature {
    typealias Incoming = StaticNavigation
    static let id = "static", version = "1.0.0"
    static var deepLinkHandler: (any DeepLinkHandler)? { StaticLinks() }

    private let context: FeatureContext

    init(context: FeatureContext) { self.context = context }

    func makeMainView(navigator: any NavigatorContract) -> AnyView {
        AnyView(
            List {
                ForEach([1, 2, 3], id: \.self) { number in
                    NavigationLink("Number \(number)", to: StaticNavigation.detail(number: number))
                }
            })
    }

    func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> AnyView? {
        switch navigation as? StaticNavigation {
        case .list: makeMainView(navigator: navigator)
        case .detail(let number): (1...100).contains(number) ? AnyView(DetailView(number: number)) : nil
        case .connection(let host, let port):
            AnyView(ConnectionView(host: host, port: port, context: context))
        case .copy: AnyView(CopyView(context: context))
        case nil: nil
        }
    }
}

@c(switchyard_feature_entry) public func featureEntry() -> FeatureEntry { FeatureLibrary.export(StaticFeature.self) }
