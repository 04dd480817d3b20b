import FeatureKit
import TemplateName

@c(feature_entry) public func featureEntry() -> FeatureEntry { FeatureLibrary.export(TemplateNameFeature.self) }
