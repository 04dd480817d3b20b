import FeatureContract

extension HostApplication {
    /// What a host runs with: it changes by a reload only.
    @MainActor
    final class Setup {
        let catalog: Catalog
        let wiring: Wiring
        private(set) lazy var check = WiringCheck(wiring, catalog: catalog)
        private(set) lazy var findings = check.findings()
        private let source: Source

        private enum Source {
            case read([FeatureFile], byID: [String: FeatureFile])
            case kept(KeptCatalog, KeptWiring)
        }

        init(files: [FeatureFile], refusals: [FileRefusal], wiring: Wiring) {
            self.wiring = wiring
            catalog = Catalog(files: files, refusals: refusals)
            source = .read(files, byID: FeatureFile.byID(files))
        }

        /// One of which only what is asked for is read.
        init(_ catalog: KeptCatalog, _ wiring: KeptWiring) {
            self.catalog = Catalog(catalog)
            self.wiring = Wiring(wiring)
            source = .kept(catalog, wiring)
        }

        /// Whether everything has been read.
        var isWhole: Bool {
            switch source {
            case .read: true
            case .kept(let catalog, let wiring): catalog.isWhole && wiring.isWhole
            }
        }

        /// The files that can be used, in the order in which they were found.
        var files: [FeatureFile] {
            switch source {
            case .read(let files, _): files
            case .kept(let catalog, _): catalog.whole.files
            }
        }

        /// The file of a feature; of several with its id the first.
        func file(of id: String) -> FeatureFile? {
            switch source {
            case .read(_, let files): files[id]
            case .kept(let catalog, _): catalog.file(of: id)
            }
        }

        /// What is wrong with the wiring.
        var errors: [String] { findings.filter { $0.severity == .error }.map(\.located) }
        var overview: Overview { Overview(catalog, check, findings) }
    }
}
