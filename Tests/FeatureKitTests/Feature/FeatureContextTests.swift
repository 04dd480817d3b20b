import FeatureKit
import FeatureTesting
import Glibc
import TestSupport
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

    @Test("a request to connect gets the descriptor that the test answers, and closes it unless it is released")
    func connecting() async throws {
        let (harness, context) = try context()
        var asked: [String] = []
        var ends: [Int32] = [-1, -1]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        harness.connect = { host, port in
            asked.append("\(host):\(port)")
            return OwnedDescriptor(ends[0])
        }
        let socket = try await context.connect(to: "API.example.org", port: 443)
        #expect(asked == ["api.example.org:443"])
        let number = socket.release()
        #expect(number == ends[0])
        do { _ = OwnedDescriptor(number) }
        // Its number may be another test's by now.
        var event = pollfd(fd: ends[1], events: 0, revents: 0)
        #expect(poll(&event, 1, 300_000) == 1)
        close(ends[1])
    }

    @Test("a request to connect that is refused throws the kind and the reason")
    func refusedConnections() async throws {
        func error(_ context: FeatureContext, _ host: String = "a.b") async -> ConnectionError? {
            do {
                _ = try await context.connect(to: host, port: 1)
                return nil
            } catch {
                return error as? ConnectionError
            }
        }
        let (harness, context) = try context()
        #expect(await error(context)?.kind == .notAllowed)
        for kind in [
            ConnectionError.Kind.notAllowed, .notFound, .unavailable, .limit, .invalidState, .unsupported, .other,
        ] {
            harness.connect = { _, _ in throw ConnectionError(kind, reason: "it is so") }
            #expect(await error(context) == ConnectionError(kind, reason: "it is so"))
        }
        #expect(await error(context, "a b")?.kind == .invalidArgument)
        harness.end()
        #expect(await error(context)?.kind == .invalidState)
        #expect(await error(FeatureContext())?.kind == .unsupported)
        let given = FeatureContext(connect: { _, _ in throw ConnectionError(.limit, reason: "later") })
        #expect(await error(given) == ConnectionError(.limit, reason: "later"))
    }

    @Test("a request for a file gets the file that the test answers, which closes itself unless it is released, or nil")
    func picking() async throws {
        let (harness, context) = try context()
        var asked: [String] = []
        var number: Int32 = -1
        // A file of its own: other tests may get the number of a descriptor that is closed.
        let directory = try TemporaryDirectory()
        func isOpen() -> Bool {
            var (file, descriptor) = (stat(), stat())
            return stat(directory("notes.txt"), &file) == 0 && fstat(number, &descriptor) == 0
                && descriptor.st_ino == file.st_ino && descriptor.st_dev == file.st_dev
        }
        harness.pickFile = { title, suggestedName in
            asked.append("\(title) \(suggestedName ?? "-")")
            if title == "Nothing" { return nil }
            number = open(directory("notes.txt"), O_RDONLY | O_CREAT | O_CLOEXEC, 0o600)
            return PickedFile(OwnedDescriptor(number), name: "notes.txt")
        }
        switch try await context.pickFile("Import") {
        case .some(let file):
            #expect(file.name == "notes.txt" && file.descriptor.rawValue == number)
            let released = file.release()
            #expect(isOpen())
            close(released)
        case .none: Issue.record("there is no file")
        }
        do { _ = try await context.pickFile("Export", savingAs: "notes.txt") }
        #expect(!isOpen())
        let isNothing = try await context.pickFile("Nothing", savingAs: "") == nil
        #expect(isNothing)
        #expect(asked == ["Import -", "Export notes.txt", "Nothing "])
    }

    @Test("a request for a file that is refused throws the kind and the reason")
    func refusedFiles() async throws {
        func error(_ context: FeatureContext, _ title: String = "a", _ name: String? = nil) async -> PickedFileError? {
            do {
                _ = try await context.pickFile(title, savingAs: name)
                return nil
            } catch {
                return error as? PickedFileError
            }
        }
        let (harness, context) = try context()
        #expect(await error(context)?.kind == .unsupported)
        for kind in [PickedFileError.Kind.invalidState, .limit, .unsupported, .other] {
            harness.pickFile = { _, _ in throw PickedFileError(kind, reason: "it is so") }
            #expect(await error(context) == PickedFileError(kind, reason: "it is so"))
        }
        #expect(await error(context, " ")?.kind == .invalidArgument)
        #expect(await error(context, "a", "b/c")?.kind == .invalidArgument)
        harness.end()
        #expect(await error(context)?.kind == .invalidState)
        #expect(await error(FeatureContext())?.kind == .unsupported)
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
