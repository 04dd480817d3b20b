import FeatureKit

@c(switchyard_feature_entry) public func featureEntry() -> FeatureEntry { FeatureLibrary.export(NewsFeature.self) }
