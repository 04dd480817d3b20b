import FeatureContract
import TestSupport
import Testing

@Suite struct DestinationTests {
    @Test("equal destinations are equal in any order of their arguments", arguments: 1...4 as ClosedRange<UInt64>)
    func order(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let route = generator.route()
            let arguments = generator.arguments(for: route)
            let destination = Destination(feature: "feature", route: "detail", arguments: arguments)
            let shuffled = Destination(
                feature: "feature", route: "detail", arguments: arguments.shuffled(using: &generator))
            #expect(destination == shuffled)
            #expect(destination.hashValue == shuffled.hashValue)
        }
    }

    @Test("an argument that is null equals an absent one")
    func nulls() {
        let absent = Destination(feature: "a", route: "b", arguments: [.init("x", .integer(1))])
        let null = Destination(feature: "a", route: "b", arguments: [.init("y", .null), .init("x", .integer(1))])
        #expect(absent == null)
        #expect(absent.hashValue == null.hashValue)
        #expect(null["y"] == nil)
        #expect(null.arguments.map(\.name) == ["x"])
        #expect(null.text == "a/b?x=1")
    }

    @Test("destinations that differ in any part are unequal")
    func inequality() {
        let destinations = [
            Destination(feature: "a"),
            Destination(feature: "b"),
            Destination(feature: "a", route: "b"),
            Destination(feature: "a", arguments: [.init("x", .integer(1))]),
            Destination(feature: "a", route: "b", arguments: [.init("x", .integer(1))]),
            Destination(feature: "a", route: "b", arguments: [.init("x", .integer(2))]),
            Destination(feature: "a", route: "b", arguments: [.init("x", .double(1))]),
            Destination(feature: "a", route: "b", arguments: [.init("x", .string("1"))]),
            Destination(feature: "a", route: "b", arguments: [.init("x", .list([.integer(1)]))]),
            Destination(feature: "a", route: "b", arguments: [.init("x", .list([]))]),
            Destination(feature: "a", route: "b", arguments: [.init("y", .integer(1))]),
            Destination(feature: "a", route: "b", arguments: [.init("x", .integer(1)), .init("y", .integer(1))]),
        ]
        #expect(Set(destinations).count == destinations.count)
    }

    @Test("a destination without a route is the feature's main screen, and its text is the feature's id")
    func mainScreen() {
        #expect(Destination(feature: "home").qualifiedRoute == "home")
        #expect(Destination(feature: "home", route: "list").qualifiedRoute == "home/list")
        #expect("\(Destination(feature: "home"))" == "home")
    }
}
