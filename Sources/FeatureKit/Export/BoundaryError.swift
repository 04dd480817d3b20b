package import FeatureContract

/// The kind of an error that crosses the boundary as a failure with a code.
package protocol BoundaryErrorKind: Equatable {
    /// The failure code of each kind that crosses the boundary.
    static var codes: [(kind: Self, code: FailureCode)] { get }
    static var other: Self { get }
}

extension BoundaryErrorKind {
    /// The code with which a host answers for this kind.
    package var code: FailureCode { Self.codes.first { $0.kind == self }?.code ?? .other }
}

/// An error of a request that a feature makes of its host.
package protocol BoundaryError: Error {
    associatedtype Kind: BoundaryErrorKind
    var kind: Kind { get }
    var reason: String { get }
    init(_ kind: Kind, reason: String)
}

extension BoundaryError {
    /// Makes the error of a host's failure; of the kind `other` for a code without a kind.
    package init(_ failure: CallFailure) {
        self.init(Kind.codes.first { $0.code == failure.code }?.kind ?? .other, reason: failure.reason)
    }
}

extension CallFailure {
    /// Makes the failure with which a host answers for an error.
    package init(of error: any Error) {
        let known = error as? any BoundaryError
        self.init(known?.kind.code ?? .other, known?.reason ?? "\(error)")
    }
}
