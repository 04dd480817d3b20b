import FeatureTesting
import Testing

/// The requests that the mock records.
@Suite struct NavigatorMockTests {
    private let navigatorMock = NavigatorMock()

    @Test("a new mock has no requests")
    func new() {
        #expect(navigatorMock.requests.isEmpty)
        #expect(navigatorMock.navigatedDestinations.isEmpty)
        #expect(navigatorMock.goBackCallCount == 0)
    }

    @Test("the mock counts destinations and ways back separately, and keeps their order")
    func requests() {
        navigatorMock.navigate(to: NoteOutgoingNavigation.author)
        navigatorMock.goBack()
        navigatorMock.push(NoteIncomingNavigation.note(index: 7))
        navigatorMock.pop(to: NoteIncomingNavigation.forever)
        navigatorMock.goBack()
        #expect(
            navigatorMock.navigatedDestinations.map { AnyNavigation($0) } == [
                AnyNavigation(NoteOutgoingNavigation.author), AnyNavigation(NoteIncomingNavigation.note(index: 7)),
            ])
        #expect(navigatorMock.goBackCallCount == 2)
        #expect(navigatorMock.requests.count == 5)
    }

    @Test("the mock records refused requests too, and the refusal reaches the caller")
    func refusal() {
        let refusal = NavigationError(.locked, reason: "unsaved")
        navigatorMock.refusal = refusal
        #expect(throws: refusal) { try navigatorMock.perform(.dismiss) }
        navigatorMock.goBack()
        #expect(navigatorMock.requests == [.dismiss, .back])
    }

    @Test("a checkpoint can be returned to if the test says so")
    func checkpoints() {
        let checkpoint = NavigationCheckpoint<Int>(name: "size")
        #expect(!navigatorMock.canReturnToCheckpoint(checkpoint))
        navigatorMock.returnableCheckpoints = ["size"]
        #expect(navigatorMock.canReturnToCheckpoint(checkpoint))
    }
}
