import CBaselines
import FeatureContract
import FeatureKit
import Glibc
import HostCore
import HostSystem
import ScreenViews

/// A screen of twenty nodes, described by the feature and received by the host.
enum ScreenRows {
    /// Returns the pair with a worker, compared with as many bytes that go to another process and come back.
    static func inWorker() throws -> [Pair] {
        let host = NoHost()
        let feature = try worker(host)
        let screen = try feature.makeMainScreen(1)
        let rendered = try screen.render()
        try requireTwenty(rendered)

        let request = FrameBuffer.frame(.call, WorkerCall.feature(.render(1, unseen: false)).bytes).count
        let reply = FrameBuffer.frame(.reply, WorkerReply.feature(.screen(rendered)).bytes).count
        var pair = message_pair()
        require(message_pair_start(&pair, request, reply) == 0, "no pair of sockets can be made")
        var buffer = [UInt8](repeating: 0, count: max(request, reply))
        return [
            Pair("13", "\(request) bytes there, \(reply) back", clock: .wall) { times in
                for _ in 0..<times { use(try? screen.render()) }
                withExtendedLifetime((host, feature)) {}
            } baseline: { times in
                for _ in 0..<times {
                    require(message_pair_exchange(&pair, &buffer, request, reply) == 0, "the other process is gone")
                }
            }
        ]
    }

    /// Returns the pair of a list that changes in one row, compared with the same list that stays as it is.
    static func changing() throws -> [Pair] {
        let lists = try Lists()
        let (changing, still) = try (lists.screen(5000, isChanging: true), lists.screen(5000))
        require(try changing.render() != changing.render(), "no row differs")
        return [
            Pair(
                "18", "5,000 rows", clock: .wall, ours: lists.rendering(changing), baseline: lists.rendering(still))
        ]
    }

    /// Returns the pair of a hundred rows in the middle of a million, compared with a list of a hundred rows.
    static func longList() throws -> [Pair] {
        let lists = try Lists()
        var (long, short) = try (lists.screen(1_000_000), lists.screen(100))
        long.parts = [ListPart(from: 500_000, count: 100)]
        short.parts = [ListPart(count: 100)]
        var rows = 0
        try long.render().forEachNode { rows += $0.kind == .hstack ? 1 : 0 }
        require(rows == 100, "the list gives \(rows) rows")
        return [
            Pair(
                "19", "100 rows of 1,000,000", clock: .wall, ours: lists.rendering(long),
                baseline: lists.rendering(short))
        ]
    }

    /// Lists of the feature in a worker.
    @MainActor
    private final class Lists {
        private let host = NoHost()
        private let feature: WorkerFeature
        private var last: ScreenID = 0

        init() throws { feature = try worker(host) }

        func screen(_ count: Int64, isChanging: Bool = false) throws -> ScreenInstance {
            last += 1
            let arguments = [
                Destination.Argument("count", .integer(count)), Destination.Argument("isChanging", .bool(isChanging)),
            ]
            let destination = Destination(feature: "screen", route: "rows", arguments: arguments)
            guard let screen = try feature.resolve(destination, last) else { fail("there is no list of \(count) rows") }
            return screen
        }

        func rendering(_ screen: ScreenInstance) -> Pair.Work {
            { times in
                for _ in 0..<times { use(try? screen.render()) }
                withExtendedLifetime(self) {}
            }
        }
    }

    /// The feature in a worker.
    private static func worker(_ host: NoHost) throws -> WorkerFeature {
        let program = Path.resolved(LinuxProcess.thisProgram) ?? ""
        let path = Path.join(Path.parent(program) ?? "", "libScreenFeature.so")
        let (manifest, text) = try LibraryManifest.read(from: FeatureLibrary.library(of: ScreenFeature.self))
        let feature = WorkerFeature(
            manifest: manifest, text: text,
            launch: WorkerFeature.Launch(deadline: 60) { () throws(CallFailure) in
                do throws(SystemError) {
                    return (try WorkerProcess.start(executable: program, name: path), path)
                } catch {
                    throw CallFailure(.unavailable, "\(error)")
                }
            })
        try feature.activate(host)
        return feature
    }

    private static func requireTwenty(_ screen: RenderedScreen) throws {
        var count = 0
        screen.forEachNode { _ in count += 1 }
        require(count == 20, "the screen has \(count) nodes")
    }
}
