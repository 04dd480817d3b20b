import CBaselines
import FeatureABI
import FeatureContract
import HostCore

/// A call through a table of the ABI, compared with a call of a local function that is not inlined. The function in the
/// table does nothing but make that call.
enum CallRows {
    static func pairs() throws -> [Pair] {
        let feature = try InlineFeature(
            plain_library(), manifest: SyntheticApp(count: 1).catalog.features()[0].manifest, host: NoHost(),
            ActivationContext())
        let screen = try feature.makeMainScreen(1)
        let before = allocation_count()
        for _ in 0..<1000 { try screen.appear() }
        require(allocation_count() == before, "a call through the table allocates")
        return [
            Pair("11", "appear") { times in
                for _ in 0..<times { try? screen.appear() }
            } baseline: { times in
                for _ in 0..<times { local_call(nil) }
            }
        ]
    }
}
