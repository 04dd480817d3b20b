extension WiringCheck {
    /// The findings that every start reports: errors, warnings about a place in the wiring file, and links that
    /// patterns of two features match. Unconnected destinations, checkpoints and values are reported where they matter.
    ///
    /// - Parameter findings: All findings of this check: ``findings()``.
    func reportedAtStart(_ findings: [Finding]) -> [Finding] {
        findings.filter { $0.severity == .error || $0.severity == .warning && !$0.code.isUnconnected }
            + catalog.links().comparison.findingsAtStart
    }
}

extension LinkIndex.Comparison {
    /// The conflicts between patterns as warnings: only the links that two features match are refused.
    fileprivate var findingsAtStart: [Finding] {
        conflicts.map { conflict in
            Finding(
                .warning, .linkConflict, "\(conflict.first.pattern)", at: nil, conflict.description,
                fix: "change one of the patterns")
        } + notCompared
    }

    /// The warning that not all patterns were compared. Empty if they were.
    package var notCompared: [Finding] {
        guard isCut else { return [] }
        return [
            Finding(
                .warning, .linksNotCompared, "links", at: nil,
                "too many link patterns are nearly alike to compare all of them, and some may match a link in common",
                fix: "let patterns begin or end with literals that tell them apart")
        ]
    }
}
