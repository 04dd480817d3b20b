import Account
import FeatureKit

@c(feature_entry) public func featureEntry() -> FeatureEntry { FeatureLibrary.export(AccountFeature.self) }
