import FeatureKit
import Home

@c(switchyard_feature_entry) public func featureEntry() -> FeatureEntry { FeatureLibrary.export(HomeFeature.self) }
