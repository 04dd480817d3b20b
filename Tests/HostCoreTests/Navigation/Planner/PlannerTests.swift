import FeatureContract
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("The planner")
struct PlannerTests {
    nonisolated private static let wiring = """
        {
            "schemes": ["challenge"],
            "tabs": [
                { "name": "notes", "root": "notes", "retain": false }, { "name": "home", "root": "home" },
                { "name": "people", "root": "character/list" }
            ],
            "redirects": { "home/character?identifier={id}": { "to": "character/detail?identifier={id}", "method": "cover" } }
        }
        """

    /// What the screens show, as a table: the reason why a screen is locked, by its number.
    struct Screens: ShownScreens {
        var locks: [ScreenID: String] = [:]
        var paused: (by: String, senders: Set<String>)?
        var receivesTabs: Bool?

        func lock(of entry: NavigationState.Entry, asking screen: ScreenID) -> String? {
            entry.id == screen ? nil : locks[entry.id]
        }

        func checkpoint(
            among names: [SharedName], of entry: NavigationState.Entry
        ) -> (name: SharedName, screen: ScreenID?)? { nil }

        func receives(tab name: String) -> Bool? { receivesTabs }
    }

    nonisolated private static let notes =
        "[*notes] notes > notes/note?title=a > sheet:notes/note?title=b > notes/note?title=c"
    nonisolated private static let others = " | [home] home | [people] character/list"

    /// The state `text` with the other tabs after it, the plan's edits applied to it, and the plan itself.
    private func outcome(
        _ request: NavigationRequest, by asker: Planner.Asker = .user, _ screens: Screens = Screens(),
        planner: Planner? = nil
    ) throws -> (state: String, plan: Plan) {
        let planner = try planner ?? Stage(Self.wiring).coordinator.planner
        var state = try NavigationState(
            Self.notes + Self.others, reader: NavigationStateReader(planner.catalog))
        let plan = try planner.plan(request, in: state, at: state.topPosition, by: asker, screens)
        state.apply(plan.edits)
        return (state.text, plan)
    }

    @Test(
        "a request changes the state as it says",
        arguments: [
            (.back, "[*notes] notes > notes/note?title=a > sheet:notes/note?title=b"),
            (.pop(9), "[*notes] notes > notes/note?title=a > sheet:notes/note?title=b"),
            (.dismiss, "[*notes] notes > notes/note?title=a"), (.dismissAll, "[*notes] notes > notes/note?title=a"),
            (.popTo(.of("notes/note?title=b")), "[*notes] notes > notes/note?title=a > sheet:notes/note?title=b"),
            (.popToRoot, "[*notes] notes > notes/note?title=a > sheet:notes/note?title=b"),
            (.reset, "[*notes] notes"), (.selectTab("notes"), "[*notes] notes"),
            (.navigate(.of("notes/full"), method: nil), notes + " > cover:notes/full"),
            (.navigate(.of("notes/full"), method: .push), notes + " > notes/full"),
            (
                .navigate(.of("home/character?identifier=7"), method: nil),
                notes + " > cover:character/detail?identifier=7"
            ),
            (.replaceStack([.of("notes/full")]), "[*notes] notes > notes/full"),
            // The new screen is pushed as the old one was, though its route is a cover and its redirect has a method.
            (
                .swap(.of("notes/full")),
                "[*notes] notes > notes/note?title=a > sheet:notes/note?title=b > notes/full"
            ),
            (
                .swap(.of("home/character?identifier=7")),
                "[*notes] notes > notes/note?title=a > sheet:notes/note?title=b > character/detail?identifier=7"
            ),
        ] as [(NavigationRequest, String)])
    func states(request: NavigationRequest, expected: String) throws {
        #expect(try outcome(request).state == expected + Self.others)
    }

    @Test("a tab that is not retained is left at a new root")
    func leaving() throws {
        let planner = try Stage(Self.wiring).coordinator.planner
        let (state, plan) = try outcome(.selectTab("home"), planner: planner)
        #expect(state == "[notes] notes | [*home] home | [people] character/list")
        let root = NavigationState.Entry(id: 0, place: try planner.catalog.place("notes"))
        #expect(
            plan == .edits([.replaceRoot(root, tab: 0), .cut(tab: 0, stack: 0, kept: 1), .select(tab: 1)]))
    }

    @Test("what is sent changes no state: a destination whose method is send, a tab, a value")
    func sending() throws {
        let sent = Message.destination(.of("notes/sent"))
        #expect(try outcome(.navigate(.of("notes/sent"), method: nil)).plan == .send([sent]))
        #expect(try outcome(.send([.tab("home"), sent])).plan == .send([.tab("home"), sent]))
        #expect(try outcome(.send([sent])).state == Self.notes + Self.others)
    }

    @Test(
        "a request that cannot be carried out is refused with its code",
        arguments: [
            (.pop(0), .user, .nothingToDo), (.popTo(.of("notes/edit")), .user, .notFound),
            (.selectTab("nots"), .user, .notFound),
            (.navigate(.of("nobody"), method: nil), .user, .unavailable),
            (.navigate(.of("notes/nothing"), method: nil), .user, .unknownRoute),
            (.navigate(.of("home"), method: nil), .init(feature: "notes"), .notAllowed),
            (.replaceStack([.of("home")]), .init(feature: "notes"), .notAllowed),
            (.swap(.of("nobody")), .user, .unavailable), (.swap(.of("notes/nothing")), .user, .unknownRoute),
            (.swap(.of("home")), .init(feature: "notes"), .notAllowed),
            (.returnToCheckpoint("picked", value: .null), .user, .notAllowed), (.resume, .user, .nothingToDo),
        ] as [(NavigationRequest, Planner.Asker, FailureCode)])
    func refusals(request: NavigationRequest, asker: Planner.Asker, code: FailureCode) throws {
        let refusal = #expect(throws: CallFailure.self) { _ = try outcome(request, by: asker) }
        #expect(refusal?.code == code, "\(refusal?.reason ?? "")")
    }

    @Test(
        "a lock holds everyone but its own screen, and the user who overrides it",
        arguments: [
            (4, .user, true), (4, .init(feature: "notes", screen: 4), false),
            (4, .init(feature: "notes", screen: 3), true), (4, .init(feature: nil, overridesLocks: true), false),
            // The screen below stays.
            (3, .user, false),
        ] as [(ScreenID, Planner.Asker, Bool)])
    func locks(locked: ScreenID, asker: Planner.Asker, isHeld: Bool) throws {
        let screens = Screens(locks: [locked: "unsaved"])
        if isHeld {
            #expect(throws: CallFailure(.locked, "unsaved")) { _ = try outcome(.back, by: asker, screens) }
        } else {
            #expect(try outcome(.back, by: asker, screens).plan.edits.count == 1)
        }
    }

    @Test("a locked screen is not swapped, unless it asks for that itself", arguments: [(4, true), (3, false)])
    func swapLock(locked: ScreenID, isHeld: Bool) throws {
        let swap = NavigationRequest.swap(.of("notes/full"))
        // The screen 4 is the top of the stack, and 3 the one below.
        let screens = Screens(locks: [locked: "unsaved"])
        let failure = failure { try outcome(swap, screens) }
        #expect(failure?.code == (isHeld ? .locked : nil))
        #expect(try outcome(swap, by: .init(feature: "notes", screen: locked), screens).plan.edits.count == 2)
    }

    @Test("what is paused is resumed by who paused it, by who sent it, or by the user")
    func resume() throws {
        let screens = Screens(paused: ("vault", ["notes"]))
        for feature in ["vault", "notes", nil] {
            #expect(try outcome(.resume, by: .init(feature: feature), screens).plan == .resume)
        }
        let refusal = #expect(throws: CallFailure.self) {
            _ = try outcome(.resume, by: .init(feature: "home"), screens)
        }
        #expect(refusal?.code == .notAllowed)
    }

    @Test("the name of a tab that the wiring lacks is refused only when it is known that no screen receives it")
    func unknownTab() throws {
        for receives in [true, nil] {
            let plan = try outcome(
                .send([.tab("x")]), by: .init(feature: "notes"), Screens(receivesTabs: receives)
            ).plan
            #expect(plan == .send([.tab("x")]))
        }
        let refusal = #expect(throws: CallFailure.self) {
            _ = try outcome(.send([.tab("x")]), by: .init(feature: "notes"), Screens(receivesTabs: false))
        }
        #expect(refusal?.code == .noReceiver)
    }

    // MARK: Agreement

    @Test("the state that is planned from the start is the one that the host comes to", .deep)
    func agreement() throws {
        var random = SeededGenerator(seed: 16)
        let destinations = [
            "home", "notes", "notes/edit", "notes/full", "notes/wizard", "notes/note?title=x", "character/list",
            "character/detail?identifier=3", "character/quote?identifier=4&number=2", "home/character?identifier=1",
            "vault/door", "nobody", "notes/nothing",
        ]
        let links = [
            "challenge://character/list", "challenge://character/detail?id=42", "challenge://notes/note/two%20words",
            "challenge://notes/edit", "challenge://Character/detail/4/quotes/2",
        ]
        let requests: [NavigationRequest] = [
            .back, .pop(2), .popToRoot, .dismiss, .dismissAll, .reset, .selectTab("notes"), .selectTab("home"),
            .selectTab("people"), .selectTab("nobody"), .swap(.of("notes/full")), .swap(.of("character/list")),
            .swap(.of("nobody")),
        ]
        for _ in 0..<500 {
            let stage = try Stage(Self.wiring)
            let coordinator = stage.coordinator
            coordinator.show()
            for _ in 0..<20 {
                var (planned, refused) = (coordinator.state, false)
                func take(_ plan: () throws -> Plan) {
                    do { planned.apply(try plan().edits) } catch { refused = true }
                }
                let planner = coordinator.planner
                switch Int.random(in: 0..<3, using: &random) {
                case 0:
                    guard let destination = destinations.randomElement(using: &random) else { continue }
                    take { try planner.plan(goingTo: planner.catalog.place(destination), in: planned, NoScreens()) }
                    coordinator.go(toText: destination)
                case 1:
                    guard let link = links.randomElement(using: &random) else { continue }
                    let place = try coordinator.place(ofLink: link)
                    take { try planner.plan(link: place, in: planned, NoScreens()) }
                    coordinator.open(link)
                default:
                    guard let request = requests.randomElement(using: &random) else { continue }
                    take {
                        try planner.plan(request, in: planned, at: planned.topPosition, by: .user, NoScreens())
                    }
                    coordinator.perform(request)
                }
                let problems = coordinator.takeProblems()
                #expect(problems.isEmpty == !refused, "\(problems)")
                if refused {
                    // The not-found screen may have been put over the state that the plan left alone.
                    coordinator.perform(.reset)
                } else {
                    #expect(coordinator.state.text == planned.text)
                }
            }
        }
    }
}
