/// One thing that a feature is tested for, in a process of its own.
package struct CheckTest: Sendable {
    /// Of lower-case words with hyphens: `routes-missing`.
    package let name: String
    /// One sentence about a feature that passes.
    package let summary: String
    /// Earlier tests without which this one means nothing.
    let requires: [String]
    /// The rule that it watches over; nil where its body alone decides.
    let rule: Rule?
    /// Whether it takes the feature through its whole life.
    let isOfWholeLife: Bool
    let body: @MainActor @Sendable (Probe) async throws(ProbeError) -> Void

    init(
        _ name: String, _ summary: String, requires: [String] = [], rule: Rule? = nil, isOfWholeLife: Bool = false,
        body: @escaping @MainActor @Sendable (Probe) async throws(ProbeError) -> Void
    ) {
        self.name = name
        self.summary = summary
        self.requires = requires
        self.rule = rule
        self.isOfWholeLife = isOfWholeLife
        self.body = body
    }

    /// A test that takes the feature through its whole life, and tells of one rule. What else goes wrong is another's.
    static func watching(_ rule: Rule, _ summary: String) -> CheckTest {
        CheckTest(rule.rawValue, summary, requires: ["load"], rule: rule, isOfWholeLife: true) {
            (probe) throws(ProbeError) in
            await probe.live()
        }
    }

    /// All of them, in their order: what comes later builds upon what comes before.
    package static let all: [CheckTest] =
        elfTests + loadingTests + manifestTests + lifeTests + routeTests + screenTests + conductTests
}
