package import FeatureContract

extension NavigationError.Kind {
    /// The failure code of each kind that crosses the boundary.
    private static let codes: [(kind: Self, code: FailureCode)] = [
        (.unknownRoute, .unknownRoute), (.invalidArgument, .invalidArgument), (.notAllowed, .notAllowed),
        (.notFound, .notFound), (.wrongType, .wrongType), (.locked, .locked), (.nothingToDo, .nothingToDo),
        (.noReceiver, .noReceiver), (.unconnected, .unconnected),
    ]

    /// The kind of a refusal by the host; ``other`` for a code without a kind.
    package init(_ code: FailureCode) {
        self = Self.codes.first { $0.code == code }?.kind ?? .other
    }

    /// The code with which a host answers for this kind.
    package var code: FailureCode {
        Self.codes.first { $0.kind == self }?.code ?? .other
    }
}
