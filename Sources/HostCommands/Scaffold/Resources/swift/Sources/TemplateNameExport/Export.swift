import FeatureKit
import TemplateName

@c(switchyard_feature_entry) public func featureEntry() -> FeatureEntry {
    FeatureLibrary.export(TemplateNameFeature.self)
}
