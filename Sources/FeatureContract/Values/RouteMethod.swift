/// The method by which a destination is shown. The raw value is the word in manifests and wiring files.
///
/// - SeeAlso: `sy_method` in FeatureABI.h
package enum RouteMethod: String, Hashable, Sendable, CaseIterable {
    case push
    case sheet
    case managedSheet
    case cover
    case managedCover
    case alert
    case confirmation
    case send
}
