internal import FeatureContract

/// The refusals of navigation that the author's code does not handle. They fail the call of the host that is under way.
@MainActor
enum UnhandledRefusal {
    /// Whether such a call is under way: the host makes one at a time.
    private static var isCollecting = false
    private static var first: NavigationError?

    /// Takes a refusal.
    ///
    /// - Returns: False if no call is under way that could fail.
    static func add(_ error: NavigationError) -> Bool {
        if isCollecting, first == nil { first = error }
        return isCollecting
    }

    /// Runs the author's code for a call of the host.
    ///
    /// - Throws: The first refusal that the code has not handled.
    static func collect<Result>(_ body: () throws(CallFailure) -> Result) throws(CallFailure) -> Result {
        isCollecting = true
        defer { (isCollecting, first) = (false, nil) }
        let result = try body()
        if let first { throw CallFailure(of: first) }
        return result
    }
}
