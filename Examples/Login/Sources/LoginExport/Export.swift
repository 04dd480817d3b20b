import FeatureKit
import Login

@c(switchyard_feature_entry) public func featureEntry() -> FeatureEntry { FeatureLibrary.export(LoginFeature.self) }
