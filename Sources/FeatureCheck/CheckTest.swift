/// One test of a feature, run in a process of its own.
package struct CheckTest: Sendable {
    /// The name, in lower-case words with hyphens: `routes-missing`.
    package let name: String
    /// One sentence about a feature that passes.
    package let summary: String
    /// Earlier tests without which this one means nothing. It is skipped if one of them failed or crashed, or was
    /// itself skipped for such a reason.
    let requires: [String]
    /// Earlier tests whose steps this one repeats. It is skipped if one of them crashed, as it would only crash again.
    let survives: [String]
    /// The rule whose breaches the test reports; nil if its body alone decides.
    let rule: Rule?
    let body: @MainActor @Sendable (Probe) async throws(ProbeError) -> Void

    init(
        _ name: String, _ summary: String, requires: [String] = [], survives: [String] = [], rule: Rule? = nil,
        body: @escaping @MainActor @Sendable (Probe) async throws(ProbeError) -> Void
    ) {
        self.name = name
        self.summary = summary
        self.requires = requires
        self.survives = survives
        self.rule = rule
        self.body = body
    }

    /// A test that takes the feature through its whole life and reports breaches of one rule. Other errors are left to
    /// other tests.
    static func watching(_ rule: Rule, _ summary: String) -> CheckTest {
        CheckTest(rule.rawValue, summary, requires: ["load"], survives: wholeLife, rule: rule) {
            (probe) throws(ProbeError) in
            await probe.live()
        }
    }

    /// The tests whose steps a feature's whole life repeats.
    static let wholeLife = ["manifest", "activate", "main-screen", "routes", "render", "actions", "deactivate"]

    /// All tests in their order; later ones build on earlier ones.
    package static let all: [CheckTest] =
        elfTests + loadingTests + manifestTests + lifeTests + routeTests + screenTests + conductTests
}
