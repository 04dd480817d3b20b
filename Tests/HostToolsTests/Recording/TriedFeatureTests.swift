import FeatureContract
import HostSystem
import Testing

@testable import HostCore
@testable import HostTestSupport
@testable import HostTools

@MainActor
@Suite("A feature that is tried with recorded calls")
struct TriedFeatureTests {
    private final class Fake: FeatureInstance {
        let manifest: Manifest

        init(_ manifest: Manifest) { self.manifest = manifest }

        func call(_ message: FeatureMessage) throws(CallFailure) -> FeatureReply {
            message.newScreen == nil ? .screen(RenderedScreen()) : .made(keepsState: false)
        }
    }

    /// A feature with the screens 1 and 2, both rendered.
    private func tried() throws -> TriedFeature {
        let manifest = try Manifest(parsing: Array(#"{"manifest": 1, "id": "tried", "version": "1.0.0"}"#.utf8))
        let feature = TriedFeature(
            FeatureStore.Activation { (_) throws(CallFailure) in Fake(manifest) }, expecting: [], log: { _ in })
        _ = feature.make(.activate(ActivationContext()), 0)
        for id: ScreenID in [1, 2] {
            _ = feature.make(.makeMainScreen(id), 0)
            render(feature, id)
        }
        return feature
    }

    private func render(_ feature: TriedFeature, _ id: ScreenID) {
        _ = feature.make(.render(id, unseen: false), 0)
    }

    private func invalidate(_ feature: TriedFeature, _ id: ScreenID) {
        _ = feature.call(.invalidate(id), of: "tried", done: nil)
    }

    @Test(
        "an invalidation counts for a recorded one once, also if the screen was rendered in between", arguments: [1, 0])
    func early(recorded: ScreenID) throws {
        let feature = try tried()
        #expect(feature.missingInvalidation([recorded]) == recorded)
        invalidate(feature, 1)
        render(feature, 1)
        #expect(feature.missingInvalidation([recorded]) == nil)
        feature.matchInvalidations([recorded])
        #expect(feature.missingInvalidation([recorded]) == recorded)
    }

    @Test("an invalidation of one screen counts for no other one")
    func other() throws {
        let feature = try tried()
        invalidate(feature, 1)
        render(feature, 1)
        #expect(feature.missingInvalidation([2]) == 2)
        feature.matchInvalidations([2])
        #expect(feature.missingInvalidation([1]) == nil)
    }

    @Test("two recorded invalidations may come as one, as long as the screen is not rendered")
    func merged() throws {
        let feature = try tried()
        invalidate(feature, 0)
        for _ in 1...2 {
            #expect(feature.missingInvalidation([1, 2]) == nil)
            feature.matchInvalidations([1, 2])
        }
        render(feature, 1)
        #expect(feature.missingInvalidation([1, 2]) == 1)
    }
}
