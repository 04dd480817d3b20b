/// Runs `body` as main-actor code in a call that the host made on the main thread.
///
/// This is `MainActor.assumeIsolated` for results that are not `Sendable`, such as pointers: nothing leaves the thread.
/// A host that calls on another thread breaks FeatureABI.h and is stopped here.
func onMainActor<Result, Failure: Error>(
    _ body: @MainActor () throws(Failure) -> Result
) throws(Failure) -> Result {
    MainActor.preconditionIsolated("FeatureABI.h: this function is called on the main thread only")
    // As in the standard library's own assumeIsolated: the isolation is part of the static type alone.
    return try withoutActuallyEscaping(body) { (body) throws(Failure) -> Result in
        try unsafeBitCast(body, to: (() throws(Failure) -> Result).self)()
    }
}
