// What an author of a feature imports: the names that mean something here, and the names of SwiftUI that are accepted.
@_exported import FeatureCore
@_exported import SwiftUINames
