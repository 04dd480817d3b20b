internal import FeatureContract

/// An open file that the user has picked for the feature. It is closed with this value.
///
/// ```swift
/// guard let file = try await context.pickFile("Import notes") else { return }    // the user has cancelled
/// try await importNotes(named: file.name, from: file.release())    // which closes it
/// ```
public struct PickedFile: ~Copyable, Sendable {
    /// The last part of the file's path.
    public let name: String
    /// The descriptor, for calls such as read(2), for as long as this value exists. The file is open for reading or for
    /// writing, as it was asked for.
    public let descriptor: OwnedDescriptor

    /// Takes over an open file, for a test.
    public init(_ descriptor: consuming OwnedDescriptor, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// Returns the number of the descriptor, and leaves closing it to the caller.
    public consuming func release() -> Int32 { descriptor.release() }
}

/// The reason why a feature could not let the user pick a file.
public struct PickedFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of a reason.
    public enum Kind: Hashable, Sendable {
        /// The title is empty, or no file can have the suggested name.
        case invalidArgument
        /// The user does not see the feature now, the feature ends, or the request is made in a render.
        case invalidState
        /// The user is asked for a file already, or too many files are open.
        case limit
        /// No user is there, as in `switchyard navigate`, or this host offers no files.
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

extension PickedFileError: BoundaryError {}

extension PickedFileError.Kind: BoundaryErrorKind {
    package static let codes: [(kind: Self, code: FailureCode)] = [
        (.invalidArgument, .invalidArgument), (.invalidState, .invalidState), (.limit, .limit),
        (.unsupported, .unsupported),
    ]
}
