package import FeatureABI

extension NavigationMethod {
    /// The constant of each method, in the order of ``allCases``.
    fileprivate static let constants = [
        SY_METHOD_PUSH, SY_METHOD_SHEET, SY_METHOD_MANAGED_SHEET, SY_METHOD_COVER, SY_METHOD_MANAGED_COVER,
        SY_METHOD_ALERT, SY_METHOD_CONFIRMATION, SY_METHOD_SEND,
    ]

    /// Reads a feature's method; nil for that of the wiring or of the route.
    package static func asked(abi constant: sy_method) throws(CallFailure) -> NavigationMethod? {
        guard Int(constant) != SY_METHOD_DEFAULT else { return nil }
        for (method, known) in zip(allCases, constants) where known == Int(constant) { return method }
        throw CallFailure(malformed: "the unknown method \(constant)")
    }
}

extension NavigationMethod? {
    /// The constant of `sy_method`; nil stands for the method of the wiring or of the route.
    package var abi: sy_method {
        let known = zip(NavigationMethod.allCases, NavigationMethod.constants).first { $0.0 == self }
        return sy_method(known?.1 ?? SY_METHOD_DEFAULT)
    }
}
