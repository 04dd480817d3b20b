internal import FeatureContract
internal import Glibc

/// An open descriptor, which is closed with this value.
///
/// ```swift
/// let socket = try await context.connect(to: "api.example.org", port: 443)
/// try await client.run(onSocket: socket.release())    // the client closes it from now on
/// ```
public struct OwnedDescriptor: ~Copyable, Sendable {
    /// The number of the descriptor, for calls such as read(2). It is valid as long as this value exists.
    public let rawValue: Int32

    /// Takes over an open descriptor.
    public init(_ rawValue: Int32) { self.rawValue = rawValue }

    deinit { close(rawValue) }

    /// Returns the number, and leaves closing the descriptor to the caller.
    public consuming func release() -> Int32 {
        let number = rawValue
        discard self
        return number
    }
}

/// The reason why a feature got no connection.
public struct ConnectionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of a reason.
    public enum Kind: Hashable, Sendable {
        /// No machine can have that name or address, or the port is 0.
        case invalidArgument
        /// The manifest does not ask for the permission, or the wiring file does not allow it.
        case notAllowed
        /// No machine has that name.
        case notFound
        /// The machine did not answer, or took no connection.
        case unavailable
        /// Too many requests of the feature are under way, or too many files are open.
        case limit
        /// The feature ends, or the request is made in a render.
        case invalidState
        /// This host offers no connections.
        case unsupported
        /// Any other reason, which the text explains.
        case other
    }

    /// The kind of this reason.
    public let kind: Kind
    /// The reason, as one sentence for the user.
    public let reason: String

    /// Makes an error, for a test to throw.
    public init(_ kind: Kind, reason: String) {
        self.kind = kind
        self.reason = reason
    }

    /// The reason.
    public var description: String { reason }
}

extension ConnectionError: BoundaryError {}

extension ConnectionError.Kind: BoundaryErrorKind {
    package static let codes: [(kind: Self, code: FailureCode)] = [
        (.invalidArgument, .invalidArgument), (.notAllowed, .notAllowed), (.notFound, .notFound),
        (.unavailable, .unavailable), (.limit, .limit), (.invalidState, .invalidState), (.unsupported, .unsupported),
    ]
}
