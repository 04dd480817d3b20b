import FeatureContract
import HostCore

extension CheckTest {
    /// Tests of a feature's life, from activation to deactivation.
    static let lifeTests: [CheckTest] = [
        CheckTest(
            "activate", "It starts, without settings and with an empty data directory.", requires: ["requirements"]
        ) { (probe) throws(ProbeError) in
            do throws(ProbeError) {
                try probe.activate()
            } catch .nothingToTest(let reason) {
                Reporter.found(.warning, "\(reason); check it where what it needs can be reached")
            }
            await probe.runTurns()
        },
        CheckTest(
            "main-screen", "It makes a main screen.", requires: ["activate"]
        ) { (probe) throws(ProbeError) in
            try probe.activate()
            guard let screen = try probe.make(nil) else {
                throw .nothingToTest("it has no main screen")
            }
            await probe.runTurns()
            probe.destroy(screen)
        },
        CheckTest(
            "routes", "Every declared route makes a screen.", requires: ["activate"]
        ) { (probe) throws(ProbeError) in
            try probe.activate()
            try await probe.examineRoutes()
        },
        CheckTest(
            "render", "Every screen describes itself.", requires: ["activate"], survives: ["routes"]
        ) { (probe) throws(ProbeError) in
            try probe.activate()
            var isSeen = false
            await probe.explore { (_, _) throws(ProbeError) in
                isSeen = true
            } problem: { error in
                if error.function == "render" { Reporter.found(error.status, error.description) }
            }
            if !isSeen { Reporter.found(.skipped, "no screen could be made") }
        },
        CheckTest(
            "actions", "Whatever can be used can be, and the screen describes itself afterwards.",
            requires: ["activate"], survives: ["routes", "render"]
        ) { (probe) throws(ProbeError) in
            try probe.activate()
            var performed = 0
            await probe.performEach(
                unseen: { screen, action, difference in
                    Reporter.found(
                        .warning,
                        "\(action.control) on \(screen.name) changes what it shows, and nobody sees it before it calls "
                            + "host->invalidate: \(difference)")
                }, { (_, _) throws(ProbeError) in performed += 1 }, problem: Probe.tellOfAction)
            if performed == 0 { Reporter.found(.skipped, "nothing on its screens can be used") }
        },
        CheckTest(
            "deactivate", "It ends, once its screens are destroyed.", requires: ["activate"]
        ) { (probe) throws(ProbeError) in
            try probe.activate()
            if let screen = try? probe.make(nil) { probe.destroy(screen) }
            probe.deactivate()
            await probe.runTurns()
        },
        CheckTest(
            "manifest-same", "It gives the same manifest each time, before it is activated and after.",
            requires: ["manifest"], survives: ["activate", "deactivate"]
        ) { (probe) throws(ProbeError) in
            let first = try probe.manifestText()
            guard try probe.manifestText() == first else {
                throw .library("the manifest is another when it is read again")
            }
            // A failure to activate is reported by another test.
            guard (try? probe.activate()) != nil else { return }
            guard try probe.manifestText() == first else {
                throw .library("the manifest is another while the feature is active")
            }
            probe.deactivate()
            guard try probe.manifestText() == first else {
                throw .library("the manifest is another after the feature was active")
            }
        },
        CheckTest(
            "activate-twice", "It can be activated again after it has ended.", requires: ["activate"],
            survives: ["routes", "render", "deactivate"]
        ) { (probe) throws(ProbeError) in
            for _ in 0..<3 {
                try probe.activate()
                if let screen = try probe.make(nil) {
                    probe.appear(screen)
                    _ = try await probe.renderAtRest(screen)
                    probe.disappear(screen)
                    probe.destroy(screen)
                }
                await probe.explore()
                probe.deactivate()
                await probe.runTurns()
            }
        },
        CheckTest(
            "settings", "Settings that it does not expect do not end it.", requires: ["activate"],
            survives: ["deactivate"]
        ) { (probe) throws(ProbeError) in
            for settings in [
                #"{"unknown": {"deep": [1, null, "x"]}, "": 0}"#,
                #"{"unknown": "\#(String(repeating: "x", count: 65536))"}"#,
            ] {
                // Refusing the settings with a reason is correct too.
                guard (try? probe.activate(settings: settings)) != nil else { continue }
                if let screen = try probe.make(nil) { probe.destroy(screen) }
                probe.deactivate()
            }
        },
        CheckTest(
            "leaves-nothing", "When it has ended, no thread of it runs, and no descriptor or process is left.",
            requires: ["activate"], survives: ["routes", "render", "actions", "deactivate"]
        ) { (probe) throws(ProbeError) in
            _ = try probe.manifest()
            let before = await ProcessState.ofWarmRuntime()
            var problem: ProbeError?
            do throws(ProbeError) {
                try probe.activate()
                await probe.performEach()
                probe.deactivate()
            } catch {
                // Everything that the feature started before it failed must be gone too.
                problem = error
            }
            await probe.runTurns()
            await before.tellOfWhatIsLeft(by: probe.job.library)
            if let problem { throw problem }
        },
    ]
}

extension Probe {
    /// Reports an error during an action. A visible action may fail, for example because something cannot be reached,
    /// but not as unknown or because of its value's type.
    fileprivate static func tellOfAction(_ error: ProbeError) {
        guard case .failure(let call, let failure) = error, call.function == "perform" else {
            // The content of a destination may be gone by now, such as a process that has exited.
            if case .failure(let call, _) = error, call.isOfMaking { return }
            return Reporter.found(error.status, error.description)
        }
        switch failure.code {
        case .notFound, .wrongType:
            Reporter.found(.failed, "\(call), by an action that it shows and a value of its kind, failed: \(failure)")
        default: Reporter.found(.warning, error.description)
        }
    }

    /// Tries each route with sample values, and then searches the screens' destinations for routes.
    fileprivate func examineRoutes() async throws(ProbeError) {
        let manifest = try manifest()
        guard !manifest.incoming.isEmpty else { throw .nothingToTest("its manifest has no incoming routes") }
        var unmade: [(route: RouteDeclaration, answer: String)] = []
        for route in manifest.incoming {
            if let answer = try answerWithoutScreen(to: route, manifest) { unmade.append((route, answer)) }
        }
        guard !unmade.isEmpty else { return }
        let opened = await explore()
        for (route, answer) in unmade where !opened.contains(where: { $0.route == route.name }) {
            Reporter.found(
                .warning,
                "no value was found for which '\(route.name)' makes a screen, and no screen leads there; \(answer)")
        }
    }

    /// The answer to the last candidate of a route that makes a screen for none; nil if it makes one, or if the problem
    /// has been reported.
    private func answerWithoutScreen(to route: RouteDeclaration, _ manifest: Manifest) throws(ProbeError) -> String? {
        var answer = ""
        for candidate in candidates(for: route, manifest) {
            do {
                if let screen = try make(candidate) {
                    destroy(screen)
                } else {
                    Reporter.found(
                        .failed,
                        "its manifest declares '\(route.name)', and \(candidate.text.shortened) is answered SY_NOT_MINE"
                    )
                }
                return nil
            } catch {
                guard case .failure = error else {
                    Reporter.found(error.status, error.description)
                    return nil
                }
                answer = error.description
            }
        }
        return answer
    }
}

extension CheckTest {
    /// Tests of rules that apply to every call, through the whole life of a feature.
    static let conductTests: [CheckTest] = [
        .watching(.failures, "What fails says why."),
        .watching(.sizes, "Its structs say the size that they have in the version it is built for."),
        .watching(.text, "Its text is UTF-8 without control characters."),
        .watching(.limits, "It keeps to what every host takes: 1 MiB of text, 10,000 nodes, nested 64 deep."),
        .watching(.threads, "It calls on the main thread what belongs there, and a sink on the thread of its call."),
        .watching(.lifetime, "It uses nothing that is over: no sink, no screen, no host."),
        .watching(.hostCalls, "It calls the host where it may, and passes what is well-formed to it and to sinks."),
        .watching(.declarations, "It leads to, shows and sends what its manifest declares."),
        .watching(.forks, "It does not fork the process."),
        CheckTest(
            "standard-output", "It writes nothing to standard output, where the host's data goes.", requires: ["load"],
            survives: wholeLife
        ) { (probe) throws(ProbeError) in
            StandardStreams.watchInput()
            await probe.live()
            StandardStreams.tellOfInput()
            StandardStreams.tellOfOutput()
        },
        CheckTest(
            "standard-error", "It writes to the host's log, and not to standard error.", requires: ["load"],
            survives: wholeLife
        ) { (probe) throws(ProbeError) in
            StandardStreams.watchError()
            await probe.live()
            StandardStreams.tellOfError()
        },
        CheckTest(
            "process-state", "It leaves signals, working directory, umask, locale and environment to the host.",
            requires: ["load"], survives: wholeLife
        ) { (probe) throws(ProbeError) in
            let before = HostsState()
            await probe.live()
            let after = HostsState()
            for change in before.changedHandlers(to: after) { LibraryInspection.found(change, in: probe.job.library) }
            for change in before.changes(to: after) { Reporter.found(.failed, change) }
        },
    ]
}
