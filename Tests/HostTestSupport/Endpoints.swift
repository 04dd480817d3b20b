import FeatureContract

/// The endpoints of these texts.
func endpoints(_ texts: String...) -> Set<Endpoint> { Set(texts.compactMap { Endpoint($0) }) }
