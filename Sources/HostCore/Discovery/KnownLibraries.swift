/// The libraries of an app: found now, or by another host and the same since.
enum KnownLibraries: Sendable {
    case now(FoundLibraries)
    case before(FoundBefore, RegistryTexts)

    var all: FoundLibraries {
        switch self {
        case .now(let found): found
        // Its bytes have a checksum: what cannot be read is no accident.
        case .before(let before, let texts): (try? before.found(texts)) ?? FoundLibraries(outcome: .init())
        }
    }

    /// One of those that gave a manifest, by its number among them.
    func usable(_ number: Int) -> FoundLibrary? {
        switch self {
        case .now(let found): found.usable.dropFirst(number).first { _ in true }
        case .before(let before, let texts): try? before.library(number, texts)
        }
    }

    var refusals: [FileRefusal] {
        switch self {
        case .now(let found): found.refusals
        case .before(let before, _): before.refusals
        }
    }
}
