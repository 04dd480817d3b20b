import FeatureKit
import Home

@c(feature_entry) public func featureEntry() -> FeatureEntry { FeatureLibrary.export(HomeFeature.self) }
