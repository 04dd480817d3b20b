@_exported public import FeatureKit
internal import HostCore

/// Runs a feature without a host application, through the C table that a host calls, so that a test sees what a host
/// would see.
///
/// ```swift
/// let harness = try FeatureHarness(HomeFeature.self, settings: #"{ "greeting": "Good morning." }"#)
/// let screen = try harness.openMain()
/// try screen.press("Characters")
/// #expect(harness.navigatedDestinations as? [HomeOutgoingNavigation] == [.characters])
/// ```
///
/// The harness checks the feature's navigation requests as a host does and records them, but does not navigate. The
/// feature ends when the harness and its screens are released, or by ``end()``.
@MainActor
public final class FeatureHarness<F: Feature> {
    private let mounted: MountedFeature

    /// Starts the feature.
    ///
    /// - Parameters:
    ///   - type: The feature.
    ///   - settings: The feature's `settings` as in the wiring file: one JSON object.
    ///   - dataDirectory: The feature's own directory, an absolute path; none by default.
    ///   - locale: The user's language, a BCP 47 tag such as `de-AT`; none by default.
    ///   - libraryDirectory: The directory with the feature's strings files, an absolute path; none by default.
    /// - Throws: ``HarnessError/manifest(_:)`` if no host would accept the library, ``HarnessError/activation(_:)`` if
    ///   the feature does not start.
    public init(
        _ type: F.Type = F.self, settings: String = "{}", dataDirectory: String? = nil, locale: String? = nil,
        libraryDirectory: String? = nil
    ) throws(HarnessError) {
        mounted = try MountedFeature(
            type, FeatureLibrary.library(of: type),
            ActivationContext(
                dataDirectory: dataDirectory ?? "", settings: settings, locale: locale ?? "",
                libraryDirectory: libraryDirectory ?? ""))
    }

    /// Starts a feature that the test makes, such as with mocks in its container.
    ///
    /// ```swift
    /// let harness = try FeatureHarness { _ in
    ///     CharacterFeature(container: CharacterContainer(repository: repositoryMock))
    /// }
    /// ```
    ///
    /// `makeFeature` receives the context that a host would pass to the feature's `init(context:)`.
    public init(
        settings: String = "{}", dataDirectory: String? = nil, locale: String? = nil,
        libraryDirectory: String? = nil,
        makeFeature: @escaping @MainActor (FeatureContext) throws -> F
    ) throws(HarnessError) {
        mounted = try MountedFeature(
            F.self, FeatureLibrary.library(of: F.self, makingFeatureBy: makeFeature),
            ActivationContext(
                dataDirectory: dataDirectory ?? "", settings: settings, locale: locale ?? "",
                libraryDirectory: libraryDirectory ?? ""))
    }

    // MARK: Screens

    /// Opens the feature's main view. The screen appears at once.
    ///
    /// ```swift
    /// let screen = try harness.openMain()
    /// #expect(screen.title == "Home")
    /// ```
    public func openMain() throws(HarnessError) -> ScreenHarness {
        try mounted.open(nil)
    }

    /// Opens the screen of an incoming destination, which appears at once.
    ///
    /// ```swift
    /// let screen = try harness.open(.detail(identifier: 42))
    /// ```
    ///
    /// - Throws: ``HarnessError/destination(_:)`` if the case is missing in its type's samples, an argument cannot be
    ///   passed, or the feature makes no screen for it.
    public func open(_ navigation: F.Incoming) throws(HarnessError) -> ScreenHarness {
        try mounted.open(mounted.destination(navigation))
    }

    /// Opens the screen of a link, which appears at once. The declared patterns are tried first; if none matches, the
    /// handler's code is asked.
    ///
    /// ```swift
    /// let screen = try harness.open(link: "challenge://character/detail?id=42")
    /// ```
    ///
    /// - Throws: ``HarnessError/link(_:)`` with the reason why no pattern matches.
    public func open(link: String) throws(HarnessError) -> ScreenHarness {
        try mounted.open(mounted.destination(link: link))
    }

    /// Sends a value to the feature itself, as a host does if no live screen accepts it.
    ///
    /// - Returns: The feature's answer; nil if it declines the value.
    /// - Throws: ``HarnessError/value(_:)``
    public func send(_ value: some NavigationValue) throws(HarnessError) -> NavigationResume? {
        try mounted.send(value)
    }

    /// Closes the open screens, and ends the feature. No screen can be opened afterwards.
    public func end() {
        mounted.end()
    }

    // MARK: Requests and log

    /// The navigation requests of the feature and of the links that the test pressed, in order, including refused ones.
    ///
    /// ```swift
    /// #expect(harness.requests == [.navigate(AnyNavigation(NoteIncomingNavigation.list), method: nil), .back])
    /// ```
    ///
    /// A press of a `NavigationLink` is recorded as a push, as in a host.
    public var requests: [FeatureKit.NavigationRequest] { mounted.host.requests }

    /// The destinations of all navigation requests, by any method.
    public var navigatedDestinations: [any Navigation] { requests.navigatedDestinations }

    /// The number of requests to go back.
    public var goBackCallCount: Int { requests.goBackCallCount }

    /// The URLs of the `Link`s that were pressed.
    public var openedURLs: [String] { mounted.host.openedURLs }

    /// The error that refuses every request; nil to accept requests.
    ///
    /// ```swift
    /// harness.refusal = NavigationError(.locked, reason: "unsaved changes")
    /// ```
    public var refusal: NavigationError? {
        get { mounted.host.refusal }
        set { mounted.host.refusal = newValue }
    }

    /// The answer to the feature's requests to connect: `connect(to:port:)` of the `FeatureContext`. Nil refuses each
    /// with a `ConnectionError` of the kind `notAllowed`.
    ///
    /// ```swift
    /// harness.connect = { host, port in
    ///     guard host == "api.example.org" else { throw ConnectionError(.notFound, reason: "no such machine") }
    ///     return OwnedDescriptor(server.newClient())
    /// }
    /// ```
    ///
    /// The closure is called on the main actor, with a name in lower case.
    public var connect: (@MainActor (_ host: String, _ port: UInt16) throws -> OwnedDescriptor)? {
        get { mounted.host.connect }
        set { mounted.host.connect = newValue }
    }

    /// The answer to the feature's requests for a file: `pickFile(_:savingAs:)` of the `FeatureContext`. Nil answers
    /// each with a `PickedFileError` of the kind `unsupported`, as a host without a user does.
    ///
    /// ```swift
    /// harness.pickFile = { title, suggestedName in
    ///     guard suggestedName == nil else { return nil }    // the user cancels
    ///     return PickedFile(OwnedDescriptor(open("notes.txt", O_RDONLY | O_CLOEXEC)), name: "notes.txt")
    /// }
    /// ```
    ///
    /// The closure is called on the main actor. The suggested name is nil for a file to read.
    public var pickFile: (@MainActor (_ title: String, _ suggestedName: String?) throws -> PickedFile?)? {
        get { mounted.host.pickFile }
        set { mounted.host.pickFile = newValue }
    }

    /// The client that answers the feature's requests of HTTP, such as a mock. Nil refuses each with an `HTTPError` of the
    /// kind `notAllowed`.
    ///
    /// ```swift
    /// harness.httpClient = HTTPClientMock(folder: "Tests/Answers")
    /// ```
    public var httpClient: (any HTTPClientContract)? {
        get { mounted.host.httpClient }
        set { mounted.host.httpClient = newValue }
    }

    /// The names of the checkpoints to which screens can return.
    public var returnableCheckpoints: Set<String> {
        get { mounted.host.returnableCheckpoints }
        set { mounted.host.returnableCheckpoints = newValue }
    }

    /// The reasons for refused requests, oldest first, also of refusals that the feature handled. They include cases
    /// missing in their type's samples.
    public var problems: [String] { mounted.host.problems }

    /// The lines that the feature wrote to the log.
    public var logLines: [FeatureLogLine] { mounted.host.logLines }

    /// The feature's manifest as JSON with a line for each member, without the versions of its build: for a snapshot.
    public var manifest: String { mounted.manifestText }
}

/// A line that a feature wrote to the log.
public struct FeatureLogLine: Hashable, Sendable {
    /// The severity of the line.
    public let level: FeatureLogger.Level
    /// The text of the line.
    public let message: String

    /// Makes a line for comparison.
    public init(_ level: FeatureLogger.Level, _ message: String) {
        self.level = level
        self.message = message
    }
}

extension [FeatureKit.NavigationRequest] {
    var navigatedDestinations: [any Navigation] {
        compactMap { request in
            if case .navigate(let navigation, _) = request { navigation.wrapped } else { nil }
        }
    }

    var goBackCallCount: Int { count { $0 == .back } }
}

/// The reason why a harness could not do its task. Its description names the thing, the expectation, and the actual
/// state if known.
///
/// ```swift
/// #expect(throws: HarnessError.label("the screen shows no 'Sav' to press; did you mean 'Save'?")) {
///     try screen.press("Sav")
/// }
/// ```
public enum HarnessError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No host would accept the library: the feature's declarations break a rule.
    case manifest(String)
    /// The feature does not start, for example with settings that are not a JSON object.
    case activation(String)
    /// The feature makes no screen of the destination.
    case destination(String)
    /// The link leads nowhere in this feature.
    case link(String)
    /// The screen shows no control with this label for this use, or the control is disabled.
    case label(String)
    /// The screen failed to render, or to perform an action.
    case screen(String)
    /// The screen shows no such checkpoint, or it takes another value.
    case checkpoint(String)
    /// The value cannot be sent.
    case value(String)
    /// The screen was still loading or changing at the timeout.
    case unsettled(String)
    /// The screen has been closed, or the feature ended.
    case closed(String)

    /// The reason, as one sentence for the author of the test.
    public var description: String {
        switch self {
        case .manifest(let reason), .activation(let reason), .destination(let reason), .link(let reason),
            .label(let reason), .screen(let reason), .checkpoint(let reason), .value(let reason),
            .unsettled(let reason), .closed(let reason):
            reason
        }
    }
}
