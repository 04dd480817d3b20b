import Glibc

/// The private copy from which a feature runs. Once the feature has run, it runs again from the same copy whatever
/// happens to its file, unless the copy is found damaged after a failure.
@MainActor
final class RunningCopy {
    private let file: FeatureFile
    private let copies: LibraryCopies
    private let allowsInsecure: Bool
    private var known: String?
    private var isDamaged = false

    init(of file: FeatureFile, _ copies: LibraryCopies, allowingInsecure: Bool) {
        self.file = file
        self.copies = copies
        allowsInsecure = allowingInsecure
    }

    /// Returns the path of the copy, which is made if there is none.
    func path() throws(LibraryError) -> String {
        if let known, access(known, R_OK) == 0 { return known }
        let path = try copies.copy(of: file.path, file.identity, allowingInsecure: allowsInsecure)
        known = path
        isDamaged = false
        return path
    }

    /// Compares the copy with the file after a failure, and discards it if it is damaged.
    func forgetIfDamaged() {
        guard let known, copies.forgetIfDamaged(known, of: file.path, file.identity) else { return }
        self.known = nil
        isDamaged = true
    }

    /// Whether the copy was found damaged after a failure, so that another attempt gets a new one.
    func isFoundDamaged() -> Bool {
        forgetIfDamaged()
        return isDamaged
    }
}
