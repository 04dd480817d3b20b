import FeatureKit
import Login

@c(feature_entry) public func featureEntry() -> FeatureEntry { FeatureLibrary.export(LoginFeature.self) }
