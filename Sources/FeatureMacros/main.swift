import Glibc
import JSONText

// The compiler's side of FeatureKit's macros: the compiler runs this program while it compiles a feature, and asks it what
// a macro stands for. The program reads the little syntax that it needs by itself: swift-syntax, which macros usually
// take, would be this package's only dependency.
//
// A message is its length in 8 bytes, the lowest first, and JSON: PluginMessages.swift of swift-syntax.

/// Reads exactly `count` bytes; nil at the end of the input.
private func receive(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
        let size = bytes.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress?.advanced(by: done), count - done) }
        if size < 0, errno == EINTR { continue }
        guard size > 0 else { return nil }
        done += size
    }
    return bytes
}

private func send(_ json: String) {
    let body = Array(json.utf8)
    let message = (0..<8).map { UInt8(truncatingIfNeeded: body.count >> ($0 * 8)) } + body
    var done = 0
    while done < message.count {
        let size = message.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress?.advanced(by: done), $0.count - done) }
        if size < 0, errno == EINTR { continue }
        guard size > 0 else { exit(EXIT_FAILURE) }
        done += size
    }
}

/// Returns what a macro stands for. A `#Preview` stands for nothing, whatever it says.
private func expansion(of request: JSON) -> String {
    switch request["macro"]?["typeName"]?.string {
    case "EntryMacro":
        guard let source = request["declSyntax"]?["source"]?.string, let entry = EnvironmentEntry(source) else {
            return ""
        }
        return request["macroRole"] == "accessor" ? entry.accessors : entry.key
    // Where the author's file imports Foundation, its property of this name is meant.
    case "ErrorTextMacro": return "{ $0.localizedDescription }"
    default: return ""
    }
}

while let header = receive(8) {
    let length = header.reversed().reduce(0) { $0 << 8 | Int($1) }
    guard let body = receive(length) else { break }
    let message = try? JSON.parse(body)
    if message?["getCapability"] != nil {
        send(#"{"getCapabilityResult":{"capability":{"protocolVersion":7}}}"#)
    } else {
        let request = message?["expandAttachedMacro"] ?? message?["expandFreestandingMacro"] ?? .null
        let result: JSON = ["expandedSource": .string(expansion(of: request)), "diagnostics": []]
        send((["expandMacroResult": result] as JSON).text())
    }
}
