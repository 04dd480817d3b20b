import HostCore

/// A check of the whole app, without running its features.
///
/// It uses a leniently opened application (``HostOptions/isLenient``), so that an error that would prevent the setup
/// becomes a finding.
package struct Checkup: Sendable {
    package let findings: [Finding]

    /// - Parameter leftovers: The workers whose host has exited.
    @MainActor
    package init(_ application: HostApplication, leftovers: [LeftoverWorkers.Process]) {
        // Each type lists its kinds of findings; the order is that of findings about one place.
        let findings =
            FileFindings.all(application) + LinkFindings.all(application) + WiringFindings.all(application)
            + RouteFindings.all(application)
            + application.openRegistry().health.findings(application.discoveryWarnings)
            + application.options.copies.findings() + LeftoverWorkers.findings(leftovers)
        self.findings = Finding.inOrder(findings)
    }

    package func count(_ severity: Finding.Severity) -> Int { findings.count { $0.severity == severity } }
}
