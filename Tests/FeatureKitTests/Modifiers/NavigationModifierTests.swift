import FeatureKit
import FeatureTesting
import Testing

/// Checkpoints, receivers and destinations of screens.
@Suite struct NavigationModifierTests {
    private let model = Model()

    // MARK: Checkpoints

    @Test("a checkpoint receives the value that navigation returns with")
    func checkpoints() throws {
        let screen = try screen {
            Text("a")
                .navigationCheckpoint(Checkpoints.list) { model.events.append("list") }
                .navigationCheckpoint(Checkpoints.recipient) { model.events.append("recipient \($0)") }
                .navigationCheckpoint(Checkpoints.answer) { model.events.append("answer \($0)") }
                .navigationCheckpoint(Checkpoints.named)
        }
        #expect(screen.checkpoints == ["another-name", "answer", "recipient", "list"])
        try screen.returnToCheckpoint(Checkpoints.list)
        try screen.returnToCheckpoint(Checkpoints.recipient, value: 42)
        try screen.returnToCheckpoint(Checkpoints.answer, value: .no)
        try screen.returnToCheckpoint(Checkpoints.named)
        #expect(model.events == ["list", "recipient 42", "answer no"])
    }

    @Test("a checkpoint refuses a value of another type, and its screen does not change")
    func wrongTypes() throws {
        let screen = try screen {
            Text("a")
                .navigationCheckpoint(Checkpoints.list) { model.events.append("list") }
                .navigationCheckpoint(Checkpoints.answer) { model.events.append("answer \($0)") }
        }
        let takesNone = HarnessError.checkpoint("the checkpoint 'list' takes no value")
        let takesString = HarnessError.checkpoint("the checkpoint 'answer' takes a value of type string")
        #expect(throws: takesNone) { try screen.returnToCheckpoint(NavigationCheckpoint<Int>(name: "list"), value: 1) }
        #expect(throws: takesString) { try screen.returnToCheckpoint(NavigationCheckpoint<Void>(name: "answer")) }
        #expect(throws: takesString) {
            try screen.returnToCheckpoint(NavigationCheckpoint<Int>(name: "answer"), value: 1)
        }
        #expect(throws: takesString) {
            try screen.returnToCheckpoint(NavigationCheckpoint<String>(name: "answer"), value: "maybe")
        }
        #expect(throws: HarnessError.checkpoint("the screen shows no checkpoint 'recipient'")) {
            try screen.returnToCheckpoint(Checkpoints.recipient, value: 1)
        }
        #expect(model.events.isEmpty)
    }

    // MARK: Loading

    @Test("a screen with determinate progress counts as loading only while it declares itself loading")
    func loading() async throws {
        let loading = try screen {
            ProgressView("Import", value: Double(model.number), total: 4)
                .navigationLoading(model.number < 4)
                .task { while model.number < 4 { model.number += 1 } }
        }
        #expect(loading.isLoading)
        try await loading.settle()
        #expect(!loading.isLoading)
        #expect(model.number == 4)
        #expect(try screen { ProgressView("Import", value: 1, total: 4) }.isLoading == false)
        #expect(try screen { Text("a").navigationLoading() }.isLoading)
    }

    // MARK: Receivers

    @Test("a receiver gets the values of its type by the type's name, and answers")
    func receivers() throws {
        let screen = try screen {
            Text("a")
                .onNavigationReceive { (recipient: Recipient) in
                    model.events.append("recipient \(recipient.rawValue)")
                    return .after(1.5)
                }
                .onNavigationReceive { (amount: Amount) in
                    model.events.append("amount \(amount.rawValue)")
                    return .cancel
                }
        }
        #expect(try answer(screen.send(Recipient(rawValue: 1))) == "after(1.5)")
        #expect(try answer(screen.send(Amount(rawValue: 2))) == "cancel")
        #expect(try answer(screen.send(Answer.yes)) == nil)
        #expect(try answer(screen.send(3)) == nil)
        #expect(model.events == ["recipient 1", "amount 2"])
    }

    @Test(
        "every answer of a receiver reaches the host",
        arguments: [
            (.auto, "auto"), (.immediately, "immediately"), (.after(0), "after(0.0)"), (.pause, "pause"),
            (.cancel, "cancel"), (.inserting([]), "inserting"), (.replacing([NavigationTab("a")]), "replacing tab a"),
            (.appending([Answer.yes, ViewIncomingNavigation.item(identifier: 1)]), "appending Answer(\"yes\") item 1"),
        ] as [(NavigationResume, String)])
    func answers(resume: NavigationResume, text: String) throws {
        let screen = try screen { Text("a").onNavigationReceive { (_: Answer) in resume } }
        #expect(try answer(screen.send(Answer.yes)) == text)
    }

    @Test("an answer with a negative time is refused")
    func wrongTime() throws {
        let screen = try screen { Text("a").onNavigationReceive { (_: Answer) in .after(-1) } }
        #expect(
            throws: HarnessError.value(
                "the feature 'view' answered a value malformed: -1.0 seconds is not a time to resume after")
        ) {
            try screen.send(Answer.yes)
        }
    }

    @Test("a received value can be assigned, and an equal value takes no time")
    func assigning() throws {
        let screen = try screen { Text("\(model.number)").onNavigationReceive(assign: Bindable(model).number) }
        #expect(try answer(screen.send(7)) == "auto")
        #expect(screen.text == "7\n")
        #expect(try answer(screen.send(7)) == "immediately")
    }

    @Test("a receiver may navigate from its screen")
    func navigatingReceivers() throws {
        let harness = try FeatureHarness<ViewFeature>(body: {
            Text("a")
                .onNavigationReceive { (recipient: Recipient, navigator) in
                    navigator.push(ViewIncomingNavigation.item(identifier: recipient.rawValue))
                    return .auto
                }
                .onNavigationReceive { (navigation: ViewIncomingNavigation, navigator) in
                    navigator.navigate(to: navigation, method: .sheet)
                    return .auto
                }
        })
        let screen = try harness.openMain()
        _ = try screen.send(Recipient(rawValue: 1))
        _ = try screen.send(ViewIncomingNavigation.item(identifier: 2))
        #expect(
            harness.requests == [
                .navigate(AnyNavigation(ViewIncomingNavigation.item(identifier: 1)), method: .push),
                .navigate(AnyNavigation(ViewIncomingNavigation.item(identifier: 2)), method: .sheet),
            ])
    }

    @Test("a screen may leave receiving to the host, which selects tabs and goes to destinations")
    func automatic() throws {
        let harness = try FeatureHarness<ViewFeature>(body: {
            Text("a").navigationAutoReceive(NavigationTab.self).navigationAutoReceive(ViewIncomingNavigation.self)
        })
        let screen = try harness.openMain()
        #expect(try answer(screen.send(NavigationTab("home"))) == "auto")
        #expect(try answer(screen.send(ViewIncomingNavigation.item(identifier: 1))) == "auto")
        #expect(try answer(screen.send(Answer.yes)) == nil)
        #expect(
            harness.requests == [
                .selectTab("home"),
                .navigate(AnyNavigation(ViewIncomingNavigation.item(identifier: 1)), method: nil),
            ])
    }

    private func answer(_ resume: NavigationResume?) -> String? {
        func texts(_ values: [any NavigationSendable]) -> String {
            values.map { value in
                switch value {
                case let tab as NavigationTab: " tab \(tab.name)"
                case ViewIncomingNavigation.item(let identifier) as ViewIncomingNavigation: " item \(identifier)"
                default: " \(value)"
                }
            }.joined()
        }
        return switch resume {
        case nil: nil
        case .inserting(let values): "inserting" + texts(values)
        case .appending(let values): "appending" + texts(values)
        case .replacing(let values): "replacing" + texts(values)
        case let other?: "\(other)"
        }
    }

    // MARK: Destinations of views

    @Test("a view goes to each destination once, as soon as it is set")
    func navigateTo() async throws {
        let harness = try FeatureHarness<ViewFeature>(body: {
            Text("a").navigate(to: Bindable(model).item)
        })
        let screen = try harness.openMain()
        #expect(harness.requests.isEmpty)
        model.item = .item(identifier: 1)
        try await screen.settle()
        #expect(model.item == nil)
        model.item = .item(identifier: 2)
        try await screen.settle()
        #expect(
            harness.requests == [
                .navigate(AnyNavigation(ViewIncomingNavigation.item(identifier: 1)), method: nil),
                .navigate(AnyNavigation(ViewIncomingNavigation.item(identifier: 2)), method: nil),
            ])
    }

    @Test("a view asks to navigate once its render has returned, in the order of its modifiers, appearances first")
    func afterRender() throws {
        model.item = .item(identifier: 1)
        model.isOn = true
        let harness = try FeatureHarness<ViewFeature>(navigatedBody: { navigator in
            Text("a").navigate(to: Bindable(model).item)
                .navigate(trigger: Bindable(model).isOn, destination: ViewOutgoingNavigation.others)
                .onAppear { navigator.popToRoot() }
        })
        _ = try harness.openMain()
        #expect(
            harness.requests == [
                .popToRoot, .navigate(AnyNavigation(ViewIncomingNavigation.item(identifier: 1)), method: nil),
                .navigate(AnyNavigation(ViewOutgoingNavigation.others), method: nil),
            ])
        #expect(harness.problems.isEmpty)
    }

    @Test("a view goes to its destination when the trigger is set, and the trigger is reset")
    func navigateTrigger() async throws {
        let harness = try FeatureHarness<ViewFeature>(body: {
            Button("Go") { model.isOn = true }
                .navigate(trigger: Bindable(model).isOn, destination: ViewOutgoingNavigation.others)
        })
        let screen = try harness.openMain()
        try screen.press("Go")
        try await screen.settle()
        try screen.press("Go")
        try await screen.settle()
        #expect(!model.isOn)
        #expect(harness.navigatedDestinations as? [ViewOutgoingNavigation] == [.others, .others])
    }
}
