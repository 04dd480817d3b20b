import FeatureKit

/// A log that the user picks: all of its lines, those with a text in them, and what comes to it.
public struct LogsFeature: Feature {
    public typealias Incoming = LogsIncomingNavigation

    public static let id = "logs"
    public static let name = "Logs"
    public static let version = "1.0.0"
    public static let summary = "A log file of any length: its lines, those with a text, and what is added to it."
    public static var mainDestination: LogsIncomingNavigation? { .log }
    public static var deepLinkHandler: (any DeepLinkHandler)? { LogsDeepLinkHandler() }

    private let context: FeatureContext

    public init(context: FeatureContext) {
        self.context = context
    }

    public func makeMainView(navigator: any NavigatorContract) -> AnyView {
        AnyView(LogView(viewModel: LogViewModel(pick: pick)))
    }

    public func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> AnyView? {
        switch navigation as? LogsIncomingNavigation {
        case .log: makeMainView(navigator: navigator)
        case .sample(let lines): AnyView(LogView(viewModel: LogViewModel(SampleLog(count: max(0, lines)), pick: pick)))
        case nil: nil
        }
    }

    private func pick() async throws -> LogFile? {
        guard let file = try await context.pickFile("Open a log") else { return nil }
        let name = file.name
        return LogFile(name: name, descriptor: file.release())
    }
}

/// The destinations that Logs handles.
public enum LogsIncomingNavigation: Navigation {
    case log
    case sample(lines: Int)

    public static let samples: [Self] = [.log, .sample(lines: 0)]

    public var summary: String {
        switch self {
        case .log: "A log that the user picks."
        case .sample: "A made-up log of so many lines."
        }
    }
}

/// The links that lead to Logs.
struct LogsDeepLinkHandler: DeepLinkHandler {
    let scheme = "logs"
    let host = "logs"
    let links = [
        DeepLink("/open", to: LogsIncomingNavigation.log),
        DeepLink("/sample?lines={lines}", to: LogsIncomingNavigation.sample(lines: 0)),
    ]
}
