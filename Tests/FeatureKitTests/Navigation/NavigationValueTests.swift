import Testing

@testable import FeatureCore

/// Values that are passed to checkpoints and sent to screens.
@Suite struct NavigationValueTests {
    @Test("every value has a declared type, and is restored from its raw value")
    func roundTrips() {
        check(true, "bool")
        check(Int.min, "int")
        check(0.1, "double")
        check("text 🚂", "string")
        check([1, 2], "[int]")
        check([String](), "[string]")
        check(Answer.no, "string")
        check(Recipient(rawValue: 7), "int")
        check([Answer.yes, .no], "[string]")
    }

    private func check<Value: NavigationValue>(_ value: Value, _ type: String) {
        #expect(Value.navigationValueType.description == type)
        #expect(Value(navigationRawValue: value.navigationRawValue) == value)
    }

    @Test("a raw value of another type, or that no case has, gives no value")
    func others() {
        #expect(Int(navigationRawValue: 1.0.navigationRawValue) == nil)
        #expect(Double(navigationRawValue: 1.navigationRawValue) == nil)
        #expect(Bool(navigationRawValue: "true".navigationRawValue) == nil)
        #expect(String(navigationRawValue: ["a"].navigationRawValue) == nil)
        #expect([Int](navigationRawValue: 1.navigationRawValue) == nil)
        #expect([Int](navigationRawValue: ["1"].navigationRawValue) == nil)
        #expect(Answer(navigationRawValue: "maybe".navigationRawValue) == nil)
        #expect([Answer](navigationRawValue: ["yes", "maybe"].navigationRawValue) == nil)
    }

    @Test("a checkpoint is named after its property, or by an explicit name")
    func checkpointNames() {
        #expect(Checkpoints.list.name == "list")
        #expect(Checkpoints.recipient.name == "recipient")
        #expect(Checkpoints.named.name == "another-name")
        #expect(AnyNavigationCheckpoint.of(Checkpoints.list).valueType == nil)
        #expect(AnyNavigationCheckpoint.of(Checkpoints.recipient).valueType?.description == "int")
    }

    @Test("type-erased destinations are equal if they are equal and of one type")
    func anyNavigation() {
        let one = AnyNavigation(ViewIncomingNavigation.item(identifier: 1))
        #expect(one == AnyNavigation(ViewIncomingNavigation.item(identifier: 1)))
        #expect(one != AnyNavigation(ViewIncomingNavigation.item(identifier: 2)))
        #expect(AnyNavigation(ViewOutgoingNavigation.others) != AnyNavigation(OtherNavigation.others))
        #expect(Set([one, one, AnyNavigation(ViewOutgoingNavigation.others)]).count == 2)
    }
}

private enum OtherNavigation: Navigation {
    case others
    static let samples: [Self] = [.others]
}
