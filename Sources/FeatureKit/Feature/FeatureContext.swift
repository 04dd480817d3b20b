/// The services and settings that the host provides to a feature. The feature's container passes them on.
///
/// ```swift
/// init(context: FeatureContext) {
///     repository = NoteRepository(directory: context.dataDirectory, logger: context.logger)
///     pageSize = context.settings.integer("pageSize") ?? 20
/// }
/// ```
public struct FeatureContext: Sendable {
    /// Writes to the host's log.
    public let logger: FeatureLogger
    /// The absolute path of a directory for this feature alone, which may not exist yet. Nil if the host has none.
    public let dataDirectory: String?
    /// The values of this feature's `settings` in the host's wiring file, which ``Feature/settings`` declares.
    public let settings: FeatureSettings
    /// The host's name and version for messages, such as `switchyard 0.2.0`.
    public let host: String

    /// The user's language, a BCP 47 tag such as `de-AT`. Nil if the host knows none.
    public let locale: String?
    /// The absolute path of the directory that holds the library's file, and beside it what comes with the library. It
    /// is only read. Nil if the host names none.
    public let libraryDirectory: String?

    /// Asks services by HTTP: what the seeds' features are made with, `init(httpClient:)`.
    public let httpClient: any HTTPClientContract

    /// The texts in the user's language; nil if the feature has none for it.
    let strings: FeatureStrings?
    private let lookUp: @Sendable (String) -> UInt
    private let connect: Connect
    private let pickFile: PickFile

    /// Makes a connection, as ``connect(to:port:)`` does.
    public typealias Connect = @Sendable (_ host: String, _ port: UInt16) async throws -> OwnedDescriptor
    /// Lets the user pick a file, as ``pickFile(_:savingAs:)`` does.
    public typealias PickFile = @Sendable (_ title: String, _ suggestedName: String?) async throws -> PickedFile?

    /// Makes a context for a feature that a test starts itself, with settings as in a wiring file. `connect` answers
    /// ``connect(to:port:)``, by default with ``ConnectionError/Kind/unsupported``, and `pickFile` answers
    /// ``pickFile(_:savingAs:)``, by default with ``PickedFileError/Kind/unsupported``. The client refuses by default.
    public init(
        logger: FeatureLogger = FeatureLogger { _, _ in }, dataDirectory: String? = nil,
        settings: FeatureSettings = FeatureSettings(), host: String = "test", locale: String? = nil,
        libraryDirectory: String? = nil, httpClient: (any HTTPClientContract)? = nil,
        connect: @escaping Connect = { _, _ in
            throw ConnectionError(.unsupported, reason: "this host connects to nothing")
        },
        pickFile: @escaping PickFile = { _, _ in
            throw PickedFileError(.unsupported, reason: "no user is here to pick a file")
        }
    ) {
        self.init(
            logger: logger, dataDirectory: dataDirectory, settings: settings, host: host, locale: locale,
            libraryDirectory: libraryDirectory, strings: nil, hostExtension: { _ in 0 },
            httpClient: httpClient ?? NoHTTPClient(), connect: connect, pickFile: pickFile)
    }

    init(
        logger: FeatureLogger, dataDirectory: String?, settings: FeatureSettings, host: String, locale: String?,
        libraryDirectory: String?, strings: FeatureStrings?, hostExtension: @escaping @Sendable (String) -> UInt,
        httpClient: any HTTPClientContract, connect: @escaping Connect, pickFile: @escaping PickFile
    ) {
        self.logger = logger
        self.dataDirectory = dataDirectory
        self.settings = settings
        self.host = host
        self.locale = locale
        self.libraryDirectory = libraryDirectory
        self.strings = strings
        lookUp = hostExtension
        self.httpClient = httpClient
        self.connect = connect
        self.pickFile = pickFile
    }

    /// Connects to a machine by TCP, through the host: a feature in a process of its own has no sockets, and resolves no
    /// names.
    ///
    /// ```swift
    /// static var permissions: [Permission] {
    ///     [.net(.host("api.example.org", port: 443), reason: "To fetch the news")]
    /// }
    ///
    /// let socket = try await context.connect(to: "api.example.org", port: 443)
    /// ```
    ///
    /// The manifest asks for the machine or the port by ``Permission/net(_:_:reason:)``, and the operator allows it. A
    /// host gives up on a machine that does not answer, after some 30 seconds.
    ///
    /// - Parameters:
    ///   - host: A name or an IP address.
    ///   - port: A TCP port.
    /// - Returns: A connected stream socket, blocking and close-on-exec. Read and write it away from the main actor, since a
    ///   call into a feature returns soon, and send with `MSG_NOSIGNAL`: a write to a socket whose other end is closed ends
    ///   the process otherwise.
    /// - Throws: ``ConnectionError``, or `CancellationError` where the task was cancelled meanwhile.
    public nonisolated(nonsending) func connect(to host: String, port: UInt16) async throws -> OwnedDescriptor {
        try await connect(host, port)
    }

    /// Lets the user pick a file, which the host opens: a feature in a process of its own reaches no files of the user's. No
    /// permission is needed, since the user decides each time.
    ///
    /// ```swift
    /// func save() async {
    ///     do {
    ///         guard let file = try await context.pickFile("Save the notes", savingAs: "notes.txt") else { return }
    ///         try await write(notes, to: file.release())
    ///     } catch {
    ///         problem = "\(error)"
    ///     }
    /// }
    /// ```
    ///
    /// The host shows the title and the feature's name, and the user types a path. It asks while the user sees a screen of
    /// the feature, so call this in an action or a task of a view. Leaving the screen cancels.
    ///
    /// - Parameters:
    ///   - title: A line that says what the file is for, such as "Import notes".
    ///   - suggestedName: A name under which to save; empty suggests none. Nil asks for a file to read.
    /// - Returns: A regular file, open for reading, or an empty one open for writing; nil if the user cancels. Read and
    ///   write it away from the main actor, since a call into a feature returns soon.
    /// - Throws: ``PickedFileError``, or `CancellationError` where the task was cancelled meanwhile.
    public nonisolated(nonsending) func pickFile(
        _ title: String, savingAs suggestedName: String? = nil
    ) async throws -> PickedFile? {
        try await pickFile(title, suggestedName)
    }

    /// Returns an extension of the host by its id, such as `switchyard.clipboard/1`, or nil if this host does not have
    /// it.
    ///
    /// The extension's own header describes the memory that the pointer leads to.
    public func hostExtension(_ id: String) -> UnsafeRawPointer? {
        UnsafeRawPointer(bitPattern: lookUp(id))
    }
}

/// Writes lines to the host's log, from any thread.
public struct FeatureLogger: Sendable {
    /// The severity of a line.
    public enum Level: UInt32, Hashable, Sendable, Comparable {
        /// A detail that helps to find a defect.
        case debug
        /// Normal operation.
        case info
        /// A noteworthy event that is no problem.
        case notice
        /// A problem that does no harm yet.
        case warning
        /// A failed operation.
        case error

        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    private let write: @Sendable (Level, String) -> Void

    /// Makes a logger that passes its lines to `write`.
    public init(_ write: @escaping @Sendable (Level, String) -> Void) {
        self.write = write
    }

    /// Logs a detail that helps to find a defect.
    public func debug(_ message: @autoclosure () -> String) { write(.debug, message()) }
    /// Logs normal operation.
    public func info(_ message: @autoclosure () -> String) { write(.info, message()) }
    /// Logs a noteworthy event that is no problem.
    public func notice(_ message: @autoclosure () -> String) { write(.notice, message()) }
    /// Logs a problem that does no harm yet.
    public func warning(_ message: @autoclosure () -> String) { write(.warning, message()) }
    /// Logs a failed operation.
    public func error(_ message: @autoclosure () -> String) { write(.error, message()) }
}
