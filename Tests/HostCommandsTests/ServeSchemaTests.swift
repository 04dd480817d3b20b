import FeatureContract
import HostCore
import JSONText
import TestSupport
import Testing

@testable import HostCommands
@testable import ProgramTestSupport

/// Compares the schema of the messages, which is written by hand, with the code.
@Suite("The schema of serve", .blocking)
struct ServeSchemaTests {
    private let schema: JSON

    init() throws {
        schema = try JSON.parse(Sandbox(.only([]), wiring: .none).output("serve", "--schema"))
    }

    private func properties(of definition: String) -> JSON? { schema["$defs"]?[definition]?["properties"] }

    private func texts(_ list: JSON?) -> [String] { list?.array?.compactMap(\.string) ?? [] }

    @Test("it has each method with its parameters, and each notification")
    func methods() {
        let messages = schema["anyOf"]?.array ?? []
        let names = messages.compactMap { $0["properties"]?["method"]?["const"]?.string }
        #expect(names == ServeMethod.allCases.map(\.rawValue) + ServeNotification.allCases.map(\.rawValue))
        for (method, request) in zip(ServeMethod.allCases, messages) {
            let name = "\(method.rawValue)Params"
            #expect(request["properties"]?["params"]?["$ref"]?.string == "#/$defs/\(name)")
            let needsParameters = method.parameters.contains(where: \.isRequired)
            #expect(texts(request["required"]).contains("params") == needsParameters, "\(name)")
            compare(schema["$defs"]?[name], method.parameters, isOpen: method.isOpen, name)
        }
        #expect(SchemaCheck.unknownKeywords(in: schema) == [])
    }

    private func compare(_ object: JSON?, _ fields: [MessageField], isOpen: Bool, _ place: String) {
        let members = object?["properties"]?.object
        #expect(members?.keys == fields.map(\.name), "\(place)")
        #expect(texts(object?["required"]) == fields.filter(\.isRequired).map(\.name), "\(place)")
        #expect(object?["additionalProperties"]?.bool == isOpen, "\(place)")
        for field in fields {
            let (member, path) = (members?[field.name], "\(place).\(field.name)")
            switch field.type {
            case .text: #expect(member?["type"] == "string", "\(path)")
            case .integer: #expect(member?["type"] == "integer", "\(path)")
            case .bool: #expect(member?["type"] == "boolean", "\(path)")
            case .any: #expect(member != nil && member?["type"] == nil, "\(path)")
            case .word(let words): #expect(texts(member?["enum"]) == words, "\(path)")
            case .integers: #expect(member?["items"]?["type"] == "integer", "\(path)")
            case .object(let fields, let isOpen): compare(member, fields, isOpen: isOpen, path)
            }
        }
    }

    @Test("it has the kinds, flags, roles, presentations, levels and errors of the code")
    func words() {
        let node = properties(of: "Node")
        let flags = (node?.object?.members ?? []).filter { $0.value["type"] == "boolean" }.map(\.key)
        #expect(flags == ViewNode.flagNames.map(\.1))
        #expect(texts(node?["kind"]?["anyOf"]?[0]?["enum"]) == NodeKind.allCases.map { "\($0)" })
        let roles = ViewNode.Role.allCases.filter { $0 != .primary }.map { "\($0)" }
        #expect(texts(node?["role"]?["enum"]) == roles)

        let (presentations, entry) = (Presentation.allCases.map(\.rawValue), properties(of: "Entry"))
        let inner = entry?["inner"]?["items"]?["properties"]
        for shown in [entry, inner, properties(of: "stateResult"), properties(of: "screenNotification")] {
            #expect(texts(shown?["presentation"]?["enum"]) == presentations)
        }
        let levels = properties(of: "logNotification")?["level"]?["enum"]
        #expect(texts(levels) == LogLine.Level.allCases.map { "\($0)" })

        let error = schema["anyOf"]?.array?.last?["properties"]?["error"]?["properties"]
        let codes = (error?["code"]?["anyOf"]?.array ?? []).compactMap { $0["const"]?.integer }
        #expect(codes == RPCError.Code.allCases.map(\.rawValue))
        let kinds = error?["data"]?["properties"]?["kind"]?["enum"]
        #expect(texts(kinds) == RPCError.Code.allCases.map { "\($0)" })
    }

    @Test(
        "a message that is no JSON is answered by its id, where that can be read",
        arguments: [
            (#"{"jsonrpc": "2.0", "id": 7, "method": "back", "params": {"force": 1e400}}"#, JSON.integer(7)),
            (#"{"method": "back", "params": {"a": 1, "a": 2}, "id": "b"}"#, "b"),
            (#"{"params": {"id": 1}, "id": 3, bad}"#, 3), (#"{"id": {"id": 1}, bad}"#, nil),
            (#"[{"id": 1}, bad]"#, nil),
            ("{", nil), (#"{"id": 9223372036854775808}"#, nil),
        ])
    func idOfNoJSON(message: String, id: JSON?) {
        guard case .failure(let invalid) = RPCMessage.read(Array(message.utf8)) else {
            Issue.record("it is read")
            return
        }
        #expect(invalid.error.code == .parseError && invalid.id == id)
    }
}
