import Synchronization

/// A wiring of which only what is asked for is read, by an index that an earlier host has kept.
///
/// It says what the file says, which is parsed where all rules are asked for.
final class KeptWiring: Sendable {
    let index: WiringIndex
    private let text: Wiring.Text?
    private let memory = Mutex(Memory())

    /// What has been read.
    private struct Memory {
        var rules: [String: [String: [Wiring.Redirect]]] = [:]
        var options: [String: Wiring.FeatureOptions?] = [:]
        var whole: Wiring?
    }

    /// - Parameters:
    ///   - index: Of that file.
    ///   - text: One that could be parsed.
    init(_ index: WiringIndex, text: Wiring.Text?) {
        self.index = index
        self.text = text
    }

    /// Whether the file has been parsed.
    var isWhole: Bool { memory.withLock { $0.whole != nil } }

    var whole: Wiring { memory.withLock { whole(&$0) } }

    private func whole(_ memory: inout Memory) -> Wiring {
        if let whole = memory.whole { return whole }
        let whole = (try? text?.parsed()) ?? .empty
        memory.whole = whole
        return whole
    }

    /// The rules from a route, the one with most literals first.
    func rules(feature: String, route: String) -> [Wiring.Redirect] {
        memory.withLock { memory in
            if let known = memory.rules[feature]?[route] { return known }
            let rules =
                (try? index.rules(feature: feature, route: route))
                ?? RedirectRules(whole(&memory).redirects).rules(feature: feature, route: route)
            memory.rules[feature, default: [:]][route] = rules
            return rules
        }
    }

    func options(of feature: String) -> Wiring.FeatureOptions? {
        memory.withLock { memory in
            if let known = memory.options[feature] { return known }
            let options: Wiring.FeatureOptions?
            do { options = try index.options(of: feature) } catch { options = whole(&memory).options(of: feature) }
            memory.options[feature] = .some(options)
            return options
        }
    }
}

extension Wiring {
    init(_ kept: KeptWiring) {
        let index = kept.index
        self.init(
            path: index.path, schemes: index.schemes, tabs: index.tabs, root: index.root, links: index.links,
            details: .kept(kept), deadline: index.deadline)
    }
}
