/// One thing that a feature is tested for, in a process of its own.
package struct CheckTest: Sendable {
    /// Of lower-case words with hyphens: `routes-missing`.
    package let name: String
    /// One sentence about a feature that passes.
    package let summary: String
    /// Earlier tests without which this one means nothing: none of them may have failed.
    let requires: [String]
    /// Earlier tests that this one goes through again: none of them may have crashed, as it would only do so once more.
    let survives: [String]
    /// The rule that it watches over; nil where its body alone decides.
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

    /// A test that takes the feature through its whole life, and tells of one rule. What else goes wrong is another's.
    static func watching(_ rule: Rule, _ summary: String) -> CheckTest {
        CheckTest(rule.rawValue, summary, requires: ["load"], survives: wholeLife, rule: rule) {
            (probe) throws(ProbeError) in
            await probe.live()
        }
    }

    /// The tests that a feature's whole life goes through.
    static let wholeLife = ["manifest", "activate", "main-screen", "routes", "render", "actions", "deactivate"]

    /// All of them, in their order: what comes later builds upon what comes before.
    package static let all: [CheckTest] =
        elfTests + loadingTests + manifestTests + lifeTests + routeTests + screenTests + conductTests
}
