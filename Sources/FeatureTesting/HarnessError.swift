/// The reason why a harness could not do what a test asked. Its description names the thing, what was expected, and, if
/// known, what there is instead.
///
/// ```swift
/// #expect(throws: HarnessError.label("the screen shows no 'Sav' to press; did you mean 'Save'?")) {
///     try screen.press("Sav")
/// }
/// ```
public enum HarnessError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No host would accept the library: the feature's declarations break a rule.
    case manifest(String)
    /// The feature does not start, such as with settings that are not a JSON object.
    case activation(String)
    /// The feature makes no screen of the destination.
    case destination(String)
    /// The link leads nowhere in this feature.
    case link(String)
    /// The screen shows no control with this label that can be used in this way, or the control is disabled.
    case label(String)
    /// The screen failed to render, or to perform an action.
    case screen(String)
    /// The screen shows no such checkpoint, or it takes another value.
    case checkpoint(String)
    /// The value cannot be sent.
    case value(String)
    /// The screen was still loading or changing at the timeout.
    case unsettled(String)
    /// The screen has been closed, or the feature ended.
    case closed(String)

    /// The reason, as one sentence for the author of the test.
    public var description: String {
        switch self {
        case .manifest(let reason), .activation(let reason), .destination(let reason), .link(let reason),
            .label(let reason), .screen(let reason), .checkpoint(let reason), .value(let reason),
            .unsettled(let reason), .closed(let reason):
            reason
        }
    }
}
