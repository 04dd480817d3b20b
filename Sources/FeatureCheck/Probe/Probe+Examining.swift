import FeatureABI
import FeatureContract
import HostCore

extension Probe {
    /// Checks a manifest's texts for the user.
    func examine(_ manifest: Manifest) {
        for (key, text) in manifest.identity.texts { WatchedText.examine(text, "its \(key)") }
        for route in manifest.incoming + manifest.outgoing {
            WatchedText.examine(route.summary, "the summary of '\(route.name)'")
        }
    }

    func examine(_ rendered: RenderedScreen, of screen: ProbeScreen) throws(ProbeError) {
        let manifest = try manifest()
        WatchedText.examine(rendered.title, "its title")
        if let lock = rendered.lock { WatchedText.examine(lock, "its lock") }
        examineNames(rendered, manifest)
        rendered.forEachNode { node in
            examineText(of: node)
            guard let destination = node.destination else { return }
            do throws(CallFailure) {
                try host?.examine(destination)
            } catch {
                Reporter.broken(.declarations, error.reason)
            }
        }
        examineShortcuts(rendered.nodes)
        try refuseEndlessEmbedding(rendered, of: screen)
    }

    /// Checks the shortcuts of a screen, and of each sheet over it separately.
    private func examineShortcuts(_ nodes: [ViewNode]) {
        var owners: [KeyboardShortcut: String] = [:]
        var rest = nodes
        while let node = rest.popLast() {
            guard node.kind != .sheet, node.kind != .cover else {
                examineShortcuts(node.children)
                continue
            }
            rest += node.children
            guard !node.shortcut.isEmpty else { continue }
            guard let shortcut = node.keyboardShortcut else {
                Reporter.broken(
                    .hostCalls,
                    "its control '\(node.label.shortened)' has the shortcut '\(node.shortcut.shortened)', "
                        + "which no terminal sends")
                continue
            }
            // Each row of a list may have the same action: that of the row with the focus is meant.
            if let other = owners.updateValue(node.label, forKey: shortcut), other != node.label {
                Reporter.broken(
                    .hostCalls,
                    "its controls '\(node.label.shortened)' and '\(other.shortened)' have the same shortcut, "
                        + shortcut.label)
            }
        }
    }

    private func examineText(of node: ViewNode) {
        for (text, what) in [
            (node.text, "a text"), (node.detail, "a detail"), (node.key, "a key"), (node.symbol, "a symbol"),
            (node.badge, "a badge"), (node.accessibilityLabel, "an accessibility label"), (node.url, "a URL"),
            (node.shortcut, "a shortcut"),
        ] {
            WatchedText.examine(text, what)
        }
        if case .string(let text) = node.value { WatchedText.examine(text, "a value") }
        if case .list(let items) = node.value, items.count > EveryHost.arrayCount {
            Reporter.broken(
                .limits, "a list of \(items.count) items, and a host need not take more than \(EveryHost.arrayCount)")
        }
    }

    private func examineNames(_ rendered: RenderedScreen, _ manifest: Manifest) {
        for checkpoint in rendered.checkpoints {
            guard let declared = manifest.checkpoints.first(where: { $0.name == checkpoint.name }) else {
                Reporter.broken(
                    .declarations, "it shows the checkpoint '\(checkpoint.name)', which its manifest does not declare")
                continue
            }
            if declared.type != checkpoint.type {
                Reporter.broken(
                    .declarations,
                    "its checkpoint '\(checkpoint.name)' takes \(Self.text(checkpoint.type)) here, and "
                        + "\(Self.text(declared.type)) in its manifest")
            }
        }
        let names = rendered.checkpoints.map(\.name)
        for name in Set(names).sorted() where names.count(where: { $0 == name }) > 1 {
            Reporter.broken(.hostCalls, "it shows the checkpoint '\(name)' more than once in a render")
        }
        for case .value(let type) in rendered.receivers where !manifest.receives.contains(where: { $0.name == type }) {
            Reporter.broken(.declarations, "it receives a '\(type)', which its manifest does not declare")
        }
    }

    private static func text(_ type: ValueType?) -> String { type.map { "'\($0)'" } ?? "no value" }

    private func refuseEndlessEmbedding(_ rendered: RenderedScreen, of screen: ProbeScreen) throws(ProbeError) {
        var embedsItself = false
        rendered.forEachNode { node in
            if node.kind == .embedded, let destination = node.destination, destination == screen.destination {
                embedsItself = true
            }
        }
        if embedsItself {
            throw .answer(
                ProbeCall(function: "render", subject: screen.name), "the screen embeds itself, and so on without end")
        }
    }
}

extension Probe {
    func unknownExtension() throws(ProbeError) {
        let library = try load()
        guard let function = library.pointee.extension else { return }
        var arena = ABIArena()
        for id in ["switchyard.check.unknown/1", "", "\u{0}", String(repeating: "x", count: 1 << 16)] {
            Reporter.reached("extension")
            guard function(library, arena.pointer(to: arena.string(id))) == nil else {
                throw .library("it answers the extension '\(id.shortened)', which this test made up")
            }
        }
    }
}
