import FeatureKit
import FeatureTesting
import Testing

/// The requests of the convenience methods, and how they cross to the host.
@Suite struct NavigatorContractTests {
    private static let item = ViewIncomingNavigation.item(identifier: 7)

    struct Call: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let request: NavigationRequest
        let call: @MainActor @Sendable (any NavigatorContract) -> Void

        init(
            _ description: String, _ request: NavigationRequest,
            call: @escaping @MainActor @Sendable (any NavigatorContract) -> Void
        ) {
            testDescription = description
            self.request = request
            self.call = call
        }
    }

    static let calls: [Call] = [
        Call("navigate", .navigate(AnyNavigation(item), method: nil)) { $0.navigate(to: item) },
        Call("navigate outgoing", .navigate(AnyNavigation(ViewOutgoingNavigation.others), method: nil)) {
            $0.navigate(to: ViewOutgoingNavigation.others)
        },
        Call("push", .navigate(AnyNavigation(item), method: .push)) { $0.push(item) },
        Call("goBack", .back) { $0.goBack() },
        Call("pop", .pop(1)) { $0.pop() },
        Call("pop(last:)", .pop(3)) { $0.pop(last: 3) },
        Call("pop(to:)", .popTo(AnyNavigation(item))) { $0.pop(to: item) },
        Call("popToRoot", .popToRoot) { $0.popToRoot() },
        Call("dismiss", .dismiss) { $0.dismiss() },
        Call("dismissAll", .dismissAll) { $0.dismissAll() },
        Call("replaceStack", .replaceStack([AnyNavigation(item), AnyNavigation(ViewOutgoingNavigation.others)])) {
            $0.replaceStack(with: [item, ViewOutgoingNavigation.others])
        },
        Call("replaceStack with nothing", .replaceStack([])) { $0.replaceStack(with: []) },
        Call("swap", .swap(AnyNavigation(item))) { $0.swap(with: item) },
        Call("reset", .reset) { $0.reset() },
        Call("selectTab", .selectTab("home")) { $0.selectTab("home") },
        Call("returnToCheckpoint", .returnToCheckpoint("list", value: nil)) {
            $0.returnToCheckpoint(Checkpoints.list)
        },
        Call("returnToCheckpoint with a value", .returnToCheckpoint("recipient", value: 42.navigationRawValue)) {
            $0.returnToCheckpoint(Checkpoints.recipient, value: 42)
        },
        Call("send", .send([NavigationTab("home"), item, Answer.yes, [1, 2], "text", 0.5, true])) {
            $0.send(NavigationTab("home"), item, Answer.yes, [1, 2], "text", 0.5, true)
        },
        Call("send nothing", .send([])) { $0.send() },
    ]

    @Test("each method makes one request", arguments: await calls)
    func mock(call: Call) {
        let navigatorMock = NavigatorMock()
        call.call(navigatorMock)
        #expect(navigatorMock.requests == [call.request])
    }

    @Test("a request reaches the host unchanged", arguments: await calls)
    func crossing(call: Call) throws {
        let harness = try FeatureHarness<ViewFeature>(navigatedBody: { navigator in
            Button("Ask") { call.call(navigator) }
        })
        try harness.openMain().press("Ask")
        #expect(harness.requests == [call.request])
        #expect(harness.problems.isEmpty)
    }

    @Test("all requests differ from each other")
    func different() {
        let requests = Self.calls.map(\.request)
        #expect(Set(requests).count == requests.count)
    }

    @Test("every navigation method reaches the host under its own name", arguments: NavigationMethod.allCases)
    func methods(method: NavigationMethod) throws {
        let harness = try FeatureHarness<ViewFeature>(navigatedBody: { navigator in
            Button("Ask") { navigator.navigate(to: Self.item, method: method) }
        })
        try harness.openMain().press("Ask")
        #expect(harness.requests == [.navigate(AnyNavigation(Self.item), method: method)])
    }

    @Test(
        "a refusal reaches the caller with its kind and its reason, and changes nothing else",
        arguments: [
            .unknownRoute, .invalidArgument, .notAllowed, .notFound, .wrongType, .locked, .nothingToDo, .noReceiver,
            .unconnected, .invalidState, .other,
        ] as [NavigationError.Kind])
    func refusal(kind: NavigationError.Kind) throws {
        let refused = NavigationError(kind, reason: "because")
        let (harness, result) = try perform(.back) { $0.refusal = refused }
        #expect(result == .failure(refused))
        #expect(harness.problems == ["because"])
    }

    @Test("a refusal that the author's code cannot handle fails the action, with the first reason")
    func unhandled() throws {
        let harness = try FeatureHarness<ViewFeature>(navigatedBody: { navigator in
            Button("Ask") {
                navigator.goBack()
                navigator.popToRoot()
            }
        })
        harness.refusal = NavigationError(.nothingToDo, reason: "nothing to go back to")
        let screen = try harness.openMain()
        let failure = HarnessError.screen("'Ask' of the screen 'view' could not be done: nothing to go back to")
        for _ in 1...2 { #expect(throws: failure) { try screen.press("Ask") } }
        harness.refusal = nil
        try screen.press("Ask")
        #expect(harness.requests.suffix(2) == [.back, .popToRoot])
    }

    @Test("a refusal that no code handles fails a value that is received or returned too")
    func unhandledValues() throws {
        let harness = try FeatureHarness<ViewFeature>(navigatedBody: { navigator in
            Text("a").navigationCheckpoint(Checkpoints.list) { navigator.goBack() }
                .onNavigationReceive { (_: Answer) in
                    navigator.goBack()
                    return .auto
                }
        })
        let screen = try harness.openMain()
        harness.refusal = NavigationError(.locked, reason: "unsaved")
        #expect(throws: HarnessError.checkpoint("unsaved")) { try screen.returnToCheckpoint(Checkpoints.list) }
        #expect(throws: HarnessError.value("unsaved")) { try screen.send(Answer.yes) }
    }

    @Test("outside of an action, a refusal that no code handles is a warning in the log")
    func unhandledElsewhere() async throws {
        let harness = try FeatureHarness<ViewFeature>(navigatedBody: { navigator in
            Text("a").onAppear { navigator.goBack() }.task { navigator.popToRoot() }
        })
        harness.refusal = NavigationError(.nothingToDo, reason: "nothing to do")
        let screen = try harness.openMain()
        try await screen.settle()
        #expect(harness.requests == [.back, .popToRoot])
        #expect(harness.logLines.filter { $0 == FeatureLogLine(.warning, "nothing to do") }.count == 2)
    }

    @Test("a view cannot navigate while its body is evaluated, and the log says so")
    func body() throws {
        let harness = try FeatureHarness<ViewFeature>(navigatedBody: { navigator in
            let _ = navigator.goBack()
            Text("a")
        })
        #expect(try harness.openMain().text == "a\n")
        #expect(harness.requests.isEmpty)
        #expect(harness.logLines.count { $0.message.contains("navigation is not asked for in render") } == 1)
    }

    @Test("a case that is missing from the samples is refused with advice to add a sample")
    func missingSample() {
        #expect(
            throws: HarnessError.manifest(
                "ForgetfulFeature: it gives no manifest: ForgetfulNavigation.samples has no value of the case 'detail'; "
                    + "add one, with any arguments")
        ) { try FeatureHarness(ForgetfulFeature.self) }
    }

    @Test("a destination of a type that the feature does not declare is refused")
    func undeclaredType() throws {
        let (harness, result) = try perform(.navigate(AnyNavigation(StrayNavigation.astray), method: nil))
        #expect(
            result
                == .failure(
                    NavigationError(
                        .unknownRoute,
                        reason: "the feature 'view' has no route 'astray'; StrayNavigation is not its Incoming or its "
                            + "Outgoing")))
        #expect(harness.requests.isEmpty)
    }

    @Test("an argument that cannot be passed is refused and logged, and never reaches the host")
    func invalidArgument() throws {
        let (harness, result) = try perform(.navigate(AnyNavigation(Extreme.ratio(.nan)), method: nil))
        let reason = "Extreme.ratio(nan): nan is not a finite number"
        #expect(result == .failure(NavigationError(.invalidArgument, reason: reason)))
        #expect(harness.logLines == [FeatureLogLine(.error, reason)])
        #expect(harness.requests.isEmpty)
    }

    @Test("a closed screen and an ended feature cannot navigate")
    func gone() throws {
        var navigators: [any NavigatorContract] = []
        let harness = try FeatureHarness<ViewFeature>(navigatedBody: { navigator in
            let _ = navigators.append(navigator)
            Text("a")
        })
        let screen = try harness.openMain()
        let navigator = try #require(navigators.first)
        screen.close()
        #expect(throws: NavigationError(.invalidState, reason: "the screen 1 of 'view' is gone")) {
            try navigator.perform(.back)
        }
        harness.end()
        #expect(throws: NavigationError(.invalidState, reason: "the feature 'view' is not active any more")) {
            try navigator.perform(.back)
        }
        #expect(!navigator.canReturn(toCheckpointNamed: "list"))
        #expect(harness.requests.isEmpty)
    }

    @Test("the navigator asks the host whether a checkpoint is there")
    func canReturn() throws {
        let harness = try FeatureHarness<ViewFeature>(navigatedBody: { navigator in
            Button("Done") {}.disabled(!navigator.canReturnToCheckpoint(Checkpoints.list))
        })
        #expect(try harness.openMain().text == "[Done] (disabled)\n")
        harness.returnableCheckpoints = ["list"]
        #expect(try harness.openMain().text == "[Done]\n")
    }

    /// Returns the result of a request that a screen performs.
    private func perform(
        _ request: NavigationRequest, prepare: (FeatureHarness<ViewFeature>) -> Void = { _ in }
    ) throws -> (FeatureHarness<ViewFeature>, Outcome?) {
        var result: Outcome?
        let harness = try FeatureHarness<ViewFeature>(navigatedBody: { navigator in
            Button("Ask") {
                do throws(NavigationError) {
                    try navigator.perform(request)
                    result = .success
                } catch {
                    result = .failure(error)
                }
            }
        })
        prepare(harness)
        try harness.openMain().press("Ask")
        return (harness, result)
    }
}

private enum ForgetfulNavigation: Navigation {
    case list
    case detail(identifier: Int)

    static let samples: [Self] = [.list]
}

private struct ForgetfulFeature: Feature {
    typealias Incoming = ForgetfulNavigation

    static let id = "forgetful"
    static let version = "1.0.0"

    init(context: FeatureContext) {}

    func makeMainView(navigator: any NavigatorContract) -> some View { Text("Main") }
    func resolve(_ navigation: ForgetfulNavigation, navigator: any NavigatorContract) -> some View { Text("Other") }
}

private enum StrayNavigation: Navigation {
    case astray

    static let samples: [Self] = [.astray]
}

private enum Outcome: Equatable {
    case success
    case failure(NavigationError)
}

enum Checkpoints: NavigationCheckpoints {
    static var list: NavigationCheckpoint<Void> { checkpoint() }
    static var recipient: NavigationCheckpoint<Int> { checkpoint(was: ["addressee"]) }
    static var answer: NavigationCheckpoint<Answer> { checkpoint() }
    static var named: NavigationCheckpoint<Void> { checkpoint("another-name") }
}

nonisolated enum Answer: String, NavigationValue { case yes, no }
nonisolated struct Recipient: NavigationValue, RawRepresentable { let rawValue: Int }
nonisolated struct Amount: NavigationValue, RawRepresentable {
    static let navigationValueWas = ["Sum"]
    let rawValue: Int
}
