import Testing

@testable import HostCore
@testable import HostTools

@Suite("Leftover workers")
struct LeftoverWorkersTests {
    private static func process(
        _ pid: Int32, parent: Int32, _ arguments: [String], user: UInt32 = 1000, executable: String = "/bin/switchyard"
    ) -> LeftoverWorkers.Process {
        .init(
            pid: pid, parent: parent, user: user, executable: executable, arguments: ["switchyard"] + arguments)
    }

    private static let host = process(10, parent: 1, ["navigate", "home"])

    @Test(
        "a worker is left over if its parent is not the host that started it",
        arguments: [
            ("a host and its worker", [host, process(11, parent: 10, ["worker", "/p/a.so", "10"])], []),
            ("a worker that init has taken up", [process(11, parent: 1, ["worker", "/p/a.so", "10"])], [11]),
            (
                "one that another process has taken up", [host, process(11, parent: 10, ["worker", "/p/a.so", "9"])],
                [11]
            ),
            (
                "what a live worker has started",
                [
                    host, process(11, parent: 10, ["worker", "/p/a.so", "10"]),
                    process(12, parent: 11, ["worker", "/p/a.so", "10"]),
                ], []
            ),
            (
                "what a leftover worker has started",
                [
                    process(11, parent: 1, ["worker", "/p/a.so", "10"]),
                    process(12, parent: 11, ["worker", "/p/a.so", "10"]),
                ], [11, 12]
            ),
            ("one of a host of another program", [process(11, parent: 77, ["worker", "/p/a.so", "77"])], []),
            ("another user's", [process(11, parent: 1, ["worker", "/p/a.so", "10"], user: 1001)], []),
            ("another program's", [process(11, parent: 1, ["worker", "/p/a.so", "10"], executable: "/bin/other")], []),
            ("one that does not say, below a host", [host, process(11, parent: 10, ["worker", "/p/a.so"])], []),
            ("one that does not say, below none", [process(11, parent: 1, ["worker", "/p/a.so"])], [11]),
            (
                "two that are each other's parents",
                [
                    process(11, parent: 12, ["worker", "/p/a.so", "10"]),
                    process(12, parent: 11, ["worker", "/p/a.so", "10"]),
                ], [11, 12]
            ),
            ("no worker at all", [host, process(11, parent: 1, ["list"]), process(12, parent: 1, [])], []),
        ] as [(String, [LeftoverWorkers.Process], [Int32])])
    func leftOver(case: String, processes: [LeftoverWorkers.Process], pids: [Int32]) {
        let found = LeftoverWorkers.leftOver(among: processes, executable: "/bin/switchyard", user: 1000)
        #expect(found.map(\.pid) == pids)
    }

    @Test("a finding names the process id, the library, and the command that ends the worker")
    func findings() {
        let found = LeftoverWorkers.findings([Self.process(11, parent: 1, ["worker", "/p/a.so", "10"])])
        #expect(
            found.map(\.description) == ["warning: the process 11 is a worker for /p/a.so whose host has ended"])
        #expect(found.map(\.fix) == ["kill -KILL 11"])
        #expect(found.map(\.code.rawValue) == ["worker-left-over"])
    }

    @Test("a program without workers has no leftover ones")
    func none() {
        #expect(LeftoverWorkers.find(of: "/no/such/switchyard") == [])
    }
}
