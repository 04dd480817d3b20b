import FeatureKit
import FeatureTesting
import Testing

/// The values that a host provides to a feature.
@Suite struct FeatureContextTests {
    private func context(settings: String = "{}", dataDirectory: String? = nil) throws -> (
        FeatureHarness<ViewFeature>, FeatureContext
    ) {
        var received: FeatureContext?
        let harness = try FeatureHarness(settings: settings, dataDirectory: dataDirectory) { context in
            received = context
            return ViewFeature(context: context)
        }
        return (harness, try #require(received))
    }

    @Test("settings, data directory and the host's name reach the feature")
    func values() throws {
        let (_, context) = try context(settings: #"{ "pageSize": 20 }"#, dataDirectory: "/var/lib/view")
        #expect(context.settings.integer("pageSize") == 20)
        #expect(context.dataDirectory == "/var/lib/view")
        #expect(context.host.hasPrefix("switchyard "))
    }

    @Test("a context without settings, data directory and extensions gives none")
    func none() throws {
        let (_, context) = try context()
        #expect(context.settings == FeatureSettings())
        #expect(context.dataDirectory == nil)
        #expect(context.hostExtension("switchyard.clipboard/1") == nil)
    }

    @Test("lines of every level reach the host's log, in order")
    func log() throws {
        let (harness, context) = try context()
        context.logger.debug("one")
        context.logger.info("two")
        context.logger.notice("three")
        context.logger.warning("four")
        context.logger.error("five, 字 and\nmore")
        #expect(
            harness.logLines == [
                FeatureLogLine(.debug, "one"), FeatureLogLine(.info, "two"), FeatureLogLine(.notice, "three"),
                FeatureLogLine(.warning, "four"), FeatureLogLine(.error, "five, 字 and\nmore"),
            ])
    }

    @Test("log lines from other threads reach the log too")
    func otherThreads() async throws {
        let (harness, context) = try context()
        let logger = context.logger
        await Task.detached { for number in 0..<100 { logger.info("\(number)") } }.value
        while harness.logLines.count < 100 { await Task.yield() }
        #expect(harness.logLines.map(\.message) == (0..<100).map { "\($0)" })
    }

    @Test("a feature that has ended logs nothing")
    func ended() throws {
        let (harness, context) = try context()
        harness.end()
        context.logger.error("late")
        #expect(context.hostExtension("any") == nil)
        #expect(harness.logLines.isEmpty)
    }
}
