import Glibc
import HostCore

// Features run in processes of this program: one that has been started for a feature goes no further than here.
WorkerMain.runIfStartedAsWorker()

@MainActor func browse(_ options: HostOptions, _ places: ArraySlice<String>) async throws(HostError) {
    let application = try HostApplication.open(options)
    for feature in application.features { print(feature.id, feature.version, feature.incoming.joined(separator: " ")) }
    for file in application.refusedFiles { print("not used:", file.path, file.reason) }

    let coordinator = application.makeCoordinator()
    defer { coordinator.shutDown() }
    func show() async {
        if await !coordinator.settle(timeout: .seconds(5)) { print("still loading") }
        for problem in coordinator.takeProblems() { print("problem:", problem) }
        print("\n\(coordinator.stateText)\n\n\(coordinator.showText())", terminator: "")
    }
    coordinator.start()
    coordinator.press("Featured character")
    await show()
    for place in places {
        if place.contains("://") { coordinator.open(place) } else { coordinator.go(to: place) }
        await show()
    }
    coordinator.back()
    await show()
}

Task {
    let arguments = CommandLine.arguments.dropFirst()
    guard let plugins = arguments.first, let wiring = arguments.dropFirst().first else { exit(64) }
    do {
        try await browse(HostOptions(plugins: [plugins], config: wiring), arguments.dropFirst(2))
        exit(0)
    } catch {
        print(error)
        exit(1)
    }
}
MainLoop.run()
