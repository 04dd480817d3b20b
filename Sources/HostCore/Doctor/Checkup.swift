/// A check of the whole app, without running its features.
///
/// It takes an application that was set up leniently (``HostOptions/isLenient``), so that an error that would prevent
/// the setup is a finding like the others.
package struct Checkup: Sendable {
    /// The findings, the worst first.
    package let findings: [Finding]
    /// The numbers of the parts that were checked.
    package let counts: Counts

    package struct Counts: Hashable, Sendable {
        package let features: Int
        /// The number of incoming routes.
        package let routes: Int
        package let links: Int
        package let redirects: Int
    }

    /// - Parameter leftovers: The workers whose host has exited.
    @MainActor
    package init(_ application: HostApplication, leftovers: [LeftoverWorkers.Process]) {
        let (catalog, wiring) = (application.catalog, application.wiring)
        // Each lists every kind of its findings; the order is that of findings about one place.
        let findings =
            FileFindings.all(application) + LinkFindings.all(application) + WiringFindings.all(application)
            + RouteFindings.all(application)
            + application.registryReport().findings(application.discoveryWarnings)
            + application.options.copies.findings() + LeftoverWorkers.findings(leftovers)
        self.findings = Finding.inOrder(findings)
        let manifests = catalog.features().map(\.manifest)
        counts = Counts(
            features: manifests.count, routes: manifests.map(\.incoming.count).reduce(0, +),
            links: manifests.map(\.links.count).reduce(0, +), redirects: wiring.redirects.count)
    }

    package func count(_ severity: Finding.Severity) -> Int { findings.count { $0.severity == severity } }
}
