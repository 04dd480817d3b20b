import FeatureContract
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("The requests that wait")
struct RequestQueueTests {
    private func item(_ feature: String, _ count: Int = 1) -> RequestQueue.Item {
        .init(request: .pop(count), feature: feature, screen: 1, position: .init(tab: 0, stack: 0, entry: 0))
    }

    private static let start = NavigationState(tabs: [.init(name: "", root: .init(id: 1, place: .of("home")))])

    /// The projected state's number of screens, where each request adds as many as it would pop; and the number of
    /// requests that were applied for it.
    private func project(_ queue: RequestQueue) -> (screens: Int, applied: Int) {
        var applied = 0
        let state = queue.projectedState(from: { Self.start }) { item, state in
            applied += 1
            guard case .pop(let count) = item.request else { return }
            for _ in 0..<count { state.apply([.push(.init(id: 9, place: .of("notes")), tab: 0, stack: 0)]) }
        }
        return (state.allEntries.count, applied)
    }

    @Test("requests come in the order in which they were made, and none from an empty queue")
    func order() {
        let queue = RequestQueue()
        #expect(queue.next() == nil)
        for feature in ["a", "b", "a"] { queue.append(item(feature)) }
        #expect(queue.count == 3)
        #expect([queue.next(), queue.next(), queue.next(), queue.next()].map { $0?.feature } == ["a", "b", "a", nil])
        #expect(queue.isEmpty)
    }

    @Test("the projected state is continued by further requests, not computed again")
    func continued() {
        let queue = RequestQueue()
        #expect(project(queue) == (1, 0))
        queue.append(item("a", 2))
        #expect(project(queue) == (3, 1))
        queue.append(item("b", 3))
        #expect(project(queue) == (6, 1))
        #expect(project(queue) == (6, 0))
    }

    @Test("whatever the projected state depends on makes it computed again")
    func forgotten() {
        let changes: [(RequestQueue) -> Void] = [
            { $0.forgetProjection() }, { $0.removeAll { $0.feature == "none" } }, { _ = $0.next() }, { $0.cut(to: 1) },
        ]
        for change in changes {
            let queue = RequestQueue()
            for count in 1...3 { queue.append(item("a", count)) }
            #expect(project(queue) == (7, 3))
            change(queue)
            #expect(project(queue).applied == queue.count)
        }
    }

    @Test("a cut leaves the requests that were there before, and one beyond the end leaves all")
    func cut() {
        let queue = RequestQueue()
        for feature in ["a", "b", "c"] { queue.append(item(feature)) }
        queue.cut(to: 5)
        queue.cut(to: 3)
        #expect(queue.count == 3)
        queue.cut(to: 1)
        #expect(queue.next()?.feature == "a")
        #expect(queue.isEmpty)
    }

    @Test("a feature's requests can be removed, or all")
    func removed() {
        let queue = RequestQueue()
        for feature in ["a", "b", "a"] { queue.append(item(feature)) }
        queue.removeAll { $0.feature == "a" }
        #expect(queue.count == 1)
        queue.removeAll()
        #expect(queue.isEmpty)
        #expect(project(queue) == (1, 0))
    }

    @Test("the queue is full at its limit")
    func full() {
        let queue = RequestQueue()
        for _ in 1..<RequestQueue.maximumLength { queue.append(item("a")) }
        #expect(!queue.isFull)
        queue.append(item("a"))
        #expect(queue.isFull)
    }
}
