import FeatureABI
import FeatureContract

/// Checks the functions of a table once, before any of them is called. Swift calls a null function pointer of C like
/// any other, which ends the process.
private func requireFunctions(_ functions: [(name: String, isNull: Bool)]) throws(ABIMalformed) {
    for function in functions where function.isNull {
        throw ABIMalformed("its '\(function.name)' is null, which the ABI does not allow")
    }
}

extension sy_library {
    /// Rejects a library without a function that the host calls.
    package func requireFunctions() throws(ABIMalformed) {
        try HostCore.requireFunctions([("manifest", manifest == nil), ("activate", activate == nil)])
    }
}

extension sy_feature {
    /// Rejects a feature without a function that the host calls, given its manifest.
    package func requireFunctions(for manifest: Manifest) throws(ABIMalformed) {
        try HostCore.requireFunctions([
            ("make_main_screen", make_main_screen == nil), ("resolve", resolve == nil),
            ("deactivate", deactivate == nil),
            ("resolve_url", resolve_url == nil && !manifest.customLinks.isEmpty),
            ("receive", receive == nil && !manifest.receives.isEmpty),
        ])
    }
}

extension sy_screen {
    /// Rejects a screen without a function that the host calls, given its feature's manifest.
    package func requireFunctions(for manifest: Manifest) throws(ABIMalformed) {
        try HostCore.requireFunctions([
            ("render", render == nil), ("perform", perform == nil), ("appear", appear == nil),
            ("disappear", disappear == nil), ("destroy", destroy == nil),
            ("returned", returned == nil && !manifest.checkpoints.isEmpty),
        ])
    }
}
