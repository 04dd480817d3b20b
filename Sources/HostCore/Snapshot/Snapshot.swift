import FeatureContract
import Glibc
import HostSystem
import JSONText

/// The features and the wiring of an app, and the warnings from the check of the wiring, for the next host.
///
/// A snapshot is valid until one of its sources changes. An app with errors, or with failures that may not recur, has
/// no snapshot: ``NewSnapshot/init(_:_:_:_:warnings:)``.
struct Snapshot: Sendable {
    let features: SnapshotFeatures
    let wiring: Wiring
    /// The warnings that every start prints.
    let warnings: [Finding]

    /// The largest snapshot, in bytes.
    static let maximumSize = 256 << 20
}

/// The part of a snapshot that is decoded as a whole: everything but the manifests.
@BinaryCoded
struct SnapshotContent {
    let refusals: [SnapshotRefusal]
    let records: [SnapshotRecord]
    let keys: LinkKeys
    let wiring: Wiring.Content
    let warnings: [Finding]
}

extension SnapshotContent {
    /// Reads the content, which must end with the bytes.
    init(reading reader: inout BinaryReader) throws(BinaryError) {
        self = try reader.decode(SnapshotContent.self)
        try reader.requireEnd()
        try keys.require(count: records.count)
    }
}

/// A snapshot that has no file yet.
struct NewSnapshot {
    let fingerprint: Fingerprint
    /// The possible sibling libraries of the features, by path; nil for a missing one.
    let siblings: [String: FileIdentity?]
    let content: SnapshotContent
    /// The manifests as the libraries passed them, in a row.
    let manifests: [UInt8]

    /// Nil if the next host must discover the features again: a file was refused for a reason that may pass or that is
    /// not in the registry, or there was a warning about the files themselves.
    ///
    /// - Parameters:
    ///   - fingerprint: The fingerprint from before the discovery: a later change shows in the next host's fingerprint.
    ///   - check: The check of the wiring against the catalog, without errors.
    init?(
        _ fingerprint: Fingerprint, _ outcome: Discovery.Outcome, _ catalog: Catalog, _ check: WiringCheck,
        warnings: [Finding]
    ) {
        guard outcome.isRepeatable else { return nil }
        var refusals: [SnapshotRefusal] = []
        for refusal in catalog.refusals {
            guard let kept = SnapshotRefusal(refusal) else { return nil }
            refusals.append(kept)
        }
        var (records, manifests): ([SnapshotRecord], [UInt8]) = ([], [])
        // Exact, since two different paths may be canonically equivalent in Unicode; and a directory may be named
        // twice.
        var summaries = Dictionary(
            catalog.features().map { (ExactText($0.path ?? ""), FeatureSummary($0, check)) }
        ) { first, _ in first }
        let files = catalog.files().enumerated().sorted { left, right in
            (left.element.manifest.id, left.offset) < (right.element.manifest.id, right.offset)
        }
        for (order, file) in files {
            let summary = summaries[ExactText(file.path)].flatMap { $0.id == file.manifest.id ? $0 : nil }
            if summary != nil { summaries[ExactText(file.path)] = nil }
            records.append(
                SnapshotRecord(
                    summary: summary ?? FeatureSummary(shadowed: file), identity: file.identity,
                    content: file.content, isUsed: summary != nil, order: order,
                    manifest: .init(
                        offset: UInt64(manifests.count), count: UInt32(file.text.count),
                        checksum: file.text.withUnsafeBytes { XXHash64.hash($0) })))
            manifests += file.text
        }
        self.fingerprint = fingerprint
        siblings = outcome.siblings
        content = SnapshotContent(
            refusals: refusals, records: records,
            keys: LinkKeys(
                zip(records.indices, files).filter { records[$0.0].isUsed }.map { ($0.0, $0.1.element.manifest) }),
            wiring: check.wiring.content, warnings: warnings)
        self.manifests = manifests
    }
}

@BinaryCoded
struct SnapshotRefusal {
    @BinaryCoded
    fileprivate enum Reason {
        case known(RegistryRefusal)
        case shadowed(id: String, by: String)
    }

    private let path: String
    private let featureID: String?
    private let reason: Reason

    /// Nil if a later scan of the unchanged file may succeed: with more time, or without another process that ends it.
    init?(_ refusal: FileRefusal) {
        switch refusal.reason {
        case .shadowed(let id, let winner): reason = .shadowed(id: id, by: winner)
        case .library(.known(let known)):
            if !LibraryError.known(known).isLasting || known.isTriedAgain { return nil }
            if case .deadline? = known.exit?.cause { return nil }
            reason = .known(known)
        // Another build of the host does not use this snapshot.
        case .library(.unmet(let requirements)):
            reason = .known(RegistryRefusal(.unmet(requirements)))
        case .library: return nil
        }
        path = refusal.path
        featureID = refusal.featureID
    }

    var refusal: FileRefusal {
        switch reason {
        case .known(let known): FileRefusal(path: path, reason: .library(.known(known)), featureID: featureID)
        case .shadowed(let id, let winner):
            FileRefusal(path: path, reason: .shadowed(id: id, by: winner), featureID: featureID)
        }
    }
}
