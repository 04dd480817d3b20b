import FeatureContract
import Glibc
import HostSystem
import Testing

@testable import HostCore
@testable import HostTestSupport

/// A feature `a` that may change `HOME/papers`, read `HOME/docs` and has its data in `HOME/data`, and what lies there.
@Suite("The paths that a worker opens for a grant", .blocking)
struct GrantCheckTests {
    private struct Row: CustomTestStringConvertible {
        let testDescription: String
        /// Shell commands in the home.
        var made = ""
        var allowed = Permissions(read: ["docs"], write: ["papers"])
        var denied = Permissions.none
        var kind = Permissions.Kind.write
        let path: String
        /// The path that is opened; nil for none.
        var opened: String?
        /// The beginning of the reason for a refusal, in which HOME is the home.
        var reason: String?
    }

    private static let link = "a symbolic link on the way lies in a directory that features may change"

    private static let rows = [
        Row(testDescription: "an allowed directory", path: "papers", opened: "papers"),
        Row(testDescription: "a directory in it", path: "papers/in", opened: "papers/in"),
        Row(testDescription: "a file in it", path: "papers/file", opened: "papers/file"),
        Row(testDescription: "a missing path", path: "papers/none"),
        Row(testDescription: "a path with a slash at its end", path: "papers/in/", opened: "papers/in"),
        Row(
            testDescription: "a feature's link out of it", made: "ln -s ~ papers/sub", path: "papers/sub",
            reason: Self.link
        ),
        Row(
            testDescription: "a path over a feature's link", made: "ln -s ~ papers/sub", path: "papers/sub/private",
            reason: Self.link),
        Row(
            testDescription: "a feature's link that is allowed by name", made: "ln -s ~ papers/sub",
            allowed: Permissions(write: ["papers", "papers/sub"]), path: "papers/sub", reason: Self.link),
        Row(
            testDescription: "a feature's link to the root", made: "ln -s / papers/sub", path: "papers/sub",
            reason: Self.link),
        Row(
            testDescription: "a feature's relative link", made: "ln -s ../private papers/sub", path: "papers/sub",
            reason: Self.link),
        Row(
            testDescription: "a feature's link within what is allowed", made: "ln -s in papers/sub", path: "papers/sub",
            opened: "papers/in"),
        Row(
            testDescription: "a link in the feature's data directory", made: "ln -s ~ data/switchyard/features/a/x",
            allowed: Permissions(write: ["data/switchyard/features/a/x"]), path: "data/switchyard/features/a/x",
            reason: Self.link),
        Row(
            testDescription: "a link in what another feature may change", made: "ln -s ~/private shared/x",
            allowed: Permissions(read: ["shared/x"]), kind: .read, path: "shared/x", reason: Self.link),
        Row(
            testDescription: "a link in what is only read", made: "ln -s ~/private docs/x", kind: .read, path: "docs/x",
            reason: "it leads to 'HOME/private', which the wiring does not allow"),
        Row(
            testDescription: "a user's link that is allowed by name", made: "ln -s ~/private docs/x",
            allowed: Permissions(read: ["docs", "docs/x"]), kind: .read, path: "docs/x", opened: "private"),
        Row(
            testDescription: "a user's link in the place of what is allowed",
            made: "mv papers private/w && ln -s private/w papers", path: "papers/in", opened: "private/w/in"),
        Row(
            testDescription: "a user's link above what is allowed", made: "ln -s . up",
            allowed: Permissions(write: ["up/papers"]),
            path: "up/papers/in", opened: "papers/in"),
        Row(
            testDescription: "a feature's link above a user's", made: "ln -s ~/private papers/p && ln -s papers/p q",
            allowed: Permissions(read: ["q"], write: ["papers"]), kind: .read, path: "q", reason: Self.link),
        Row(testDescription: "a path that may only be read", path: "docs", reason: "it leads to 'HOME/docs'"),
        Row(testDescription: "what may be changed, to read", kind: .read, path: "papers/in", opened: "papers/in"),
        Row(
            testDescription: "a hard link", made: "ln private/secret papers/hard", path: "papers/hard",
            opened: "papers/hard"),
        Row(
            testDescription: "a link into a denied place", made: "ln -s in papers/sub",
            denied: Permissions(write: ["papers/in"]), path: "papers/sub", reason: "it leads to 'HOME/papers/in', and"),
        Row(
            testDescription: "a denied link", made: "ln -s papers/in hidden", denied: Permissions(read: ["hidden"]),
            path: "papers/in", reason: "'HOME/hidden' is denied, and leads there"),
        Row(
            testDescription: "a directory that a denied link leads into", made: "ln -s papers/in hidden",
            denied: Permissions(read: ["hidden"]), path: "papers", reason: "'HOME/hidden' is denied, and leads there"),
        Row(
            testDescription: "a denied path over a link, not made yet", made: "ln -s papers l",
            denied: Permissions(read: ["l/later"]), path: "papers", reason: "'HOME/l/later' is denied, and leads there"),
        Row(
            testDescription: "to read what is denied to be changed", denied: Permissions(write: ["papers/in"]),
            kind: .read,
            path: "papers/in", opened: "papers/in"),
        Row(
            testDescription: "the root, allowed", allowed: Permissions(read: ["/"]), kind: .read, path: "docs",
            opened: "docs"),
        Row(
            testDescription: "a loop of links", made: "ln -s b papers/a && ln -s a papers/b", path: "papers/a"),
    ]

    @Test("a path counts for what was opened, and a link that a feature may have made widens nothing", arguments: rows)
    private func row(_ row: Row) throws {
        try TemporaryDirectory.with { made in
            let home = try #require(Path.resolved(made))
            let script = """
                HOME='\(home)'; cd && mkdir -p papers/in docs private shared data/switchyard/features/a &&
                touch papers/file private/secret && \(row.made.isEmpty ? "true" : row.made)
                """
            #expect(system(script) == 0)
            func whole(_ path: String) -> String { path.hasPrefix("/") ? path : "\(home)/\(path)" }
            func whole(_ paths: Permissions) -> Permissions {
                Permissions(read: Set(paths.read.map(whole)), write: Set(paths.write.map(whole)))
            }
            var bounds = GrantBounds()
            bounds.allowed = whole(row.allowed)
            bounds.denied = whole(row.denied)
            bounds.changeable = Set(row.allowed.write.union(["shared", "data/switchyard/features"]).map(whole))
            do throws(GrantRefusal) {
                let opened = try GrantCheck(bounds).open(whole(row.path), to: row.kind)
                let real: String? =
                    switch opened {
                    case .some(let opened): opened.real
                    case .none: nil
                    }
                #expect(real == row.opened.map(whole))
                #expect(row.reason == nil)
            } catch {
                let reason = try #require(row.reason, "refused: \(error.reason)")
                #expect(error.reason.hasPrefix(reason.replacing("HOME", with: home)), "\(error.reason)")
            }
        }
    }
}
