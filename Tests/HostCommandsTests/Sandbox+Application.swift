import HostSystem
import TestSupport

@testable import HostCore
@testable import ProgramTestSupport

extension Sandbox {
    /// A host in this process, whose workers are switchyard's.
    @MainActor
    func application() throws -> HostApplication {
        try AppLoader.load(
            HostOptions(
                environment: HostEnvironment(environment), executable: nil, worker: Products.switchyard,
                isolation: Isolation.given.flatMap { FeatureIsolation(rawValue: $0.rawValue) }))
    }
}
