import FeatureABI
import FeatureContract
import HostCore

extension CheckTest {
    static let screenTests: [CheckTest] = [
        CheckTest(
            "screens-before-appear", "Screens describe themselves at once, before they appear.", requires: ["activate"],
            survives: ["routes", "render"]
        ) { (probe) throws(ProbeError) in
            try probe.activate()
            // The main queue has had no turn yet: a host may need the checkpoints and locks of a screen that is not
            // visible.
            let main = try probe.make(nil)
            if let main {
                _ = try probe.render(main)
                probe.destroy(main)
            }
            var isTested = main != nil
            for destination in await probe.explore() {
                guard let screen = try probe.makeAgain(destination) else { continue }
                isTested = true
                _ = try probe.render(screen)
                probe.destroy(screen)
            }
            if !isTested { throw .nothingToTest("no screen could be made") }
        },
        CheckTest(
            "render-same", "A screen that is rendered twice in a row is described the same.", requires: ["activate"],
            survives: ["routes", "render"]
        ) { (probe) throws(ProbeError) in
            try probe.activate()
            try await probe.exploreSomething { (screen, _) throws(ProbeError) in
                for _ in 0..<3 {
                    probe.host?.invalidated = []
                    let first = try probe.render(screen)
                    let second = try probe.render(screen)
                    // A screen that has asked to be rendered again may have changed.
                    guard probe.host?.invalidated.isEmpty == true else { continue }
                    guard let difference = RenderDifference(first, second) else { continue }
                    Reporter.found(
                        .failed, "\(screen.name) is described otherwise when it is rendered again: \(difference)")
                    return
                }
            }
        },
        CheckTest(
            "list-parts", "A list that gives parts gives the part that it is asked for.", requires: ["activate"],
            survives: ["routes", "render"]
        ) { (probe) throws(ProbeError) in
            try probe.activate()
            try await probe.exploreSomething { (screen, _) throws(ProbeError) in try probe.examineLists(of: screen) }
        },
        CheckTest(
            "actions-unknown", "An action that is not shown, and a value of another kind, are refused with a reason.",
            requires: ["activate"], survives: ["routes", "render"]
        ) { (probe) throws(ProbeError) in
            try probe.activate()
            try await probe.exploreSomething { (screen, rendered) throws(ProbeError) in
                probe.examineUnknownActions(on: screen, rendered)
            }
        },
        CheckTest(
            "values", "Checkpoints that it shows, and receivers, take values of their type, or say why not.",
            requires: ["activate"], survives: ["routes", "render"]
        ) { (probe) throws(ProbeError) in
            try probe.activate()
            try await probe.examineValues()
        },
        CheckTest(
            "destroy-order", "Screens can be destroyed in any order, and those that are left still work.",
            requires: ["activate"], survives: ["routes", "render"]
        ) { (probe) throws(ProbeError) in
            try probe.activate()
            let destinations = [nil] + (await probe.explore()).map(Optional.some)
            for order in DestroyOrder.allCases { try probe.destroyInTurn(destinations, order) }
        },
        CheckTest(
            "refusals", "It goes on when the host refuses whatever it asks for.", requires: ["activate"],
            survives: ["routes", "render", "actions"]
        ) { (probe) throws(ProbeError) in
            try probe.activate()
            probe.host?.refuses = true
            var performed = 0
            await probe.performEach(
                { (_, _) throws(ProbeError) in performed += 1 },
                problem: { error in
                    // Failing with the host's reason is correct.
                    if case .failure = error { return }
                    Reporter.found(error.status, error.description)
                })
            if performed == 0 { throw .nothingToTest("nothing on its screens can be used") }
        },
        CheckTest(
            "resolve-time", "Its screens are made and described fast: a person waits for them.", requires: ["activate"],
            survives: ["routes", "render"]
        ) { (probe) throws(ProbeError) in
            try probe.activate()
            try await probe.measureScreens()
        },
    ]
}

private enum DestroyOrder: CaseIterable {
    case first, last, random
}

extension Probe {
    fileprivate func examineUnknownActions(on screen: ProbeScreen, _ rendered: RenderedScreen) {
        var shown: Set<UInt64> = []
        rendered.forEachNode { shown.insert($0.action) }
        for unknown in [UInt64.max, 0, UInt64.max / 2] where !shown.contains(unknown) || unknown == 0 {
            expectRefusal(of: unknown, .null, on: screen, "the action \(unknown), which it does not show,", [.notFound])
        }
        for control in rendered.controls where control.node.action != 0 && !control.isDisabled {
            let wrong: Value
            switch control.node.kind?.actionValue {
            case .nothing, .string: wrong = .integer(1)
            case .bool, .double: wrong = .string("true")
            case .option, nil: continue
            }
            expectRefusal(
                of: control.node.action, wrong, on: screen, "\(control.node.control) with a value of another kind",
                [.wrongType])
        }
    }

    private func expectRefusal(
        of action: UInt64, _ value: Value, on screen: ProbeScreen, _ what: String, _ codes: [FailureCode]
    ) {
        do {
            try perform(screen, action, value)
            Reporter.found(.failed, "\(screen.name) performs \(what)")
        } catch .failure(_, let failure) {
            if !codes.contains(failure.code) {
                Reporter.found(
                    .warning,
                    "\(screen.name) refuses \(what) with \(failure.code.name), and "
                        + "\(codes[0].name) is expected")
            }
        } catch {
            Reporter.found(error.status, error.description)
        }
    }

    fileprivate func examineValues() async throws(ProbeError) {
        let manifest = try manifest()
        var isTested = false
        await explore { (screen, rendered) throws(ProbeError) in
            for checkpoint in rendered.checkpoints {
                isTested = true
                let value = checkpoint.type.map { SampleValues.value($0, 0) } ?? .null
                try self.returned(screen, checkpoint.name, value)
                _ = try await self.renderAtRest(screen)
            }
            for case .value(let type) in rendered.receivers {
                isTested = true
                try self.send(type, to: screen, manifest)
                _ = try await self.renderAtRest(screen)
            }
        } problem: {
            Self.tellOfValue($0)
        }
        for receiver in manifest.receives {
            isTested = true
            try send(receiver.name, to: nil, manifest)
        }
        if !isTested { throw .nothingToTest("it has neither checkpoints nor anything that receives") }
    }

    /// Reports an error of `returned` or `receive`, and leaves other errors to other tests.
    private static func tellOfValue(_ error: ProbeError) {
        if error.function == "returned" || error.function == "receive" {
            Reporter.found(error.status, error.description)
        }
    }

    /// Sends a value of the declared type, which the receiver may accept, decline, or refuse with a reason.
    private func send(_ type: String, to screen: ProbeScreen?, _ manifest: Manifest) throws(ProbeError) {
        let declared = manifest.receives.first { $0.name == type }?.type
        for number in 0..<3 {
            do {
                _ = try receive(.value(type: type, declared.map { SampleValues.value($0, number) } ?? .null), screen)
            } catch {
                guard case .failure = error else { throw error }
            }
        }
    }

    fileprivate func destroyInTurn(_ destinations: [Destination?], _ order: DestroyOrder) throws(ProbeError) {
        var screens: [ProbeScreen] = []
        // Two screens of each: if two of one destination share their state, destroying one breaks the other.
        for destination in destinations + destinations {
            if let screen = try? make(destination) { screens.append(screen) }
        }
        guard !screens.isEmpty else { throw .nothingToTest("no screen could be made") }
        for screen in screens { appear(screen) }
        for screen in screens { disappear(screen) }
        if order == .random { screens.shuffle(using: &random) }
        while !screens.isEmpty {
            destroy(order == .first ? screens.removeFirst() : screens.removeLast())
            for screen in screens.prefix(8) { _ = try render(screen) }
        }
    }

    fileprivate func measureScreens() async throws(ProbeError) {
        var slowest: (name: String, time: MeasuredTime)?
        for destination in [nil] + (await explore()).map(Optional.some) {
            var times: [Duration] = []
            for _ in 0..<5 {
                let (screen, time) = try Stopwatch.time { () throws(ProbeError) -> ProbeScreen? in
                    guard let screen = try makeAgain(destination) else { return nil }
                    _ = try render(screen)
                    return screen
                }
                guard let screen else { continue }
                destroy(screen)
                times.append(time.duration)
            }
            guard !times.isEmpty else { continue }
            let median = MeasuredTime(duration: times.sorted()[times.count / 2])
            let name = destination?.text.shortened ?? "its main screen"
            if slowest.map({ $0.time.duration < median.duration }) ?? true { slowest = (name, median) }
        }
        guard let slowest else { throw .nothingToTest("no screen could be made") }
        Reporter.note("at most \(slowest.time), of \(slowest.name)")
        if slowest.time.duration > .milliseconds(200) {
            Reporter.found(
                .warning,
                "\(slowest.name) needs \(slowest.time) to be made and described; begin long work on another "
                    + "thread, show what there is, and call host->invalidate when it is done")
        }
    }
}

/// The first difference between two renders of a screen.
struct RenderDifference: CustomStringConvertible {
    let description: String

    /// Nil if both renders are equal. The numbers of actions may differ each time, and are not compared.
    init?(_ first: RenderedScreen, _ second: RenderedScreen) {
        let (old, new) = (Self.lines(first), Self.lines(second))
        guard old != new else { return nil }
        let index = zip(old, new).enumerated().first { $1.0 != $1.1 }?.offset ?? min(old.count, new.count)
        func line(_ lines: [String]) -> String { index < lines.count ? lines[index] : "nothing" }
        description = "first \(line(old).shortened), then \(line(new).shortened)"
    }

    private static func lines(_ screen: RenderedScreen) -> [String] {
        var lines = ["the title '\(screen.title)'", "the lock '\(screen.lock ?? "")'"]
        lines += screen.checkpoints.map { "the checkpoint '\($0.name)'" }
        lines += screen.receivers.map { "the receiver \($0)" }
        screen.forEachNode { node in
            var text = node.kindName
            for part in [
                node.text, node.detail, node.key, node.symbol, node.badge, node.accessibilityLabel, node.url,
                node.shortcut, node.destination?.text ?? "",
            ] where !part.isEmpty {
                text += " '\(part)'"
            }
            if node.value != .null { text += " \(node.value.json.text())" }
            if node.role != .primary { text += " as \(node.role)" }
            if !node.flags.isEmpty { text += " flags \(node.flags.rawValue)" }
            lines.append(text + (node.children.isEmpty ? "" : ", \(node.children.count) below"))
        }
        return lines
    }
}

extension Probe {
    /// Asks for parts of each list that the screen has in part: in the middle, and past the end.
    fileprivate func examineLists(of screen: ProbeScreen) throws(ProbeError) {
        host?.invalidated = []
        for list in try render(screen).lists {
            let (key, all) = (list.key, list.elementCount)
            let count = min(3, all)
            for offset in [all / 2, all - 1, .max] {
                let rendered = try render(screen, parts: [ListPart(of: key, from: offset, count: count), ListPart()])
                // A screen that has asked to be rendered again may have changed.
                guard host?.invalidated.isEmpty == true else { return }
                guard let part = rendered.lists.first(where: { $0.key == key }) else {
                    return Reporter.found(
                        .failed,
                        "\(screen.name) has no list '\(key)' when a part of it is asked for, or gives all of it")
                }
                let first = min(offset, all - count)
                guard part.elementCount == all, part.elementOffset == first, part.elements.count == count else {
                    return Reporter.found(
                        .failed,
                        "\(screen.name) gives \(part.elements.count) elements from \(part.elementOffset) on of "
                            + "\(part.elementCount), where \(count) from \(first) on of \(all) are asked for")
                }
            }
        }
    }
}
