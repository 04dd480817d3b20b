/// A possible key of a wiring file, with its value and meaning.
///
/// The reader, the manual page switchyard.jsonc(5) and the JSON Schema share one table of keys: ``WiringObject``.
package struct WiringKey: Sendable {
    package let name: String
    package let value: WiringValue
    package let isRequired: Bool
    /// The meaning in sentences, for the manual page and for editors.
    package let meaning: String

    init(_ name: String, _ value: WiringValue, isRequired: Bool = false, _ meaning: String) {
        self.name = name
        self.value = value
        self.isRequired = isRequired
        self.meaning = meaning
    }
}

/// The valid values of a key.
package indirect enum WiringValue: Sendable {
    case text
    case scheme
    /// A text of one line for the user, such as the name of a tab.
    case label
    case destination
    case bool
    case duration
    case memory
    case integer(ClosedRange<Int>)
    case word([String])
    /// A TCP port, the address of a machine, or an origin: `tcp:443`, `api.example.org:443`, `https://api.example.org`.
    case address
    /// The path of a file or directory, from the root or from one of the user's directories.
    case path
    case variable
    case condition
    /// An object with any members, since only the feature knows the valid ones.
    case anyObject
    case object(WiringObject)
    /// A list of such values; it may be empty if `isEmptyTaken` is true.
    case list(WiringValue, isEmptyTaken: Bool)
    /// An object whose keys are data: each key is of the first kind and each value of the second.
    case map(WiringMapKey, WiringValue)
    case either([WiringValue])
}

/// The kind of a map's keys in a wiring file.
package enum WiringMapKey: Sendable {
    case featureID
    case destination
    case condition
    /// A destination without arguments, or all of a feature: `account/detail`, `account/*`, `account`.
    case pattern
}

/// An object of a wiring file, and the only table of its possible keys.
package struct WiringObject: Sendable {
    /// The heading in the manual page: `A TAB`.
    package let title: String
    package let keys: [WiringKey]

    static let file = WiringObject(title: "THE FILE", keys: File.all)
    /// An element of `tabs`.
    static let tab = WiringObject(title: "A TAB", keys: Tab.all)
    /// A value of `redirects` that is an object, not only a destination.
    static let redirect = WiringObject(title: "A REDIRECT", keys: Redirect.all)
    /// A value of `features`.
    static let feature = WiringObject(title: "A FEATURE", keys: Feature.all)

    /// A value of `allow` or `deny` of a feature.
    static let permissions = WiringObject(title: "PERMISSIONS", keys: Permission.all)

    /// A value of `conditions`.
    static let condition = WiringObject(title: "A CONDITION", keys: Condition.all)

    package static let all = [file, tab, redirect, feature, permissions, condition]
}
