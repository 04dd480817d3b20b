import FeatureContract
import HostCore

extension CheckTest {
    /// Tests that `resolve` follows the manifest for any input. A host checks destinations before it calls; these tests
    /// call directly.
    static let routeTests: [CheckTest] = [
        CheckTest(
            "routes-missing", "A destination that lacks a required argument is refused, with a reason.",
            requires: ["activate"], survives: ["routes", "render"]
        ) { (probe) throws(ProbeError) in
            try await probe.examineRefusals { sample, route in
                route.requiredArguments.map { missing in
                    (sample.without(missing.name), "without its required argument '\(missing.name)'")
                }
            }
        },
        CheckTest(
            "routes-wrong-type", "A destination with an argument of another type is refused, with a reason.",
            requires: ["activate"], survives: ["routes", "render"]
        ) { (probe) throws(ProbeError) in
            try await probe.examineRefusals { sample, route in
                route.arguments.map { argument in
                    (
                        sample.with(argument.name, SampleValues.wrong(for: argument.type)),
                        "with '\(argument.name)' of another type than \(argument.type)"
                    )
                }
            }
        },
        CheckTest(
            "routes-unknown-argument", "A destination with an argument that the route does not have is refused.",
            requires: ["activate"], survives: ["routes", "render"]
        ) { (probe) throws(ProbeError) in
            try await probe.examineRefusals { sample, _ in
                [(sample.with("switchyardCheckUnknown", .integer(1)), "with an argument that the route does not have")]
            }
        },
        CheckTest(
            "routes-empty", "An empty argument makes a screen, or is refused with a reason.", requires: ["activate"],
            survives: ["routes", "render"]
        ) { (probe) throws(ProbeError) in
            try await probe.examineAnswers { sample, route in
                route.arguments.compactMap { argument in
                    SampleValues.empty(argument.type).map { sample.with(argument.name, $0) }
                }
            }
        },
        CheckTest(
            "routes-huge", "The largest argument that crosses makes a screen, or is refused with a reason.",
            requires: ["activate"], survives: ["routes", "render"]
        ) { (probe) throws(ProbeError) in
            try await probe.examineAnswers { sample, route in
                route.arguments.flatMap { argument in
                    SampleValues.huge(argument.type).map { sample.with(argument.name, $0) }
                }
            }
        },
        CheckTest(
            "routes-odd", "Odd text as an argument makes a screen, or is refused with a reason.",
            requires: ["activate"], survives: ["routes", "render"]
        ) { (probe) throws(ProbeError) in
            try await probe.examineAnswers { sample, route in
                route.arguments.filter { $0.type.scalar == .string }.flatMap { argument in
                    SampleValues.oddStrings.map {
                        sample.with(argument.name, argument.type.isList ? .list([.string($0)]) : .string($0))
                    }
                }
            }
        },
        CheckTest(
            "routes-undeclared", "It answers 'not mine' to a route that its manifest does not declare.",
            requires: ["activate"], survives: ["routes", "render"]
        ) { (probe) throws(ProbeError) in
            try probe.activate()
            let manifest = try probe.manifest()
            let names = ["switchyardCheckUnknown", "\u{0}"] + manifest.outgoing.map(\.name)
            for name in names where manifest.incomingRoute(named: name) == nil {
                let destination = Destination(feature: manifest.id, route: name)
                guard let screen = try probe.make(destination) else { continue }
                probe.destroy(screen)
                Reporter.found(
                    .failed,
                    "it makes a screen for '\(destination.text.shortened)', which its manifest does not declare as "
                        + "incoming")
            }
        },
        CheckTest(
            "routes-newer", "It takes a destination of a later minor version, whose structs are larger.",
            requires: ["activate"], survives: ["routes", "render"]
        ) { (probe) throws(ProbeError) in
            try await probe.examineLargerStructs()
        },
        CheckTest(
            "custom-links", "Links that it resolves by code lead to what it declares, or are 'not mine'.",
            requires: ["activate"], survives: ["routes", "render"]
        ) { (probe) throws(ProbeError) in
            try probe.activate()
            try probe.examineCustomLinks()
        },
    ]
}

extension Destination {
    func with(_ name: String, _ value: Value) -> Destination {
        Destination(
            feature: feature, route: route,
            arguments: arguments.filter { $0.name != name } + [Argument(name, value)])
    }

    func without(_ name: String) -> Destination {
        Destination(feature: feature, route: route, arguments: arguments.filter { $0.name != name })
    }
}

extension Probe {
    /// Returns a destination of each incoming route, preferably one for which the feature makes a screen.
    private func samples() async throws(ProbeError) -> [(RouteDeclaration, Destination)] {
        try activate()
        let manifest = try manifest()
        guard !manifest.incoming.isEmpty else { throw .nothingToTest("its manifest has no incoming routes") }
        let opened = await explore()
        var samples: [(RouteDeclaration, Destination)] = []
        for route in manifest.incoming {
            let candidates = opened.filter { $0.route == route.name } + candidates(for: route, manifest)
            if let sample = candidates.first { samples.append((route, sample)) }
        }
        return samples
    }

    /// Tests destinations that must be refused, with SY_ERROR_INVALID_ARGUMENT according to the ABI.
    fileprivate func examineRefusals(
        _ destinations: (Destination, RouteDeclaration) -> [(Destination, how: String)]
    ) async throws(ProbeError) {
        var isTested = false
        for (route, sample) in try await samples() {
            for (destination, how) in destinations(sample, route) {
                isTested = true
                examineRefusal(of: destination, route.name, how)
            }
        }
        if !isTested { throw .nothingToTest("none of its incoming routes has such an argument") }
    }

    private func examineRefusal(of destination: Destination, _ route: String, _ how: String) {
        do {
            guard let screen = try make(destination) else {
                return Reporter.found(
                    .failed, "'\(route)' \(how) is answered SY_NOT_MINE, and SY_ERROR_INVALID_ARGUMENT is expected")
            }
            destroy(screen)
            Reporter.found(.failed, "it makes a screen for '\(route)' \(how)")
        } catch .failure(_, let failure) {
            if failure.code != .invalidArgument {
                Reporter.found(
                    .warning,
                    "'\(route)' \(how) fails with \(failure.code.name), and SY_ERROR_INVALID_ARGUMENT is expected")
            }
        } catch {
            Reporter.found(error.status, error.description)
        }
    }

    /// Tests destinations that may have a screen or not, but must have an answer. The screen is rendered.
    fileprivate func examineAnswers(
        _ destinations: (Destination, RouteDeclaration) -> [Destination]
    ) async throws(ProbeError) {
        var isTested = false
        for (route, sample) in try await samples() {
            for destination in destinations(sample, route) {
                isTested = true
                do {
                    guard let screen = try make(destination) else {
                        Reporter.found(.failed, "its manifest declares '\(route.name)', and it answers SY_NOT_MINE")
                        continue
                    }
                    defer { destroy(screen) }
                    appear(screen)
                    defer { disappear(screen) }
                    _ = try await renderAtRest(screen)
                } catch {
                    if case .failure(let call, _) = error, call.function == "resolve" { continue }
                    Reporter.found(error.status, error.description)
                }
            }
        }
        if !isTested { throw .nothingToTest("none of its incoming routes has such an argument") }
    }

    /// Tests that a destination keeps its screen when each struct, and so each step of an array, is larger than the
    /// library knows.
    fileprivate func examineLargerStructs() async throws(ProbeError) {
        var isTested = false
        for (route, sample) in try await samples() {
            let missing = route.arguments.filter { argument in !sample.arguments.contains { $0.name == argument.name } }
            let whole = missing.reduce(sample) { $0.with($1.name, SampleValues.value($1.type, 0)) }
            // All arguments if the feature accepts that: only the second element of an array reveals the library's
            // step.
            guard let destination = [whole, sample].first(where: { makesScreen($0) }) else { continue }
            isTested = true
            passesLargerStructs = true
            defer { passesLargerStructs = false }
            guard !makesScreen(destination) else { continue }
            Reporter.found(
                .failed,
                "'\(destination.text.shortened)' makes no screen when its structs are larger, as those of a later minor "
                    + "version are; element i of an array stands at i * array[0].size bytes")
        }
        if !isTested { throw .nothingToTest("no screen could be made for an incoming route") }
    }

    private func makesScreen(_ destination: Destination) -> Bool {
        guard let screen = try? make(destination) else { return false }
        destroy(screen)
        return true
    }

    fileprivate func examineCustomLinks() throws(ProbeError) {
        let manifest = try manifest()
        guard !manifest.customLinks.isEmpty else { throw .nothingToTest("its manifest has no custom links") }
        for claim in manifest.customLinks {
            let site = "\(claim.scheme)://\(claim.host)"
            for rest in [
                "", "/", "/switchyard-check", "/a/b/c?d=e#f", "/%00", "/%FF",
                "/?" + String(repeating: "x", count: 4096),
            ] {
                do {
                    guard let destination = try resolve(url: site + rest) else { continue }
                    try host?.examine(destination, of: site + rest)
                } catch {
                    // A failure with a reason is an answer.
                    if case .failure = error { continue }
                    Reporter.found(error.status, error.description)
                }
            }
        }
    }
}

extension CheckHost {
    fileprivate func examine(_ destination: Destination, of url: String) throws(ProbeError) {
        do {
            try examine(destination)
        } catch {
            throw .library("the link \(url.shortened): \(error.reason)")
        }
    }
}
