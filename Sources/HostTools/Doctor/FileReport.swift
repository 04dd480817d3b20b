import FeatureABI
import FeatureContract
import Glibc
import HostCore
import HostSystem
import JSONText

/// A report on one file: the feature in it, or the reason why it is not used.
package struct FileReport: Sendable {
    package enum Standing: Sendable {
        /// The file is the library of a feature, which runs with this isolation.
        case used(FeatureFile, FeatureIsolation)
        /// The file is the library of a feature whose id a file found earlier has.
        case shadowed(FeatureFile, by: String)
        case refused(LibraryError)
        /// The host skips the file for this reason. Its content is inspected anyway.
        case passedOver(String, Inspection)
        case missing(nearest: String?)
    }

    /// The content of a file, as far as it is known without running it.
    package enum Inspection: Sendable {
        /// The registry knows the file as the library of this feature.
        case feature(Manifest)
        /// The file exports a feature's entry function, and needs these libraries.
        case library(needs: [String])
        case refused(LibraryError)
    }

    /// The path by which the host found the file, else the user's path.
    package let path: String
    package let standing: Standing
    /// The version of the file; nil if there is none.
    package let identity: FileIdentity?
    /// Whether the snapshot or the registry knows this version, so that no host scans it again.
    package let isKnown: Bool
    /// The path of the private copy, which is loaded instead of the file; nil if there is none.
    package let copy: String?
    /// The reason why no copy can be made; nil if one can.
    package let copyProblem: LibraryError?

    /// - Parameter operand: A path, or the name of a file in a plugins directory. A link or destination gets no report.
    @MainActor
    package init?(_ operand: String, _ application: HostApplication) {
        guard Self.isFile(operand) else { return nil }
        let found = application.catalog.files().map(\.path) + application.catalog.refusals.map(\.path)
        if let path = Self.match(operand, in: found) {
            self.init(found: path, application)
        } else {
            self.init(other: operand, application, found: found)
        }
    }

    /// Whether an operand is a file: it looks like a path or exists, and is not written like a link or a destination.
    package static func isFile(_ operand: String) -> Bool {
        guard !LinkURL.isLink(operand), (try? DestinationText(operand)) == nil else { return false }
        return operand.hasSuffix(".so") || ["/", "./", "../"].contains(where: operand.hasPrefix)
            || FileSystem.identity(operand) != nil
    }

    private static func match(_ operand: String, in found: [String]) -> String? {
        if found.contains(operand) { return operand }
        if !operand.contains("/"), let named = found.first(where: { Path.name($0) == operand }) { return named }
        let path = canonical(operand)
        return found.first { canonical($0) == path }
    }

    /// The path with links in its folder resolved. If the file itself is a link, it is not followed.
    private static func canonical(_ path: String) -> String {
        Path.join(Path.resolved(Path.parent(path) ?? ".") ?? "/", Path.name(path))
    }

    @MainActor
    private init(found path: String, _ application: HostApplication) {
        let file = application.catalog.files().first { $0.path == path }
        let refusal = application.catalog.refusals.first { $0.path == path }
        self.path = path
        identity = file?.identity ?? FileSystem.identity(path)
        isKnown =
            application.isFromSnapshot
            || identity.flatMap { application.openRegistry().entry(for: Discovery.key(path), $0) }?.isFinal ?? false
        let copies = application.options.copies
        copy = identity.flatMap { copies.existing(path, $0) }
        copyProblem = copies.temporaryFolder == nil ? copies.problem : nil
        switch (refusal?.reason, file) {
        case (.shadowed(_, let winner)?, let file?): standing = .shadowed(file, by: winner)
        case (.library(let error)?, _): standing = .refused(error)
        case (_, let file?): standing = .used(file, application.isolation(of: file.manifest.id))
        case (_, nil): standing = .missing(nearest: nil)
        }
    }

    @MainActor
    private init(other path: String, _ application: HostApplication, found: [String]) {
        self.path = path
        identity = FileSystem.identity(path)
        // The registry knows the file if an earlier host had its folder among the plugins directories.
        let entry = identity.flatMap { application.openRegistry().entry(for: Discovery.key(path), $0) }
        isKnown = entry != nil
        copy = nil
        copyProblem = nil
        guard identity != nil else {
            let names = path.contains("/") ? found : found.map(Path.name)
            standing = .missing(nearest: Spelling.nearest(to: path, in: names))
            return
        }
        let folder = Path.resolved(Path.parent(path) ?? ".")
        let directory = application.directories.first { Path.resolved($0.path) == folder }
        let inspection = entry.flatMap(Self.inspection) ?? Self.inspection(at: path)
        let reason =
            if directory == nil, case .refused(.elf(.notELF)) = inspection {
                "it is no library, and lies in none of the plugins directories"
            } else if directory == nil {
                "it is in none of the plugins directories, and only what is copied there is used"
            } else if PluginsDirectory.isLibrary(Path.name(path)) {
                "beside the program lie libraries of all kinds, and those without an entry are passed over"
            } else {
                "only files whose names end in '.so' and begin with no dot are scanned"
            }
        standing = .passedOver(reason, inspection)
    }

    private static func inspection(_ entry: RegistryEntry) -> Inspection? {
        switch entry.answer {
        case .manifest(let text): (try? Manifest(parsing: text)).map { .feature($0) }
        case .refused(let refusal): .refused(.known(refusal))
        }
    }

    private static func inspection(at path: String) -> Inspection {
        do throws(SystemError) {
            let folder = try Folder(opening: Path.parent(path) ?? ".")
            do throws(LibraryError) {
                let file = try LibraryFile(opening: Path.name(path), in: folder)
                let needed = try file.inspect().neededLibraries
                if let problem = file.insecurity { throw .insecure(problem) }
                return .library(needs: needed)
            } catch {
                return .refused(error)
            }
        } catch {
            return .refused(.notReadable(error))
        }
    }

    /// The exit of the worker that scanned the file, if that was the reason.
    package var exit: WorkerExit? {
        switch standing {
        case .refused(let error), .passedOver(_, .refused(let error)): error.exit
        default: nil
        }
    }

    /// The reason why the file is not used; nil if it is used.
    package var reason: String? {
        switch standing {
        case .used: nil
        case .shadowed(let file, let winner): "\(FileRefusal.Reason.shadowed(id: file.manifest.id, by: winner))"
        case .refused(let error): "\(error)"
        case .passedOver(let reason, _): reason
        case .missing(let nearest):
            "there is no file '\(path)'; "
                + (nearest.map { "did you mean '\($0)'?" } ?? "'switchyard list' shows those that there are")
        }
    }

    /// The next step for the user; nil if the file is used or missing.
    package var nextStep: NextStep? {
        switch standing {
        case .used, .missing: nil
        case .shadowed: NextStep("take one of the two files away, or give one of the features another id")
        case .refused(let error), .passedOver(_, .refused(let error)): NextStep(error, file: path)
        case .passedOver:
            NextStep(
                "copy it into a plugins directory; or inspect it where it is: switchyard explain \(Shell.word(path)) "
                    + "--plugins \(Shell.word(Path.parent(path) ?? "."))")
        }
    }
}

extension WorkerExit {
    package var json: JSON {
        var object: JSONObject = ["call": .string(call)]
        switch cause {
        case .signal(let number):
            object.append(key: "cause", value: "signal")
            object.append(key: "signal", value: .integer(Int64(number)))
            object.append(key: "name", value: .string(Signals.name(number)))
        case .exit(let code):
            object.append(key: "cause", value: "exit")
            object.append(key: "code", value: .integer(Int64(code)))
        case .deadline(let seconds):
            object.append(key: "cause", value: "deadline")
            object.append(key: "seconds", value: .double(seconds))
        case .callBudget(let seconds):
            object.append(key: "cause", value: "call-budget")
            object.append(key: "seconds", value: .double(seconds))
        case .garbage(let what):
            object.append(key: "cause", value: "garbage")
            object.append(key: "found", value: .string(what))
        case .unknown: object.append(key: "cause", value: "unknown")
        }
        object.append(key: "frames", value: .array(frames.map { .string($0) }))
        object.append(key: "output", value: .string(output))
        return .object(object)
    }
}

extension FileIdentity {
    /// The time of the last write in the format of RFC 3339: `2026-07-31T09:12:04Z`.
    package var modifiedText: String {
        var seconds = time_t(modified / 1_000_000_000)
        var parts = tm()
        guard gmtime_r(&seconds, &parts) != nil else { return "\(seconds) s since 1970" }
        var text = [CChar](repeating: 0, count: 64)
        let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
        return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
