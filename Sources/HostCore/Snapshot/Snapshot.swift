import FeatureContract
import Glibc
import JSONText

/// What a host has found out about an app, kept for the next host: the features, the wiring, and what the check of one
/// against the other has found.
///
/// It counts as long as everything that it follows from is as it was. What is wrong with an app, or may be otherwise the
/// next time, is in no snapshot: see ``SnapshotContents/init(_:_:_:_:warnings:)``.
struct Snapshot: Sendable {
    let features: SnapshotFeatures
    let wiring: Wiring
    /// What every start warns of.
    let warnings: [Finding]

    /// The largest snapshot, in bytes.
    static let maximumSize = 256 << 20
}

/// A snapshot on its way to its file.
struct SnapshotContents {
    let fingerprint: Fingerprint
    /// The libraries that lie or could lie beside the features and that these need, by path; nil where one is missing.
    let siblings: [String: FileIdentity?]
    let refusals: [SnapshotRefusal]
    let records: [SnapshotRecord]
    let keys: LinkKeys
    let wiring: Wiring.Content
    let warnings: [Finding]
    /// The manifests as the libraries gave them, one behind the other.
    let manifests: [UInt8]

    /// Nil where the next host is to look again: a file was refused for a reason that may pass, or that was not kept in
    /// the registry, or there was something to warn of that is about the files themselves.
    ///
    /// - Parameters:
    ///   - fingerprint: As it was before the discovery: what has changed meanwhile shows in the next host's.
    ///   - check: That of the catalog and the wiring, without errors.
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
        // Exact, since two paths may be the same text to Unicode; and a directory may be named twice.
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
                    isUsed: summary != nil, order: order,
                    manifest: .init(
                        offset: UInt64(manifests.count), count: UInt32(file.text.count),
                        checksum: file.text.withUnsafeBytes { XXHash64.hash($0) })))
            manifests += file.text
        }
        self.fingerprint = fingerprint
        siblings = outcome.siblings
        self.refusals = refusals
        self.records = records
        keys = LinkKeys(
            zip(records.indices, files).filter { records[$0.0].isUsed }.map { ($0.0, $0.1.element.manifest) })
        wiring = check.wiring.content
        self.warnings = warnings
        self.manifests = manifests
    }
}

/// A file that is not used, as a snapshot keeps it.
struct SnapshotRefusal {
    let refusal: FileRefusal

    /// Nil where the file may be used the next time though it is the same: with more time, or after another process has
    /// ended the one that scanned it.
    init?(_ refusal: FileRefusal) {
        if case .library(let error) = refusal.reason {
            guard case .known(let known) = error, !known.isPassing else { return nil }
            if case .deadline? = known.exit?.cause { return nil }
        }
        self.refusal = refusal
    }

    init(binary reader: inout BinaryReader) throws(BinaryError) {
        let path = try reader.text()
        let featureID = try reader.optional { (reader) throws(BinaryError) in try reader.text() }
        let reason: FileRefusal.Reason =
            if try reader.bool() {
                .library(.known(try RegistryRefusal(binary: &reader)))
            } else {
                .shadowed(id: try reader.text(), by: try reader.text())
            }
        refusal = FileRefusal(path: path, reason: reason, featureID: featureID)
    }

    func write(binary writer: inout BinaryWriter) {
        writer.append(refusal.path)
        writer.append(optional: refusal.featureID) { writer, id in writer.append(id) }
        switch refusal.reason {
        case .library(.known(let known)):
            writer.append(true)
            known.write(binary: &writer)
        case .library: break
        case .shadowed(let id, let winner):
            writer.append(false)
            writer.append(id)
            writer.append(winner)
        }
    }
}
