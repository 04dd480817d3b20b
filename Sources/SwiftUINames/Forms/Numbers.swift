import FeatureCore

extension TextField {
    /// Makes a field that edits a number that may be missing, as it is while the field is empty.
    public init<Value: LosslessStringConvertible>(
        _ titleKey: LocalizedStringKey, value: Binding<Value?>, format: TextFormat, prompt: Text? = nil
    ) {
        self.init(titleKey, value, format, prompt, isOptional: true) { Value($0) }
    }
    /// Makes a field that edits a number of another type, such as Foundation's `Decimal`.
    @_disfavoredOverload
    public init<Value: SignedNumeric & ExpressibleByFloatLiteral>(
        _ titleKey: LocalizedStringKey, value: Binding<Value>, format: TextFormat, prompt: Text? = nil
    ) where Value.FloatLiteralType == Double {
        self.init(titleKey, Self.optional(value), format, prompt, isOptional: false) { DecimalText.number($0) }
    }
    /// Makes a field that edits a number of another type, such as Foundation's `Decimal`, that may be missing.
    @_disfavoredOverload
    public init<Value: SignedNumeric & ExpressibleByFloatLiteral>(
        _ titleKey: LocalizedStringKey, value: Binding<Value?>, format: TextFormat, prompt: Text? = nil
    ) where Value.FloatLiteralType == Double {
        self.init(titleKey, value, format, prompt, isOptional: true) { DecimalText.number($0) }
    }
    /// A number that is never missing as one that may be.
    private static func optional<Value>(_ value: Binding<Value>) -> Binding<Value?> {
        Binding(get: { value.wrappedValue }, set: { if let new = $0 { value.wrappedValue = new } })
    }
}

private enum DecimalText {
    /// Reads a decimal number digit by digit, so that a decimal type gets each as it is written.
    static func number<Value: SignedNumeric & ExpressibleByFloatLiteral>(_ text: String) -> Value?
    where Value.FloatLiteralType == Double {
        let digits = text.drop { $0 == "-" }
        let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard text.count - digits.count <= 1, digits.contains(where: \.isNumber), digits.count <= 30,
            parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } })
        else { return nil }
        let ten: Value = 10
        let tenth: Value = 0.1
        var number: Value = 0
        for digit in parts[0].compactMap(\.wholeNumberValue) { number = number * ten + (Value(exactly: digit) ?? 0) }
        var unit = tenth
        for digit in parts.dropFirst().joined().compactMap(\.wholeNumberValue) {
            number += (Value(exactly: digit) ?? 0) * unit
            unit *= tenth
        }
        return text.hasPrefix("-") ? -number : number
    }
}
