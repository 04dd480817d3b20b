import FeatureKit
import ScreenViews

@c(feature_entry) public func featureEntry() -> FeatureEntry { FeatureLibrary.export(ScreenFeature.self) }
