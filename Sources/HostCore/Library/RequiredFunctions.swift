import FeatureABI
import FeatureContract

/// Swift calls a null function pointer of C as it calls any other, and ends the process: so each table is looked at
/// once, before anything in it is called.
private func requireFunctions(_ functions: [(name: String, isNull: Bool)]) throws(ABIMalformed) {
    for function in functions where function.isNull {
        throw ABIMalformed("its '\(function.name)' is null, which the ABI does not allow")
    }
}

extension sy_library {
    /// Refuses a library without a function that the host calls.
    package func requireFunctions() throws(ABIMalformed) {
        try HostCore.requireFunctions([("manifest", manifest == nil), ("activate", activate == nil)])
    }
}

extension sy_feature {
    /// Refuses a feature without a function that the host calls, for what its manifest says of it.
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
    /// Refuses a screen without a function that the host calls, for what its feature's manifest says.
    package func requireFunctions(for manifest: Manifest) throws(ABIMalformed) {
        try HostCore.requireFunctions([
            ("render", render == nil), ("perform", perform == nil), ("appear", appear == nil),
            ("disappear", disappear == nil), ("destroy", destroy == nil),
            ("returned", returned == nil && !manifest.checkpoints.isEmpty),
        ])
    }
}
