import FeatureABI
import FeatureContract
import HostCore

extension CheckTest {
    static let manifestTests: [CheckTest] = [
        CheckTest(
            "manifest", "It gives a manifest that keeps to the schema and its limits.", requires: ["load"]
        ) { (probe) throws(ProbeError) in
            let library = try probe.load()
            let manifest = try probe.manifest()
            // An author of this version has mistyped it; a later version may know it.
            let isLater = library.pointee.abi_minor > SY_ABI_MINOR
            for unknown in (try? Manifest.read(probe.manifestText()).unknowns) ?? [] {
                Reporter.found(
                    isLater ? .warning : .failed, "its manifest, \(unknown.mismatch)\(unknown.hint)")
            }
            if manifest.version.isEmpty {
                Reporter.found(.warning, "its manifest has no version, by which an operator would know it")
            }
            let version = "\(library.pointee.abi_major).\(library.pointee.abi_minor)"
            if !manifest.stamps.abi.isEmpty, manifest.stamps.abi != version {
                Reporter.found(
                    .warning,
                    "its manifest says that it is built for version \(manifest.stamps.abi) of the ABI, and its struct "
                        + "says \(version)")
            }
            if manifest.incoming.isEmpty, manifest.customLinks.isEmpty {
                Reporter.found(
                    .warning, "its manifest has no incoming routes: nothing but its main screen can be shown")
            }
        },
        CheckTest(
            "requirements", "This host has what it requires.", requires: ["manifest"]
        ) { (probe) throws(ProbeError) in
            let unmet = try probe.manifest().unmetRequirements
            guard unmet == .none else { throw .library(LibraryError.unmet(unmet).description) }
        },
        CheckTest(
            "nothing-before-activate", "Until it is activated it starts no thread and no process, and opens nothing.",
            requires: ["manifest"]
        ) { (probe) throws(ProbeError) in
            let before = await ProcessState.ofWarmRuntime()
            _ = try probe.manifestText()
            _ = try probe.unknownExtension()
            await probe.runTurns()
            await before.tellOfWhatIsLeft(by: probe.job.library)
        },
        CheckTest(
            "load-time", "It loads fast: that is what a host does before it can show anything.", requires: ["manifest"]
        ) { (probe) throws(ProbeError) in
            let (_, loading) = try Stopwatch.time { () throws(ProbeError) in try probe.load() }
            let (_, reading) = try Stopwatch.time { () throws(ProbeError) in try probe.manifestText() }
            Reporter.note("loaded in \(loading), manifest in \(reading)")
            if (loading + reading).duration > .milliseconds(500) {
                Reporter.found(
                    .warning,
                    "it needs \(loading + reading) until its manifest is there; a host that starts waits for it")
            }
        },
        CheckTest(
            "links", "Every link's pattern prints a URL that leads back to the same destination.",
            requires: ["manifest"]
        ) { (probe) throws(ProbeError) in
            let manifest = try probe.manifest()
            guard !manifest.links.isEmpty else { throw .nothingToTest("its manifest has no links") }
            for link in manifest.links { probe.examine(link, manifest) }
        },
        CheckTest(
            "links-distinct", "No link is matched by two of its patterns that say equally much.", requires: ["manifest"]
        ) { (probe) throws(ProbeError) in
            let manifest = try probe.manifest()
            guard !manifest.links.isEmpty else { throw .nothingToTest("its manifest has no links") }
            for overlap in Catalog(found: [Catalog.Entry(manifest: manifest, path: nil)]).links().overlaps {
                Reporter.found(
                    .warning,
                    "\(overlap.url) matches \(overlap.first.pattern) and \(overlap.second.pattern) alike, and leads where "
                        + "the first of them says; change one of the patterns")
            }
        },
    ]
}

extension Probe {
    fileprivate func examine(_ link: RouteLink, _ manifest: Manifest) {
        // A link that carries only some values is correct; one that carries none is not.
        var refused: Destination?
        var isPrinted = false
        let index = Catalog(found: [Catalog.Entry(manifest: manifest, path: nil)]).links()
        for destination in linkedDestinations(link, manifest) {
            guard let text = link.url(for: destination) else {
                refused = refused ?? destination
                continue
            }
            isPrinted = true
            guard let url = try? LinkURL(text), case .place(let back, let by) = index.match(url) else {
                Reporter.found(.failed, "\(text), which \(link.pattern) prints, leads nowhere")
                continue
            }
            if back.destination != destination {
                // Another pattern of the feature may suit that one value.
                Reporter.found(
                    by.pattern == link.pattern ? .failed : .warning,
                    "\(text), which \(link.pattern) prints for \(destination.text.shortened), leads to "
                        + "\(back.text.shortened) by \(by.pattern)")
            }
        }
        if let refused, !isPrinted {
            Reporter.found(
                .failed, "\(link.pattern) prints no URL, for \(refused.text.shortened) or any other that was tried")
        }
    }

    /// Destinations that a link should be able to express, including its fixed arguments.
    private func linkedDestinations(_ link: RouteLink, _ manifest: Manifest) -> [Destination] {
        let named = Set(link.pattern.argumentNames)
        return (0..<SampleValues.count).compactMap { number in
            let arguments = link.route.arguments.filter { named.contains($0.name) }.map {
                Destination.Argument($0.name, SampleValues.value($0.type, number))
            }
            let bare = Destination(
                feature: manifest.id, route: link.route.name, arguments: arguments + link.fixedArguments)
            return try? link.route.checked(bare)
        }
    }
}
