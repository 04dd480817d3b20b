package final class Registry {
    private var known: [String: RegistryEntry] = [:]
    package init(directory: String) {}
    package func entry(for path: String, _ identity: FileIdentity) -> RegistryEntry? {
        known[path].flatMap { $0.identity == identity ? $0 : nil }
    }
    package func record(_ entry: RegistryEntry) throws(SystemError) { known[entry.path] = entry }
}
