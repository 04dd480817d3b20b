import FeatureABI
import FeatureContract
import HostSystem

enum HostExtension: CaseIterable, Sendable {
    case connect, files, http, swap

    /// - Returns: Nil for an extension that this host does not have.
    init?(id: String) {
        guard let found = Self.allCases.first(where: { $0.id == id }) else { return nil }
        self = found
    }

    var id: String {
        switch self {
        case .connect: SY_CONNECT_EXTENSION
        case .files: SY_FILES_EXTENSION
        case .http: SY_HTTP_EXTENSION
        case .swap: SY_SWAP_EXTENSION
        }
    }
}

extension Manifest {
    /// The requirements that this host does not meet.
    package var unmetRequirements: Requirements {
        requirements.unmet(
            byHost: HostVersion(unchecked: HostName.version), extensions: HostExtension.allCases.map(\.id))
    }
}

extension Manifest.Requirements {
    /// The requirements as a phrase: `switchyard 1.2 or later and the extension 'switchyard.files/1'`. Of many
    /// extensions, the first three.
    package var text: String {
        var parts = host.map { ["\(HostName.name) \($0.text) or later"] } ?? []
        let named = extensions.prefix(3).map { "'\($0)'" }
        let more = extensions.count - named.count
        if !named.isEmpty {
            parts.append(
                "the extension\(extensions.count == 1 ? "" : "s") \(named.joined(separator: ", "))"
                    + (more == 0 ? "" : " and \(more) more"))
        }
        return parts.joined(separator: " and ")
    }

    /// The reason why a host does not meet the requirements, with its version.
    var refusal: String {
        let offered = HostExtension.allCases.map { "'\($0.id)'" }.joined(separator: ", ")
        return "it requires \(text), and this host is \(HostName.name) \(HostName.version)"
            + (extensions.isEmpty ? "" : " with the extensions \(offered)")
    }
}
