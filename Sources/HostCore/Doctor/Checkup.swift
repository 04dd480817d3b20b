import FeatureContract
import Glibc
import HostSystem

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
        let directories = application.directories
        let files = application.catalog.files().map(\.path)
        var findings =
            FileFindings.missing(directories)
            + FileFindings.refusals(
                catalog.refusals, directories: directories, siblings: Self.siblings(of: application))
            + FileFindings.warnings(application.discoveryWarnings, directories: directories)
            + FileFindings.outside(Self.outside(of: application))
            + FileFindings.groupWritable(directories: directories.map(\.path), files: files)
            + LinkFindings.conflicts(catalog.links().comparison, catalog) + LinkFindings.sharedClaims(catalog)
        if let error = application.wiringError {
            // Without the wiring, nothing is known about its connections.
            findings += WiringFindings.broken(error)
        } else {
            findings += application.findings() + WiringFindings.absent(wiring, catalog)
            findings += LinkFindings.refusedSchemes(catalog, wiring) + RouteFindings.unreachable(catalog, wiring)
            findings += WiringFindings.inline(wiring, catalog) + WiringFindings.settings(wiring, catalog)
        }
        if let path = application.wiringError?.path ?? wiring.path { findings += WiringFindings.insecure(path) }
        findings += application.registryReport().findings(application.discoveryWarnings)
        findings += LeftoverWorkers.findings(leftovers)
        self.findings = Finding.inOrder(findings)
        let manifests = catalog.features().map(\.manifest)
        counts = Counts(
            features: manifests.count, routes: manifests.map(\.incoming.count).reduce(0, +),
            links: manifests.map(\.links.count).reduce(0, +), redirects: wiring.redirects.count)
    }

    package func count(_ severity: Finding.Severity) -> Int { findings.count { $0.severity == severity } }

    /// The libraries that features' libraries take from outside their folders, each with the feature's file.
    @MainActor
    private static func outside(of application: HostApplication) -> [(file: String, library: String)] {
        application.catalog.files().flatMap { file in
            let entry = application.openRegistry().entry(for: Discovery.key(file.path), file.identity)
            let libraries = entry?.siblings.filter { $0.isOutside && $0.identity != nil } ?? []
            return libraries.map { (file.path, $0.name) }
        }
    }

    /// The paths of the sibling libraries that features need.
    @MainActor
    private static func siblings(of application: HostApplication) -> Set<String> {
        var paths: Set<String> = []
        for file in application.catalog.files() {
            let entry = application.openRegistry().entry(for: Discovery.key(file.path), file.identity)
            let folder = Path.parent(file.path) ?? "."
            for sibling in entry?.siblings ?? [] { paths.insert(Path.join(folder, sibling.name)) }
        }
        return paths
    }
}
