import FeatureContract
import Synchronization

/// A catalog of which only what is asked for is read, by an index that an earlier host has kept.
///
/// It answers as the whole catalog does, which it makes where a question is about all features, or where the index
/// turns out to be none of these libraries.
final class KeptCatalog: Sendable {
    private let index: CatalogIndex
    private let libraries: KnownLibraries
    private let memory = Mutex(Memory())

    /// What has been read.
    private struct Memory {
        var files: [String: FeatureFile] = [:]
        /// By the features that they are of.
        var links: [[String]: LinkIndex] = [:]
        var whole: Whole?
    }

    /// Everything that was found.
    struct Whole: Sendable {
        let files: [FeatureFile]
        let catalog: Catalog
        let filesByID: [String: FeatureFile]
    }

    /// Of how many groups of features the links are remembered.
    private static let maximumLinks = 64

    /// How many features are read one by one: of more it takes no longer to read all.
    private static let maximumFew = 64

    /// - Parameter index: Of these libraries.
    init(_ index: CatalogIndex, _ libraries: KnownLibraries) {
        self.index = index
        self.libraries = libraries
    }

    /// Whether every manifest has been read.
    var isWhole: Bool { memory.withLock { $0.whole != nil } }

    /// How many manifests have been read one by one.
    var countOfRead: Int { memory.withLock { $0.files.count } }

    var whole: Whole { memory.withLock { whole(&$0) } }

    /// The ids of all features, in alphabetical order.
    var ids: [String] { (try? index.ids) ?? whole.catalog.ids }

    /// The files that are not used, whatever is in the manifests.
    var refusals: [FileRefusal] { libraries.refusals }

    /// The file of a feature; nil where none of that id is installed.
    func file(of id: String) -> FeatureFile? { memory.withLock { file(of: id, &$0) } }

    /// The links of the features that have to do with this one.
    func links(for url: LinkURL) -> LinkIndex {
        memory.withLock { memory in
            guard memory.whole == nil, let ids = try? index.features(for: url), ids.count <= Self.maximumFew else {
                return whole(&memory).catalog.links.whole
            }
            if let known = memory.links[ids] { return known }
            let links = LinkIndex(ids.compactMap { file(of: $0, &memory)?.manifest })
            // One of them was not as the index says.
            if let whole = memory.whole { return whole.catalog.links.whole }
            if memory.links.count == Self.maximumLinks { memory.links = [:] }
            memory.links[ids] = links
            return links
        }
    }

    private func whole(_ memory: inout Memory) -> Whole {
        if let whole = memory.whole { return whole }
        let found = libraries.all.read()
        let whole = Whole(
            files: found.files, catalog: Catalog(files: found.files, refusals: found.refusals),
            filesByID: FeatureFile.byID(found.files))
        memory.whole = whole
        return whole
    }

    private func file(of id: String, _ memory: inout Memory) -> FeatureFile? {
        if let whole = memory.whole { return whole.filesByID[id] }
        if let known = memory.files[id] { return known }
        do throws(BinaryError) {
            guard let number = try index.library(of: id) else { return nil }
            // What is not as the index says is found by reading everything.
            guard let file = try? libraries.usable(number)?.read(), file.manifest.id == id else {
                throw BinaryError("the library \(number) is not that of '\(id)'")
            }
            memory.files[id] = file
            return file
        } catch {
            return whole(&memory).filesByID[id]
        }
    }
}
