/// What the host provides to a feature. The feature's container hands its parts on.
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
    /// A directory that is this feature's alone: an absolute path. It may not exist yet. Nil where the host has none.
    public let dataDirectory: String?
    /// What the host's wiring file says under this feature's `settings`, which ``Feature/settings`` declares.
    public let settings: FeatureSettings
    /// The host's name and version, such as `switchyard 0.1.0`. For messages.
    public let host: String

    private let lookUp: @Sendable (String) -> UInt

    /// A context for a feature that a test makes by hand, with the settings of a wiring file.
    public init(
        logger: FeatureLogger = FeatureLogger { _, _ in }, dataDirectory: String? = nil,
        settings: FeatureSettings = FeatureSettings(), host: String = "test"
    ) {
        self.init(
            logger: logger, dataDirectory: dataDirectory, settings: settings, host: host, hostExtension: { _ in 0 })
    }

    init(
        logger: FeatureLogger, dataDirectory: String?, settings: FeatureSettings, host: String,
        hostExtension: @escaping @Sendable (String) -> UInt
    ) {
        self.logger = logger
        self.dataDirectory = dataDirectory
        self.settings = settings
        self.host = host
        lookUp = hostExtension
    }

    /// An extension of the host by its id, such as `switchyard.clipboard/1`; nil where this host has none such.
    ///
    /// What it points to is described by the extension's own header.
    public func hostExtension(_ id: String) -> UnsafeRawPointer? {
        UnsafeRawPointer(bitPattern: lookUp(id))
    }
}

/// Writes lines to the host's log. May be used from everywhere.
public struct FeatureLogger: Sendable {
    /// How much a line matters.
    public enum Level: UInt32, Hashable, Sendable, Comparable {
        /// For whoever looks for a defect.
        case debug
        /// What goes on.
        case info
        /// What is worth knowing, and well.
        case notice
        /// What is not as it should be, and does no harm yet.
        case warning
        /// What could not be done.
        case error

        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    private let write: @Sendable (Level, String) -> Void

    /// A logger that hands its lines to `write`.
    public init(_ write: @escaping @Sendable (Level, String) -> Void) {
        self.write = write
    }

    /// Writes a line for whoever looks for a defect. The message is made only where it is written.
    public func debug(_ message: @autoclosure () -> String) { write(.debug, message()) }
    /// Writes what goes on.
    public func info(_ message: @autoclosure () -> String) { write(.info, message()) }
    /// Writes what is worth knowing, and well.
    public func notice(_ message: @autoclosure () -> String) { write(.notice, message()) }
    /// Writes what is not as it should be, and does no harm yet.
    public func warning(_ message: @autoclosure () -> String) { write(.warning, message()) }
    /// Writes what could not be done.
    public func error(_ message: @autoclosure () -> String) { write(.error, message()) }
}
