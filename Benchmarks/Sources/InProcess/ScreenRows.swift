import CBaselines
import FeatureContract
import FeatureKit
import Glibc
import HostCore
import HostSystem
import Observation
import ScreenViews

/// A screen of twenty nodes, described by the feature and received by the host.
enum ScreenRows {
    /// Returns the pair across the ABI in this process, compared with the same view that fills a tree of its own.
    static func inline() throws -> [Pair] {
        let library = FeatureLibrary.library(of: ScreenFeature.self)
        let host = NoHost()
        let feature = try InlineFeature(
            library, manifest: LibraryManifest.read(from: library).manifest, host: host, ActivationContext())
        let screen = try feature.makeMainScreen(1)
        try requireTwenty(screen.render())
        let view = AnyView(ScreenView())
        require(NodeTree.rendering(view).count == 20, "the view has another number of nodes")
        return [
            Pair("12", "20 nodes") { times in
                for _ in 0..<times { use(try? screen.render()) }
                withExtendedLifetime(host) {}
            } baseline: { times in
                for _ in 0..<times { use(NodeTree.rendering(view)) }
            }
        ]
    }

    /// Returns the pair of the view alone, compared with a loop that fills as many nodes by hand.
    static func inProcess() throws -> [Pair] {
        let view = AnyView(ScreenView())
        let screen = UnsafeMutablePointer<filled_screen>.allocate(capacity: 1)
        require(fill_screen(screen) == NodeTree.rendering(view).count, "the loop fills another number of nodes")
        return [
            Pair("12b", "20 nodes") { times in
                for _ in 0..<times { use(NodeTree.rendering(view)) }
            } baseline: { times in
                for _ in 0..<times { use(fill_screen(screen)) }
            }
        ]
    }

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

    /// Returns the pair of a list that changes in one row, compared with a list of one row.
    static func changing() throws -> [Pair] {
        let host = NoHost()
        let feature = try worker(host)
        func screen(_ count: Int64, _ id: ScreenID) throws -> ScreenInstance {
            let destination = Destination(
                feature: "screen", route: "rows", arguments: [.init("count", .integer(count))])
            guard let screen = try feature.resolve(destination, id) else { fail("there is no list of \(count) rows") }
            return screen
        }
        let (rows, row) = try (screen(5000, 1), screen(1, 2))
        require(try rows.render() != rows.render(), "no row differs")
        func rendering(_ screen: ScreenInstance) -> Pair.Work {
            { times in
                for _ in 0..<times { use(try? screen.render()) }
                withExtendedLifetime((host, feature)) {}
            }
        }
        return [Pair("18", "5,000 rows", clock: .wall, ours: rendering(rows), baseline: rendering(row))]
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

/// The nodes of a view, as FeatureKit gives them, without a host.
private final class NodeTree: NodeSink {
    struct Branch {
        let node: Node
        var children: [Branch] = []
    }

    private(set) var count = 0
    private var roots: [Branch] = []
    private var open: [Branch] = []

    static func rendering(_ view: AnyView) -> NodeTree {
        let tree = NodeTree()
        let renderer = ViewRenderer(feature: "screen", navigator: NoNavigator(), sink: tree) { _ in }
        withObservationTracking {
            view.render(in: renderer)
        } onChange: {
        }
        return tree
    }

    func open(_ node: Node) -> Bool {
        count += 1
        open.append(Branch(node: node))
        return true
    }

    func close() {
        let branch = open.removeLast()
        if open.isEmpty { roots.append(branch) } else { open[open.count - 1].children.append(branch) }
    }
}

/// A navigator that leads nowhere.
private struct NoNavigator: NavigatorContract {
    func perform(_ request: FeatureKit.NavigationRequest) throws(NavigationError) {}
    func canReturn(toCheckpointNamed name: String) -> Bool { false }
}
