import FeatureContract
import HostSystem

// The permissions that the wiring file allows and denies a feature: the keys, and the form in a snapshot.

extension WiringObject {
    /// The keys of `allow` and `deny`, named as in a manifest.
    enum Permission {
        static let net = key(
            .net, .list(.address, isEmptyTaken: true),
            "The TCP ports that it may connect to, and the addresses that the host connects it to.")
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

extension Permissions {
    init(binary reader: inout BinaryReader) throws(BinaryError) {
        func texts(_ reader: inout BinaryReader) throws(BinaryError) -> Set<String> {
            Set(
                try reader.list(limit: BinaryReader.maximumElements) { (reader) throws(BinaryError) in try reader.text()
                })
        }
        self.init(
            ports: Set(
                try reader.list(limit: BinaryReader.maximumElements) { (reader) throws(BinaryError) in
                    let number = try reader.uint32()
                    guard let port = UInt16(exactly: number) else { throw BinaryError("the port \(number)") }
                    return port
                }),
            endpoints: Set(
                try reader.list(limit: BinaryReader.maximumElements) { (reader) throws(BinaryError) in
                    try reader.endpoint()
                }),
            read: try texts(&reader), write: try texts(&reader), run: try reader.bool(),
            environment: try texts(&reader))
    }

    func write(binary writer: inout BinaryWriter) {
        func append(_ texts: Set<String>) {
            writer.append(list: texts.sorted()) { writer, text in writer.append(text) }
        }
        writer.append(list: ports.sorted()) { writer, port in writer.append(UInt32(port)) }
        writer.append(list: endpoints.sorted { $0.text < $1.text }) { writer, endpoint in writer.append(endpoint) }
        append(read)
        append(write)
        writer.append(run)
        append(environment)
    }
}
