import FeatureKit
import FeatureTesting
import Testing

/// What the mock remembers.
@Suite struct NavigatorMockTests {
    private let navigatorMock = NavigatorMock()

    @Test("a new mock has been asked nothing")
    func new() {
        #expect(navigatorMock.requests.isEmpty)
        #expect(navigatorMock.navigatedDestinations.isEmpty)
        #expect(navigatorMock.goBackCallCount == 0)
    }

    @Test("destinations and ways back are told apart, in order")
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

    @Test("what is refused is remembered too, and the refusal reaches who asked")
    func refusal() {
        let refusal = NavigationError(.locked, reason: "unsaved")
        navigatorMock.refusal = refusal
        #expect(throws: refusal) { try navigatorMock.perform(.dismiss) }
        navigatorMock.goBack()
        #expect(navigatorMock.requests == [.dismiss, .back])
    }

    @Test("a checkpoint can be returned to where the test says so")
    func checkpoints() {
        let checkpoint = NavigationCheckpoint<Int>(name: "size")
        #expect(!navigatorMock.canReturnToCheckpoint(checkpoint))
        navigatorMock.returnableCheckpoints = ["size"]
        #expect(navigatorMock.canReturnToCheckpoint(checkpoint))
    }
}
