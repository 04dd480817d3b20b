import Glibc
import TestSupport

/// The declarations of a FeatureABI.h, with the offsets, sizes and numbers that the compiler gives them.
struct ABIContract {
    struct Member: Equatable {
        let name: String
        let type: String
        /// Bytes from the start of the struct.
        let offset: Int
        let size: Int
    }

    struct Struct {
        let name: String
        let size: Int
        let members: [Member]
        /// Whether the struct says its size at its start, so that a reader knows how much of it there is.
        var mayGrow: Bool { members.prefix(2).contains { $0.name == "size" } }
    }

    struct Value: Equatable {
        let name: String
        let number: Int
    }

    struct Enumeration {
        let name: String
        let values: [Value]
    }

    struct NotCompiled: Error, CustomStringConvertible {
        let log: String
        var description: String { "the header does not compile:\n\(log)" }
    }

    let major: Int
    let minor: Int
    let structs: [Struct]
    let enumerations: [Enumeration]
    let types: [CDeclaration]
    let macros: [ABIHeader.Macro]

    /// Measures a header with `cc`.
    init(_ header: ABIHeader) throws {
        let numbers = try Measurement(header)
        major = numbers["SY_ABI_MAJOR"]
        minor = numbers["SY_ABI_MINOR"]
        structs = header.structs.map { found in
            let size = numbers[found.name]
            let members = found.members.map { CDeclaration($0) }.map { member in
                Member(
                    name: member.name, type: member.type, offset: numbers["\(found.name).\(member.name)"],
                    size: numbers["\(found.name).\(member.name) size"])
            }
            return Struct(name: found.name, size: size, members: members)
        }
        enumerations = header.enumerations.map { found in
            Enumeration(
                name: found.name, values: found.values.map { Value(name: $0, number: numbers[$0]) })
        }
        types = header.types
        macros = header.macros
    }
}

/// The numbers printed by a C program that is compiled with a header.
private struct Measurement {
    private var numbers: [String: Int] = [:]

    init(_ header: ABIHeader) throws {
        let directory = try TemporaryDirectory()
        try File.write(header.text, to: directory("FeatureABI.h"))
        try File.write(Self.program(header), to: directory("program.c"))
        let compiled = try Subprocess(
            installedProgram("cc") ?? "cc",
            ["-std=c11", "-w", "-I\(directory.path)", directory("program.c"), "-o", directory("program")],
            environment: ["PATH": getenv("PATH").map { String(cString: $0) } ?? ""]
        ).run()
        guard compiled.end == .exit(0) else { throw ABIContract.NotCompiled(log: compiled.diagnostics) }
        for line in try Subprocess(directory("program"), []).run().output.split(separator: "\n") {
            let parts = line.split(separator: "=")
            numbers[String(parts[0])] = parts.count == 2 ? Int(parts[1]) : nil
        }
    }

    subscript(name: String) -> Int { numbers[name] ?? Int.min }

    private static func program(_ header: ABIHeader) -> String {
        var expressions = [("SY_ABI_MAJOR", "SY_ABI_MAJOR"), ("SY_ABI_MINOR", "SY_ABI_MINOR")]
        for found in header.structs {
            expressions.append((found.name, "sizeof(\(found))"))
            for member in found.members.map({ CDeclaration($0).name }) {
                expressions.append(("\(found).\(member)", "offsetof(\(found), \(member))"))
                expressions.append(("\(found).\(member) size", "sizeof(((\(found) *)0)->\(member))"))
            }
        }
        for value in header.enumerations.flatMap(\.values) { expressions.append((value, value)) }
        let lines = expressions.map { "    printf(\"\($0.0)=%lld\\n\", (long long)(\($0.1)));\n" }
        return "#include <stdio.h>\n#include \"FeatureABI.h\"\nint main(void) {\n\(lines.joined())}\n"
    }
}
