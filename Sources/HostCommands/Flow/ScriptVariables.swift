import HostCore

/// The variables of a script: `${NAME}` in a line stands for the text that `--set NAME=VALUE` gives, else for that of
/// `set NAME=VALUE` in a line above. `$${` stands for `${`.
struct ScriptVariables {
    private let given: [String: String]
    private var usual: [String: String] = [:]

    /// - Parameter given: The variables of the command line, which come before those that the script sets.
    init(_ given: [String: String]) { self.given = given }

    /// Reads `NAME=VALUE`; nil if that is no name of letters, digits and `_`, or there is no `=`.
    static func pair(_ text: String) -> (name: String, value: String)? {
        let (name, value) = text.splitOnce(at: "=")
        guard let value, isName(name) else { return nil }
        return (String(name), String(value))
    }

    private static func isName(_ name: some StringProtocol) -> Bool {
        name.first?.isNumber == false
            && name.allSatisfy { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    mutating func set(_ text: String) throws(FlowError) {
        guard let (name, value) = Self.pair(text) else {
            throw FlowError(
                ["'set \(text)' sets nothing: expected set NAME=VALUE, with a name of letters, digits and _"],
                code: .dataError)
        }
        usual[name] = value
    }

    func replaced(in line: String) throws(FlowError) -> String {
        let parts = line.split(separator: "${", omittingEmptySubsequences: false)
        var text = String(parts[0])
        for part in parts.dropFirst() {
            guard text.last != "$" else {
                text.removeLast()
                text += "${" + part
                continue
            }
            let (name, rest) = part.splitOnce(at: "}")
            guard let rest, Self.isName(name) else {
                throw FlowError(
                    ["'${' begins a variable, ${NAME}, and this is none; write '$${' for the characters"],
                    code: .dataError)
            }
            guard let value = given[String(name)] ?? usual[String(name)] else {
                throw FlowError(
                    [
                        "the variable '\(name)' has no value; give it one by --set \(name)=VALUE, or above this line by "
                            + "'set \(name)=VALUE'"
                    ], code: .dataError)
            }
            text += value + rest
        }
        return text
    }
}

extension Option {
    /// The option of commands that take scripts.
    static let set = Option(
        "--set", value: .text("NAME=VALUE"), isRepeatable: true,
        help: "Let ${NAME} in a script stand for VALUE. May be given several times.")
}

extension Arguments {
    /// The variables that the command line gives to scripts.
    func scriptVariables() throws(UsageError) -> ScriptVariables {
        var given: [String: String] = [:]
        for text in all(.set) {
            guard let (name, value) = ScriptVariables.pair(text) else {
                throw UsageError(
                    "'--set \(text)' sets nothing: expected NAME=VALUE, with a name of letters, digits and _",
                    command: command)
            }
            given[name] = value
        }
        return ScriptVariables(given)
    }
}
