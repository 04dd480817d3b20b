import FeatureContract
import HostSystem

// The keys for permissions that the wiring file allows and denies a feature.

extension WiringObject {
    /// The keys of `allow` and `deny`, named as in a manifest.
    enum Permission {
        static let net = key(
            .net, .list(.address, isEmptyTaken: true),
            "The TCP ports that it may connect to, the addresses that the host connects it to, and the origins that "
                + "the host asks for it by HTTP.")
        static let read = key(
            .read, .list(.path, isEmptyTaken: true),
            "The files and directories that it may read, with all that is in them.")
        static let write = key(
            .write, .list(.path, isEmptyTaken: true),
            "The files and directories that it may read and change, with all that is in them.")
        static let run = key(.run, .bool, "Whether it may start programs. False without it.")
        static let env = key(
            .env, .list(.variable, isEmptyTaken: true), "The variables of the host's environment that it sees.")

        static let all = [net, read, write, run, env]

        private static func key(_ kind: Permissions.Kind, _ value: WiringValue, _ meaning: String) -> WiringKey {
            WiringKey(kind.rawValue, value, meaning)
        }
    }
}
