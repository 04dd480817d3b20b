import FeatureContract
import HostSystem

/// Reload: adopts changes in the plugins directories and the wiring file, or keeps the versions that work.
extension HostApplication {
    /// Reads the plugins directories and the wiring again. New features become available, changed ones run in their new
    /// version at the same places, and the screens of removed ones become placeholders. An unusable file changes
    /// nothing. A feature that was deactivated after crashes may start again.
    ///
    /// ```swift
    /// let reload = application.reload(coordinator)
    /// reload.changes   // ["'notes' is version 2 now (plugins/notes.so)"]
    /// reload.refusals  // ["'plugins/chat.so' has changed, and the version before it stays: it crashed in …"]
    /// ```
    ///
    /// - Parameters:
    ///   - coordinator: The coordinator whose features are replaced.
    ///   - isForced: Whether to replace locked screens too, which lose their unsaved content.
    @discardableResult
    public func reload(_ coordinator: NavigationCoordinator, isForced: Bool = false) -> Reload {
        var reload = Reload()
        guard coordinator.application == nil || coordinator.application == ObjectIdentifier(self) else {
            reload.refusals = ["the coordinator belongs to another application, which alone can reload it"]
            return reload
        }
        guard coordinator.beginReload(isForced: isForced) else { return reload }
        let found: Discovery.Outcome
        do {
            let registry = openRegistry()
            // A feature may have given another manifest than in its scan meanwhile.
            registry.refresh()
            found = try Discovery(options, wiring, registry).run(directories)
        } catch {
            reload.refusals.append("nothing is reloaded: \(error)")
            return reload
        }
        reload.refusals += found.warnings.map(\.description)
        var candidate = Candidate(found: found, wiring: wiring)
        for refusal in found.refusals where file(at: refusal.path) != nil {
            if case .library(let error) = refusal.reason { candidate.kept[refusal.path] = error.description }
        }
        keepWhatIsNotSeen(&candidate)
        do {
            candidate.wiring =
                try Wiring.read(
                    named: options.config, environment: options.environment, isAgain: true,
                    allowingInsecure: options.allowsInsecure) ?? .empty
        } catch {
            reload.refusals += error.messages.map { "the wiring stays as it was: \($0)" }
        }
        do throws(PermissionFile.Fault) {
            candidate.wiring = candidate.wiring.answered(by: try answers())
        } catch {
            candidate.wiring = candidate.wiring.answered(by: wiring.answers.adding(answersOfRun))
            reload.refusals.append(error.description)
        }
        var plan = withoutNewErrors(&candidate, &reload)
        var started: [String: any FeatureInstance] = [:]
        while let failure = start(plan, coordinator, isForced, &started) {
            keep(failure, &candidate, &reload)
            plan = self.plan(candidate)
        }
        let changed = changedIDs(plan)
        for (id, instance) in started where !changed.contains(id) {
            coordinator.features.retire(instance)
            started[id] = nil
        }
        tell(plan, candidate, &reload)
        reload.refusals += coordinator.adopt(
            .init(
                catalog: plan.catalog, wiring: plan.wiring,
                activations: FeatureStore.activations(
                    of: plan.catalog.files(), wiring: plan.wiring, options: options),
                started: started, unchanged: Set(plan.catalog.features().map(\.manifest.id)).subtracting(changed)))
        adopt(plan)
        return reload
    }

    // MARK: Planning

    /// The state that a reload aims for: the discovered files, and the exceptions among them.
    private struct Candidate {
        let found: Discovery.Outcome
        var wiring: Wiring
        /// The reasons why the earlier version of a file stays, by path.
        var kept: [String: String] = [:]
        /// The reasons why a directory is not read, by path. Its earlier features stay.
        var closed: [String: String] = [:]

        /// The unread directory of a file; nil if its directory was read.
        func closedDirectory(of path: String) -> String? {
            closed.keys.first { Path.join($0, Path.name(path)) == path }
        }
    }

    /// Keeps the features of a directory that was read before but is refused now, such as one that everyone may write
    /// to: the running features were checked, and no file now there replaces them.
    private func keepWhatIsNotSeen(_ candidate: inout Candidate) {
        for refusal in candidate.found.refusals where directories.contains(where: { $0.path == refusal.path }) {
            if case .library(let error) = refusal.reason { candidate.closed[refusal.path] = error.description }
        }
        for file in catalog.files() {
            if let directory = candidate.closedDirectory(of: file.path) {
                candidate.kept[file.path] = candidate.closed[directory]
            }
        }
    }

    /// The setup for a candidate.
    private func plan(_ candidate: Candidate) -> Setup {
        let new = Dictionary(candidate.found.files.map { ($0.path, $0) }) { first, _ in first }
        // A kept feature without file comes last; one in an unread directory, in that directory's place.
        let gone = candidate.kept.keys.filter { !candidate.found.paths.contains($0) }.sorted()
        var paths = candidate.found.paths + gone.filter { candidate.closedDirectory(of: $0) == nil }
        for directory in directories.reversed() where candidate.closed[directory.path] != nil {
            let later = directories.drop { $0 != directory }.dropFirst()
            let place = paths.firstIndex { path in later.contains { Path.join($0.path, Path.name(path)) == path } }
            let unseen = gone.filter { candidate.closedDirectory(of: $0) == directory.path }
            paths.insert(contentsOf: unseen, at: place ?? paths.endIndex)
        }
        let files = paths.compactMap { path in
            candidate.kept[path] == nil ? new[path] : file(at: path)
        }
        return Setup(
            Catalog(files: files, refusals: candidate.found.refusals), candidate.wiring, in: options.environment)
    }

    private func file(at path: String) -> FeatureFile? { catalog.files().first { $0.path == path } }

    private func errors(of plan: Setup, besides known: Set<String>) -> [String] {
        plan.findings().filter { $0.severity == .error }.map(\.located).filter { !known.contains($0) }
    }

    /// The features that change: to another version, to other options, or by removal.
    private func changedIDs(_ plan: Setup) -> Set<String> {
        let (old, new) = (FeatureFile.byID(catalog.files()), FeatureFile.byID(plan.catalog.files()))
        return Set(old.keys).union(new.keys).filter { id in
            old[id] != new[id] || hasOtherOptions(id, in: plan.wiring)
        }
    }

    /// Whether new wiring changes the start options of a running feature.
    private func hasOtherOptions(_ id: String, in other: Wiring) -> Bool {
        wiring.options(of: id)?.atStart != other.options(of: id)?.atStart
    }

    /// The plan without the changes that would add errors to the wiring.
    private func withoutNewErrors(_ candidate: inout Candidate, _ reload: inout Reload) -> Setup {
        let known = Set(errors())
        var plan = plan(candidate)
        var errors = errors(of: plan, besides: known)
        /// Adopts a candidate with fewer errors, and returns the errors that it avoids; nil if it has not fewer.
        func take(_ other: Candidate) -> String? {
            let otherPlan = self.plan(other)
            let left = self.errors(of: otherPlan, besides: known)
            guard left.count < errors.count else { return nil }
            let mended = errors.filter { !left.contains($0) }
            (candidate, plan, errors) = (other, otherPlan, left)
            return mended.joined(separator: "; ")
        }
        if !errors.isEmpty, candidate.wiring.content != wiring.content {
            var other = candidate
            other.wiring = wiring.answered(by: candidate.wiring.answers)
            if let reason = take(other) { reload.refusals.append("the wiring stays as it was: \(reason)") }
        }
        for path in candidate.found.paths where !errors.isEmpty && candidate.kept[path] == nil {
            guard let old = file(at: path), plan.catalog.files().first(where: { $0.path == path }) != old else {
                continue
            }
            var other = candidate
            other.kept[path] = ""
            if let reason = take(other) {
                candidate.kept[path] =
                    reason + "; put that version back, or mend the wiring file: 'switchyard doctor' says how"
            }
        }
        return plan
    }

    // MARK: Starting

    private struct Failure {
        let id: String
        /// The path of the earlier file.
        let path: String
        let reason: String
    }

    /// Starts the new version of each running feature beside the old one.
    ///
    /// - Returns: The first feature that cannot be started, or has locked screens.
    private func start(
        _ plan: Setup, _ coordinator: NavigationCoordinator, _ isForced: Bool,
        _ started: inout [String: any FeatureInstance]
    ) -> Failure? {
        let (old, new) = (FeatureFile.byID(catalog.files()), FeatureFile.byID(plan.catalog.files()))
        for id in changedIDs(plan).sorted() where coordinator.features.isActive(id) && started[id] == nil {
            guard let path = old[id]?.path else { continue }
            if !isForced, !takesAnswersBack(id, plan), let reason = coordinator.lockReason(of: id) {
                return Failure(
                    id: id, path: path, reason: "\(reason) ('force:reload' takes the new version anyway)")
            }
            guard let file = new[id] else { continue }
            let activations = FeatureStore.activations(of: [file], wiring: plan.wiring, options: options)
            guard let activation = activations[id] else { continue }
            do {
                started[id] = try coordinator.start(activation, id)
            } catch {
                return Failure(id: id, path: path, reason: error.reason)
            }
        }
        return nil
    }

    /// Whether the user takes back what a feature has, and nothing else changes for it. A lock does not keep that.
    private func takesAnswersBack(_ id: String, _ plan: Setup) -> Bool {
        let (old, new) = (wiring.answers.features[id]?.allow ?? .none, plan.wiring.answers.features[id]?.allow ?? .none)
        return old.without(same: new) != .none && plan.wiring.content == wiring.content
    }

    /// Leaves a feature unchanged.
    private func keep(_ failure: Failure, _ candidate: inout Candidate, _ reload: inout Reload) {
        let planned = FeatureFile.byID(plan(candidate).catalog.files())[failure.id]
        if planned == FeatureFile.byID(catalog.files())[failure.id], candidate.wiring.content == wiring.content {
            // Only what the user has answered about it is new.
            var answers = candidate.wiring.answers
            answers.restore(failure.id, as: wiring.answers)
            candidate.wiring = candidate.wiring.answered(by: answers)
            reload.refusals.append("'\(failure.id)' keeps its permissions until it starts again: \(failure.reason)")
            return
        }
        let isKept = candidate.kept[failure.path] != nil
        if !isKept { candidate.kept[failure.path] = failure.reason }
        // If its file is unchanged, its options are new.
        let new = FeatureFile.byID(plan(candidate).catalog.files())[failure.id]
        guard isKept || new == FeatureFile.byID(catalog.files())[failure.id],
            hasOtherOptions(failure.id, in: candidate.wiring)
        else { return }
        reload.refusals.append("the wiring stays as it was: \(failure.reason)")
        candidate.wiring = wiring
    }

    // MARK: Reporting

    private func tell(_ plan: Setup, _ candidate: Candidate, _ reload: inout Reload) {
        let (old, new) = (FeatureFile.byID(catalog.files()), FeatureFile.byID(plan.catalog.files()))
        for id in Set(old.keys).union(new.keys).sorted() where old[id] != new[id] {
            switch (old[id], new[id]) {
            case (nil, let file?): reload.changes.append("'\(id)' is there now (\(file.path))")
            case (let file?, nil): reload.changes.append("'\(id)' is gone (\(file.path))")
            case (let before?, let file?):
                let version = file.manifest.version
                let isOther = version != before.manifest.version && !version.isEmpty
                reload.changes.append(
                    "'\(id)' is \(isOther ? "version \(version)" : "another build") now (\(file.path))")
            case (nil, nil): break
            }
        }
        if plan.wiring.content != wiring.content { reload.changes.append("the wiring has changed") }
        func allowed(_ wiring: Wiring, _ id: String) -> Permissions { wiring.answers.features[id]?.allow ?? .none }
        for id in old.keys.sorted() where allowed(plan.wiring, id) != allowed(wiring, id) {
            reload.changes.append("the permissions of '\(id)' have changed")
        }
        let stays = Set(catalog.files().compactMap { candidate.closedDirectory(of: $0.path) })
        for (directory, reason) in candidate.closed.sorted(by: { $0.key < $1.key }) {
            guard stays.contains(directory) else { continue }
            reload.refusals.append(
                "the directory '\(directory)' is not looked into, and what there is of it stays as it is: \(reason)")
        }
        for path in candidate.kept.keys.sorted() where candidate.closedDirectory(of: path) == nil {
            let event = candidate.found.paths.contains(path) ? "has changed" : "is gone"
            reload.refusals.append(
                "'\(path)' \(event), and the version before it stays: \(candidate.kept[path] ?? "")")
        }
        let known = Set(catalog.refusals)
        for refusal in plan.catalog.refusals
        where !known.contains(refusal) && candidate.kept[refusal.path] == nil && !stays.contains(refusal.path) {
            reload.refusals.append("'\(refusal.path)' is not used: \(refusal.reason)")
        }
        if plan.wiring.content != wiring.content {
            let before = Set(setup.reportedAtStart().map(\.message))
            let warnings = plan.reportedAtStart().filter { $0.severity == .warning && !before.contains($0.message) }
            reload.refusals += warnings.map(\.located)
        }
        // A new feature is adopted even if the wiring expects names that it lacks.
        for error in errors(of: plan, besides: Set(errors())) {
            reload.refusals.append("this is off until the wiring file is mended: \(error)")
        }
    }
}
