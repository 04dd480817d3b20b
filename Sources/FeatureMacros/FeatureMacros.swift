import Foundation

// The compiler's side of the macros of FeatureKit and of the host: the compiler runs this program while it compiles a
// feature or the host, and asks it what a macro stands for. The program reads the little syntax that it needs by itself: swift-syntax, which macros usually
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

/// A request of the compiler. What a macro does not need is left out.
private struct Request: Decodable {
    struct Expansion: Decodable {
        struct Macro: Decodable { let typeName: String }
        struct Syntax: Decodable { let source: String }

        let macro: Macro
        let macroRole: String?
        let declSyntax: Syntax?
        let extendedTypeSyntax: Syntax?
    }

    let expandAttachedMacro: Expansion?
    let expandFreestandingMacro: Expansion?
}

private struct Response: Encodable {
    struct Result: Encodable {
        let expandedSource: String
        let diagnostics: [String] = []
    }

    let expandMacroResult: Result
}

/// Returns what a macro stands for. A `#Preview` stands for nothing, whatever it says.
private func expansion(of request: Request.Expansion?) -> String {
    let source = request?.declSyntax?.source ?? ""
    switch request?.macro.typeName {
    case "EntryMacro":
        guard let entry = EnvironmentEntry(source) else { return "" }
        return request?.macroRole == "accessor" ? entry.accessors : entry.key
    // Where the author's file imports Foundation, its property of this name is meant.
    case "ErrorTextMacro": return "{ $0.localizedDescription }"
    case "BinaryCodedMacro":
        guard let form = BinaryForm(source), let type = request?.extendedTypeSyntax?.source else { return "" }
        return form.conformance(of: type.trimmingCharacters(in: .whitespacesAndNewlines))
    default: return ""
    }
}

@main
private enum FeatureMacros {
    static func main() {
        while let header = receive(8) {
            let length = header.reversed().reduce(0) { $0 << 8 | Int($1) }
            guard let body = receive(length), let text = String(bytes: body, encoding: .utf8) else { break }
            if text.hasPrefix(#"{"getCapability""#) {
                send(#"{"getCapabilityResult":{"capability":{"protocolVersion":7}}}"#)
                continue
            }
            let request = try? JSONDecoder().decode(Request.self, from: Data(body))
            let result = Response(
                expandMacroResult: .init(
                    expandedSource: expansion(of: request?.expandAttachedMacro ?? request?.expandFreestandingMacro)))
            guard let json = try? JSONEncoder().encode(result) else { break }
            send(String(decoding: json, as: UTF8.self))
        }
    }
}
