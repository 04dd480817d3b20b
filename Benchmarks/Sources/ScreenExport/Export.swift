import FeatureKit
import ScreenViews

@c(switchyard_feature_entry) public func featureEntry() -> FeatureEntry { FeatureLibrary.export(ScreenFeature.self) }
