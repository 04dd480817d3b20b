internal import FeatureABI
internal import FeatureContract

/// The parts of lists that the host shows.
///
/// - SeeAlso: `sy_render.parts` in FeatureABI.h
struct ListParts {
    private struct Part {
        let offset, count: UInt64
    }

    private var parts: [String: Part] = [:]

    /// Every list as a whole.
    init() {}

    init(abi parts: [sy_list_part]) throws(CallFailure) {
        for part in parts {
            self.parts[try String(abi: part.key)] = Part(offset: part.offset, count: max(1, part.count))
        }
    }

    /// The part of a list with this many elements; nil if all of it is shown.
    func part(of key: String, _ count: Int) -> Range<Int>? {
        guard !parts.isEmpty, let part = parts[key] ?? parts[""], part.count < UInt64(count) else { return nil }
        let start = min(part.offset, UInt64(count) - part.count)
        return Int(start)..<Int(start + part.count)
    }
}

extension NodeKind {
    /// Whether a list in such a node may be given in parts: it stands one below the other with what is around it.
    var holdsLists: Bool {
        switch self {
        case .group, .list, .section, .sheet, .cover, .push: true
        default: false
        }
    }
}
