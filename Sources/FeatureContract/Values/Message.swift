/// One message that a feature sends.
///
/// - SeeAlso: `sy_message` in FeatureABI.h
package enum Message: Hashable, Sendable {
    /// A value of a type that a manifest lists under `receives`.
    case value(type: String, Value)
    case destination(Destination)
    /// A tab to select, by its name in the wiring.
    case tab(String)
}

/// The answer of a receiver: how sending continues.
///
/// - SeeAlso: `sy_resume` in FeatureABI.h
package enum Resume: Hashable, Sendable {
    case auto
    case immediately
    case after(seconds: Double)
    case inserting([Message])
    case appending([Message])
    case replacing([Message])
    case pause
    case cancel
}
