import FeatureContract
import HostCore
import HostSystem

/// The check of an app after replacing libraries with the same feature ids: the findings that the replacement adds.
@MainActor
package struct ReplacementCheck {
    /// A library, and the path of the one that it replaces; nil if the app has no feature of that id.
    package struct Replacement: Sendable {
        package let file: FeatureFile
        package let replaced: String?
    }

    package let replacements: [Replacement]
    /// The added findings of the wiring check and of the whole app.
    package let findings: [Finding]

    /// - Parameters:
    ///   - files: The libraries, in any folder.
    ///   - application: A leniently opened application (``HostOptions/isLenient``), which has the libraries from now
    ///     on.
    package init(_ files: [FeatureFile], in application: HostApplication) {
        let before = Checkup(application, leftovers: []).findings
        var installed = application.catalog.files()
        var replacements: [Replacement] = []
        let ids = Set(files.map(\.manifest.id))
        var refusals = application.catalog.refusals.filter { refusal in
            // The catalog determines again which files are shadowed.
            if case .shadowed = refusal.reason { return false }
            return !ids.contains(refusal.featureID ?? "")
        }
        for file in files {
            let place = installed.firstIndex { $0.manifest.id == file.manifest.id }
            replacements.append(Replacement(file: file, replaced: place.map { installed[$0].path }))
            let unmet = file.manifest.unmetRequirements
            if unmet != .none {
                if let place { installed.remove(at: place) }
                refusals.append(.init(path: file.path, reason: .library(.unmet(unmet)), featureID: file.manifest.id))
            } else if let place {
                installed[place] = file
            } else {
                installed.append(file)
            }
        }
        application.adopt(
            HostApplication.Setup(
                Catalog(files: installed, refusals: refusals), application.wiring.asWritten ?? application.wiring,
                in: application.options.environment))

        /// The finding as it would be about the replaced library.
        func old(_ finding: Finding) -> String {
            replacements.reduce("\(finding.code) \(finding.subject) \(finding)") { text, replacement in
                text.replacing(replacement.file.path, with: replacement.replaced ?? replacement.file.path)
            }
        }
        let known = Set(before.map(old))
        let paths = Set(files.map(\.path))
        findings = Checkup(application, leftovers: []).findings.filter { finding in
            // The write permissions of a library in its build folder do not matter for its later place.
            !known.contains(old(finding)) && !(finding.code == .fileGroupWritable && paths.contains(finding.subject))
        }
        self.replacements = replacements
    }
}
