import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostCore
@testable import ProgramTestSupport

// The suite goes without `.blocking`: its calls wait on the main actor, which no other test waits for.
@MainActor
@Suite("The host as a library", .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct HostApplicationTests {
    /// An application over the features of a sandbox, whose workers run the built executable.
    private func application(_ sandbox: Sandbox) throws -> HostApplication {
        try AppLoader.load(
            HostOptions(
                plugins: [sandbox.plugins], environment: HostEnvironment(sandbox.environment), executable: nil,
                worker: Products.switchyard))
    }

    private func text(_ coordinator: NavigationCoordinator) async -> String {
        let isSettled = await coordinator.settle(timeout: .seconds(3600))
        #expect(isSettled)
        return TextRenderer.text(of: coordinator.show())
    }

    @Test(
        "a program that embeds a host asks where links lead, has directories of its own, and stays awake while it waits"
    )
    func embedding() async throws {
        let sandbox = try Sandbox(.only([.home, .character, .fixture("BreaksOnDemand")]), wiring: .shipped)
        let (caches, data) = (sandbox.directory("my-cache"), sandbox.directory("my-data"))
        let options = HostOptions(
            plugins: [sandbox.plugins], config: Repository.path("switchyard.jsonc"), cacheHome: caches, dataHome: data,
            worker: try Products.switchyard)
        let application = try HostApplication.open(options)
        #expect(access("\(caches)/switchyard", F_OK) == 0)
        let route = application.explain("challenge://character/detail?id=42")
        #expect(route.destinations == ["character/detail?identifier=42"] && route.feature == "character")
        #expect(route.stateText == "home > character/list > character/detail?identifier=42" && route.reason == nil)
        #expect(application.explain("home/character?identifier=1").destinations.count == 2)
        #expect(application.explain("no/where").reason != nil)
        #expect(application.features.flatMap(\.settings).map(\.description) == ["greeting: string", "featured: int"])

        let coordinator = application.makeCoordinator()
        coordinator.start()
        let detail = AppDestination(feature: "character", route: "detail", arguments: ["identifier": ["3"]])
        coordinator.go(to: detail)
        #expect(coordinator.visibleScreen.destination == "character/detail?identifier=3")
        #expect(AppDestination(coordinator.visibleScreen.destination) == detail)
        coordinator.swap(to: AppDestination(feature: "character", route: "list"))
        #expect(coordinator.visibleScreen.title == "Characters")
        let many = AppDestination("notes/all?tag=a%20b&tag=c&flag")
        #expect(many?.arguments == ["tag": ["a b", "c"], "flag": []] && AppDestination("a://b") == nil)
        #expect(many?.description == "notes/all?flag&tag=a%20b&tag=c")
        coordinator.go(to: "breaks")
        _ = await text(coordinator)
        var (calls, libraries): (Int, Set<String>) = (0, [])
        HostApplication.whileWaiting = { waiting in
            if case .feature(let library) = waiting { libraries.insert(library) }
            calls += 1
            return calls < 3
        }
        defer { HostApplication.whileWaiting = nil }
        coordinator.press("Hang")
        #expect(calls == 3 && libraries == [sandbox.path(.fixture("BreaksOnDemand"))], "\(libraries)")
        #expect(coordinator.takeProblems().contains { $0.kind == .abandoned })
        coordinator.shutDown()
        application.close()
    }

    @Test(
        "a host whose worker executable is no worker is not opened",
        .disabled(if: Sanitizer.current != nil, "under a sanitizer no worker is forked from a zygote, which would tell")
    )
    func refusedWorker() throws {
        let sandbox = try Sandbox(.only([]), wiring: .none)
        #expect(throws: HostError.self) {
            try HostApplication.open(HostOptions(plugins: [sandbox.plugins], worker: "/bin/true"))
        }
    }

    @Test(
        "a session has what screens save, and is restored by a start alone; another application reloads no coordinator")
    func session() async throws {
        let sandbox = try Sandbox(.only([.fixture("Busy")]), wiring: .text(#"{"root": "busy"}"#))
        func open() throws -> HostApplication {
            try HostApplication.open(
                HostOptions(
                    plugins: [sandbox.plugins], config: sandbox.wiring, cacheHome: sandbox.directory("cache"),
                    dataHome: sandbox.directory("data"), worker: try Products.switchyard))
        }
        let coordinator = try open().makeCoordinator()
        coordinator.start()
        _ = await text(coordinator)
        // A listener that reads the screen in the middle of a call has the one of before.
        coordinator.changeSink = { [weak coordinator] in _ = coordinator?.visibleScreen }
        coordinator.press("Answer")
        #expect(await text(coordinator).hasPrefix("1 answers\n"))
        let session = coordinator.session
        #expect(
            coordinator.start(restoring: session) == ["the session is not restored: the app has been started already"])
        let other = try open()
        #expect(
            other.reload(coordinator).refusals == [
                "the coordinator belongs to another application, which alone can reload it"
            ])
        coordinator.shutDown()
        let again = other.makeCoordinator()
        #expect(again.start(restoring: session) == [])
        #expect(await text(again).hasPrefix("1 answers\n"))
        again.shutDown()
    }

    @Test("a host runs features in workers, notices the end of a worker, and leaves none behind")
    func workers() async throws {
        let sandbox = try Sandbox(.only([.fixture("BreaksOnDemand"), .notes]), wiring: .none)
        let coordinator = try application(sandbox).makeCoordinator()
        coordinator.start()
        func processes(_ feature: Feature) throws -> [pid_t] {
            try Processes.withArgument(containing: sandbox.path(feature)).filter { !Processes.hasEnded($0) }
        }
        coordinator.go(toText: "notes")
        let notes = await text(coordinator)
        coordinator.go(toText: "breaks")
        #expect(await text(coordinator).hasPrefix("nothing has happened\n"))
        let process = try #require(try processes(.fixture("BreaksOnDemand")).first)
        #expect(process != getpid())
        #expect(try processes(.notes).count == 1)

        coordinator.use(try NodeFinder(coordinator.show()).press("Nothing").node)
        #expect(await text(coordinator).hasPrefix("something has happened\n"))
        #expect(coordinator.takeProblems() == [])

        // The worker ends while no call is under way.
        kill(process, SIGTERM)
        var problems: [NavigationProblem] = []
        try await wait {
            problems += coordinator.takeProblems()
            return !problems.isEmpty
        }
        #expect(problems.map(\.text) == ["the feature 'breaks' crashed (SIGTERM: terminated)"])
        #expect(problems.first?.isNotice == true)
        #expect(await text(coordinator).hasPrefix("nothing has happened\n"))
        #expect(try processes(.fixture("BreaksOnDemand")).count == 1)
        #expect(try processes(.fixture("BreaksOnDemand")) != [process])

        coordinator.perform(.back)
        #expect(await text(coordinator) == notes)
        coordinator.shutDown()
        try await wait { try processes(.fixture("BreaksOnDemand")) + processes(.notes) == [] }
        #expect(try processes(.fixture("BreaksOnDemand")) == [])
        #expect(try processes(.notes) == [])
    }

    /// The first address of a process: a process that was forked has that of the one which forked it.
    private func address(_ process: pid_t) throws -> Substring? {
        String(decoding: try File.read("/proc/\(process)/maps"), as: UTF8.self).split(separator: "-").first
    }

    @Test(
        "features are forked from one zygote, also after a crash, and from another zygote once that is killed",
        .disabled(if: Sanitizer.current != nil, "the runtime of a sanitizer has a thread of its own: nothing is forked")
    )
    func zygotes() async throws {
        let sandbox = try Sandbox(.only([.fixture("BreaksOnDemand"), .notes, .fixture("Plain")]), wiring: .none)
        let coordinator = try application(sandbox).makeCoordinator()
        coordinator.start()
        defer { coordinator.shutDown() }
        func worker(_ feature: Feature) throws -> pid_t {
            try #require(
                try Processes.withArgument(containing: sandbox.path(feature)).first { !Processes.hasEnded($0) })
        }
        func zygote() throws -> pid_t {
            let mine = try Processes.withArgument(containing: "zygote\0\(getpid())\0").filter { process in
                try !Processes.hasEnded(process) && address(process) == address(try worker(.notes))
            }
            return try #require(mine.first)
        }
        coordinator.go(toText: "notes")
        _ = await text(coordinator)
        coordinator.go(toText: "breaks")
        _ = await text(coordinator)
        let first = try address(worker(.notes))
        #expect(try address(worker(.fixture("BreaksOnDemand"))) == first)

        let crashed = try worker(.fixture("BreaksOnDemand"))
        coordinator.use(try NodeFinder(coordinator.show()).press("Crash").node)
        #expect(await text(coordinator).contains("nothing has happened"))
        #expect(try worker(.fixture("BreaksOnDemand")) != crashed)
        #expect(try address(worker(.fixture("BreaksOnDemand"))) == first)

        #expect(try kill(zygote(), SIGKILL) == 0)
        coordinator.go(toText: "plain")
        #expect(await text(coordinator).contains("plain"))
        #expect(try address(worker(.fixture("Plain"))) != first)
        #expect(try address(worker(.notes)) == first)
    }

    @Test("a host does not blame a feature if its worker executable is no worker")
    func noWorker() throws {
        let sandbox = try Sandbox(.only([.notes]), wiring: .none)
        let refused = try AppLoader.load(
            HostOptions(
                plugins: [sandbox.plugins], environment: HostEnvironment(sandbox.environment), executable: nil,
                worker: "/bin/true"))
        #expect(refused.features == [])
        #expect(
            refused.refusedFiles.map(\.reason) == [
                "'/bin/true' was started to scan it, and did not become a worker: it ended itself in load (exit code 0); "
                    + "a program that is a host calls WorkerMain.runIfStartedAsWorker() first of all"
            ])
        #expect(try application(sandbox).features.map(\.id) == ["notes"])
    }

    @Test("a host reloads when a watched directory changes, and restores a session")
    func watched() async throws {
        let sandbox = try Sandbox(.only([]), wiring: .none)
        let application = try application(sandbox)
        let coordinator = application.makeCoordinator()
        coordinator.start()
        let beginning = coordinator.stateText
        var changes: [String] = []
        let watch = try application.watch { changes += application.reload(coordinator).changes }
        try sandbox.install(.notes)
        try await wait { !changes.isEmpty }
        #expect(changes == ["'notes' is there now (\(sandbox.path(.notes)))"])
        #expect(application.features.map(\.incoming) == [["notes/list", "notes/detail?identifier={int}"]])
        watch.stop()

        coordinator.go(to: "notes")
        _ = await text(coordinator)
        let session = coordinator.session
        coordinator.shutDown()
        let second = application.makeCoordinator()
        #expect(second.start(restoring: session) == [])
        #expect(second.stateText == coordinator.stateText)
        second.shutDown()
        let third = application.makeCoordinator()
        #expect(third.start(restoring: "{").count == 1)
        #expect(third.stateText == beginning)
        third.shutDown()
    }

    @Test("a host that is released without a shutdown leaves no worker behind")
    func released() async throws {
        let sandbox = try Sandbox(.only([.notes]), wiring: .none)
        func show() async throws {
            let coordinator = try application(sandbox).makeCoordinator()
            coordinator.start()
            coordinator.go(toText: "notes")
            _ = await text(coordinator)
            #expect(try Processes.withArgument(containing: sandbox.plugins).count == 1)
        }
        try await show()
        try await wait {
            try Processes.withArgument(containing: sandbox.plugins).allSatisfy { Processes.hasEnded($0) }
        }
        #expect(try Processes.withArgument(containing: sandbox.plugins).filter { !Processes.hasEnded($0) } == [])
    }
}
