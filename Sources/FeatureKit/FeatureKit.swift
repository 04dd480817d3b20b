// The module that an author of a feature imports. FeatureCore has the names that the host shows or acts on; SwiftUINames
// has those that only change looks, other forms of a name, and names that the compiler explains.
@_exported import FeatureCore
@_exported import SwiftUINames
