import HostSystem
import Testing

@testable import HostCore
@testable import HostTestSupport

/// An app whose features are in the registry, so that no code runs.
struct KnownApp {
    let directory: String
    var configName = "switchyard.jsonc"
    var config: String { "\(directory)/\(configName)" }
    var plugins: String { "\(directory)/plugins" }
    var cache: String { "\(directory)/.cache/switchyard" }
    var registry: String { Registry.open(for: directories, in: cache).path }

    init(_ directory: String) throws {
        self.directory = directory
        try install("home", outgoing: ["notes"])
        try install("notes", version: "1.0.0")
        try wire(#"{ "redirects": { "home/notes": "notes/list" } }"#)
    }

    var directories: [PluginsDirectory] { [PluginsDirectory(path: plugins, isNamed: true)] }

    /// The file of the app's snapshot.
    func snapshotFile(host: FileIdentity? = SnapshotFile.thisHost()) -> SnapshotFile {
        SnapshotFile(in: RegistryFolder(cache), of: AppID.id(of: directories, wiring: config), host: host)
    }

    var snapshot: String { snapshotFile().path }

    /// The app's snapshot; nil if no host would use it now.
    func readSnapshot(_ file: SnapshotFile) throws -> Snapshot? {
        let text = Wiring.Text(path: config, bytes: try InputFile.content(found: config, limit: 1 << 20).bytes)
        let fingerprint = try #require(Fingerprint.take(of: directories, wiring: text))
        return try file.read(fingerprint, wiring: text)
    }

    func wire(_ text: String) throws { try TemporaryDirectory.write(text, to: config) }

    /// - Parameter siblings: The names of the sibling libraries that it needs.
    func install(
        _ id: String, version: String = "", outgoing: [String] = [], as name: String? = nil, siblings: [String] = []
    ) throws {
        let routes = outgoing.map { #"{ "name": "\#($0)" }"# }.joined(separator: ", ")
        let manifest = """
            { "manifest": 1, "id": "\(id)", "version": "\(version)", "incoming": [{ "name": "list" }],
              "outgoing": [\(routes)] }
            """
        try install("lib\(name ?? id).so", .manifest(Array(manifest.utf8)), siblings: siblings)
    }

    /// A file that was found to be no feature.
    func installRefused(_ name: String, _ exit: WorkerExit? = nil) throws {
        try install(name, .refused(RegistryRefusal(exit.map(LibraryError.ended) ?? .malformed("it is broken"))))
    }

    private func install(_ name: String, _ answer: RegistryEntry.Answer, siblings: [String] = []) throws {
        let path = "\(plugins)/\(name)"
        try TemporaryDirectory.write("text", to: path)
        let entry = RegistryEntry(
            path: path, identity: try #require(FileSystem.identity(path)),
            siblings: siblings.map { .init(name: $0, identity: FileSystem.identity("\(plugins)/\($0)")) },
            answer: answer)
        try Registry.open(for: directories, in: cache).record(entry)
    }

    @MainActor
    func open(
        plugins: String? = nil, allowsInsecure: Bool = false, isLenient: Bool = false
    ) throws -> HostApplication {
        let environment = HostEnvironment(["HOME": directory, "XDG_CONFIG_DIRS": directory])
        var options = HostOptions(
            plugins: [plugins ?? self.plugins], config: config, environment: environment, executable: nil,
            allowsInsecure: allowsInsecure)
        options.isLenient = isLenient
        return try AppLoader.load(options)
    }
}
