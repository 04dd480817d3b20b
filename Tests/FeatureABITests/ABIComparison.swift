/// The changes of a later header other than appended declarations, each as a sentence that names the declaration.
struct ABIComparison {
    private(set) var findings: [String] = []
    /// The names of the new declarations.
    private(set) var additions: [String] = []
    /// The names of the released structs.
    private let structs: Set<String>

    init(from released: ABIContract, to current: ABIContract) {
        structs = Set(released.structs.map(\.name))
        if current.major != released.major {
            findings.append(
                "SY_ABI_MAJOR was \(released.major) and is \(current.major): that is another contract, "
                    + "with a header of its own")
        }
        for old in released.structs { compare(old, with: current.structs.first { $0.name == old.name }) }
        compare(released.enumerations, with: current.enumerations)
        compare(released.types, with: current.types, kind: "type")
        compare(released.macros, with: current.macros)
        additions += current.structs.map(\.name).filter { name in !released.structs.contains { $0.name == name } }
        if current.minor < released.minor {
            findings.append("SY_ABI_MINOR was \(released.minor) and is \(current.minor)")
        } else if current.minor == released.minor, let first = additions.first {
            findings.append(
                "\(first) is new, and SY_ABI_MINOR is \(current.minor) as before: raise it, since that version is released"
            )
        }
    }

    // MARK: Structs

    private mutating func compare(_ old: ABIContract.Struct, with current: ABIContract.Struct?) {
        guard let current else {
            findings.append("the struct \(old.name) is gone")
            return
        }
        let before = findings.count
        for member in old.members {
            guard let found = current.members.first(where: { $0.name == member.name }) else {
                findings.append("\(old.name).\(member.name) is gone")
                continue
            }
            guard found.type == member.type else {
                findings.append("\(old.name).\(member.name) was '\(member.type)' and is '\(found.type)'")
                continue
            }
            if found.size != member.size, !structs.contains(member.type) {
                findings.append("\(old.name).\(member.name) had \(member.size) bytes and has \(found.size)")
            }
        }
        for member in current.members where !old.members.contains(where: { $0.name == member.name }) {
            additions.append("\(old.name).\(member.name)")
            if !old.mayGrow {
                findings.append(
                    "\(old.name).\(member.name) is new: \(old.name) never grows, since other structs hold it by value")
            } else if member.offset < old.size {
                findings.append(
                    "\(old.name).\(member.name) is new and stands at byte \(member.offset): append it behind the "
                        + "\(old.size) bytes that readers know, not in what was padding")
            }
        }
        // A change that follows from a reported one is not reported.
        guard findings.count == before else { return }
        for member in old.members {
            guard let found = current.members.first(where: { $0.name == member.name }) else { continue }
            // A member struct of another size moves the members behind it, and is reported under its own name.
            if found.size != member.size { return }
            if found.offset != member.offset {
                findings.append(
                    "\(old.name).\(member.name) stood at byte \(member.offset) and stands at byte \(found.offset)")
                return
            }
        }
        if current.size < old.size {
            findings.append("\(old.name) had \(old.size) bytes and has \(current.size)")
        }
    }

    // MARK: Values

    private mutating func compare(_ old: [ABIContract.Enumeration], with current: [ABIContract.Enumeration]) {
        for enumeration in old {
            let values = current.first { $0.name == enumeration.name }?.values ?? []
            for value in enumeration.values {
                guard let found = values.first(where: { $0.name == value.name }) else {
                    findings.append("\(value.name) of \(enumeration.name) is gone")
                    continue
                }
                if found.number != value.number {
                    findings.append("\(value.name) was \(value.number) and is \(found.number)")
                }
            }
        }
        for enumeration in current {
            let released = old.first { $0.name == enumeration.name }?.values ?? []
            // The numbers in use, each with the name of its constant.
            var taken = Dictionary(released.map { ($0.number, $0.name) }) { first, _ in first }
            for value in enumeration.values where !released.contains(where: { $0.name == value.name }) {
                additions.append(value.name)
                if let name = taken[value.number] {
                    findings.append("\(value.name) is new and has the number \(value.number), which is \(name)'s")
                }
                taken[value.number] = value.name
            }
        }
    }

    // MARK: Names

    private mutating func compare(_ old: [CDeclaration], with current: [CDeclaration], kind: String) {
        for declaration in old {
            guard let found = current.first(where: { $0.name == declaration.name }) else {
                findings.append("the \(kind) \(declaration.name) is gone")
                continue
            }
            if found.type != declaration.type {
                findings.append("the \(kind) \(declaration.name) was '\(declaration.type)' and is '\(found.type)'")
            }
        }
        additions += current.map(\.name).filter { name in !old.contains { $0.name == name } }
    }

    private mutating func compare(_ old: [ABIHeader.Macro], with current: [ABIHeader.Macro]) {
        for macro in old where !["SY_ABI_MAJOR", "SY_ABI_MINOR"].contains(macro.name) {
            guard let found = current.first(where: { $0.name == macro.name }) else {
                findings.append("the macro \(macro.name) is gone")
                continue
            }
            if found.text != macro.text {
                findings.append("the macro \(macro.name) was '\(macro.text)' and is '\(found.text)'")
            }
        }
        additions += current.map(\.name).filter { name in !old.contains { $0.name == name } }
    }
}
