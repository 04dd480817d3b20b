package import JSONText

extension Manifest {
    /// A setting of the feature in the wiring file.
    package struct Setting: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            /// Any JSON value: the feature declares no type.
            case any
            case value(ValueType)
            /// An object with these members.
            case section([Setting])
        }

        package let name: String
        package let kind: Kind

        package init(name: String, kind: Kind) {
            self.name = name
            self.kind = kind
        }
    }
}

extension Manifest.Setting {
    package var json: JSON {
        var object: JSONObject = ["name": .string(name)]
        switch kind {
        case .any: break
        case .value(let type): object.append(key: "type", value: .string(type.description))
        case .section(let members): object.append(key: "settings", value: .array(members.map(\.json)))
        }
        return .object(object)
    }

    /// A setting in a wiring file that does not fit the feature's declaration.
    package struct Fault {
        /// Whether the feature declares no setting with this name; false if the value is of a wrong type.
        package let isUnknown: Bool
        package let mismatch: JSONError
    }

    fileprivate func faults(in field: JSONField) -> [Fault] {
        switch kind {
        case .any: return []
        case .value(let type):
            guard Value(field.value, as: type) == nil else { return [] }
            return [
                Fault(
                    isUnknown: false,
                    mismatch: field.mismatch("expected a value of the type \(type), found \(field.value.kind)"))
            ]
        case .section(let members): return members.faults(in: field)
        }
    }
}

extension [Manifest.Setting] {
    /// Returns the members of a settings object that are not declared, or declared with another type.
    package func faults(in field: JSONField) -> [Manifest.Setting.Fault] {
        let members: [(key: String, field: JSONField)]
        do {
            members = try field.members()
        } catch {
            return [.init(isUnknown: false, mismatch: error)]
        }
        return members.flatMap { key, field -> [Manifest.Setting.Fault] in
            guard let setting = first(where: { $0.name == key }) else {
                return [.init(isUnknown: true, mismatch: field.unknownKey(among: map(\.name)))]
            }
            return setting.faults(in: field)
        }
    }
}
