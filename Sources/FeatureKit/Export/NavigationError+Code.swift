package import FeatureContract

extension NavigationError.Kind {
    /// How each kind crosses the boundary.
    private static let codes: [(kind: Self, code: FailureCode)] = [
        (.unknownRoute, .unknownRoute), (.invalidArgument, .invalidArgument), (.notAllowed, .notAllowed),
        (.notFound, .notFound), (.wrongType, .wrongType), (.locked, .locked), (.nothingToDo, .nothingToDo),
        (.noReceiver, .noReceiver), (.unconnected, .unconnected),
    ]

    /// The kind of a refusal that came from a host.
    package init(_ code: FailureCode) {
        self = Self.codes.first { $0.code == code }?.kind ?? .other
    }

    /// The code that a host answers it with.
    package var code: FailureCode {
        Self.codes.first { $0.kind == self }?.code ?? .other
    }
}
