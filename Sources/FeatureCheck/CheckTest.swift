import HostSystem

/// A test of a feature, run in a separate process.
package struct CheckTest: Sendable {
    /// The name, in lower-case words with hyphens: `routes-missing`.
    package let name: String
    /// One sentence about a feature that passes.
    package let summary: String
    /// Earlier tests on which this one depends. It is skipped if one of them failed or crashed, or was itself skipped
    /// for such a reason.
    let requires: [String]
    /// Earlier tests whose steps this one repeats. It is skipped if one of them crashed, since it would crash again.
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

    /// The tests whose steps are part of a feature's whole life.
    static let wholeLife = [
        "manifest", "activate", "main-screen", "routes", "render", "actions", "state", "deactivate",
    ]

    /// All tests in order; later ones build on earlier ones.
    package static let all: [CheckTest] =
        elfTests + loadingTests + manifestTests + lifeTests + routeTests + screenTests + stateTests + conductTests
}

/// A rule that is checked in every call of every test: a rule of FeatureABI.h, or of good conduct in the host's
/// process. Each rule has a test of its name, which takes a feature through its whole life and reports only breaches of
/// that rule.
package enum Rule: String, Sendable, CaseIterable, BinaryCoded {
    /// A call's status agrees with the failure left in the error, and every failure has a reason.
    case failures
    /// A struct states its size in the ABI version for which the library is built.
    case sizes
    /// Text is UTF-8, without characters that could take over a terminal.
    case text
    /// Everything that crosses the ABI stays within the limits that every host accepts.
    case limits
    /// Functions that belong to the main thread, or to the thread of a call, are called on that thread.
    case threads
    /// Expired objects are not used any more: sinks, screens, the host.
    case lifetime
    /// The host is called where that is allowed, and it and its sinks receive well-formed values.
    case hostCalls = "host-calls"
    /// Destinations, checkpoints, receivers and values are those that the manifest declares.
    case declarations
    /// The process is not forked.
    case forks
}
