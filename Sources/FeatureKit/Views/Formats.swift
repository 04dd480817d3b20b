internal import Glibc

/// The form of a number, a date or a size in a text, without Foundation: always that of English, whatever the user's
/// language is. `value.formatted(…)` of Foundation makes texts in other languages.
///
/// ```swift
/// Text(price, format: .currency(code: "EUR"))
/// Text(note.date, format: .dateTime.day().month())
/// ```
public struct TextFormat: Sendable {
    /// The parts of a day and a time that are shown.
    public enum DateStyle: Hashable, Sendable {
        case omitted, numeric, abbreviated, long, complete, shortened, standard
        case wide, narrow, twoDigits, defaultDigits
    }
    /// The form of a number.
    public enum Notation: Hashable, Sendable {
        case automatic, compactName
        @available(*, unavailable, message: "use Text(value.formatted(…)) of Foundation")
        case scientific
    }
    /// The digits of a number.
    public struct Precision: Hashable, Sendable {
        /// The least and the most digits behind the point.
        let fraction: ClosedRange<Int>

        /// So many digits behind the point.
        public static func fractionLength(_ length: Int) -> Precision { fractionLength(length...length) }
        /// The least and the most digits behind the point; zeros at the end that are not needed are left out.
        public static func fractionLength(_ limits: some RangeExpression<Int>) -> Precision {
            let range = limits.relative(to: 0..<TextFormat.mostDigits + 1).clamped(to: 0..<TextFormat.mostDigits + 1)
            return Precision(fraction: range.lowerBound...max(range.lowerBound, range.upperBound - 1))
        }
    }
    /// What a size is of.
    public enum ByteCountStyle: Hashable, Sendable { case file, memory, decimal, binary }

    private enum Kind: Hashable, Sendable {
        case number, percent, bytes, currency(String), date, list(ListType), relative
    }

    /// The signs of currencies in English, and their digits behind the point.
    private static let symbols = [
        "EUR": ("€", 2), "USD": ("$", 2), "GBP": ("£", 2), "JPY": ("¥", 0), "INR": ("₹", 2), "KRW": ("₩", 0),
        "CNY": ("CN¥", 2), "CAD": ("CA$", 2), "AUD": ("A$", 2), "NZD": ("NZ$", 2), "MXN": ("MX$", 2), "BRL": ("R$", 2),
        "ILS": ("₪", 2), "VND": ("₫", 0),
    ]

    private var kind: Kind
    private var fraction: ClosedRange<Int>?
    private var isCompact = false
    private var isGrouped = true
    var parts = DateParts()

    /// The most digits behind the point that a number has.
    private static let mostDigits = 15

    private init(_ kind: Kind) { self.kind = kind }

    func with(_ change: (inout Self) -> Void) -> Self {
        var format = self
        change(&format)
        return format
    }

    /// A number, such as `1,234.5`.
    public static let number = TextFormat(.number)
    /// A part of 1, such as `45%`.
    public static let percent = TextFormat(.percent)
    /// Texts one after the other, such as `a, b, and c`.
    public static func list(type: ListType, width: DateStyle = .standard) -> TextFormat { TextFormat(.list(type)) }
    /// How long a date is from now, such as `2 hours ago`.
    public static func relative(presentation: RelativePresentation, unitsStyle: DateStyle = .wide) -> TextFormat {
        TextFormat(.relative)
    }
    /// The word before the last of several texts: `and`.
    public enum ListType: Hashable, Sendable { case and, or }
    /// How a date near now is said.
    public enum RelativePresentation: Hashable, Sendable { case numeric, named }
    /// An amount of money, such as `€1,234.50`.
    public static func currency(code: String) -> TextFormat { TextFormat(.currency(code)) }
    /// A size, such as `1.2 MB`.
    public static func byteCount(style: ByteCountStyle) -> TextFormat { TextFormat(.bytes) }
    /// A date, such as `11/24/2026, 9:30 AM`; with ``day(_:)`` and others only those parts.
    public static let dateTime = TextFormat(.date)

    /// The same with so many digits.
    public func precision(_ precision: Precision) -> Self {
        with { $0.fraction = precision.fraction }
    }
    /// The same in a shorter form, such as `1.2K`.
    public func notation(_ notation: Notation) -> Self { with { $0.isCompact = notation == .compactName } }
    /// The same with commas between thousands, or without.
    public func grouping(_ grouping: Grouping) -> Self { with { $0.isGrouped = grouping != .never } }
    /// Whether commas stand between thousands.
    public enum Grouping: Hashable, Sendable { case automatic, never }

    package func text(of value: Any) -> String {
        if kind == .date {
            guard let moment = value as? any Codable, let seconds = LocalTime.seconds(of: moment) else {
                return "\(value)"
            }
            return (parts.isEmpty ? TextFormat.date().parts : parts).text(of: seconds)
        }
        if case .list(let type) = kind, let elements = value as? any Collection {
            let words = elements.map { "\($0)" }
            guard words.count > 1 else { return words.first ?? "" }
            return words.dropLast().joined(separator: ", ") + (words.count > 2 ? ", " : " ") + "\(type) "
                + words[words.count - 1]
        }
        if kind == .relative {
            return (value as? any Codable).map { Text.DateStyle.relative.text(of: $0) } ?? "\(value)"
        }
        let number: Double
        switch value {
        case let value as any BinaryFloatingPoint: number = Double(value)
        case let value as any BinaryInteger: number = Double(value)
        // Foundation's Decimal, which is known by its digits alone.
        case let value as any SignedNumeric:
            guard let digits = Double("\(value)") else { return "\(value)" }
            number = digits
        default: return "\(value)"
        }
        switch kind {
        case .percent: return decimal(value is any BinaryInteger ? number : number * 100, fraction) + "%"
        case .currency(let code):
            let (symbol, digits) = Self.symbols[code.uppercased()] ?? ("\(code)\u{A0}", 2)
            let amount = decimal(abs(number), fraction ?? digits...digits)
            return (number < 0 ? "-" : "") + symbol + amount
        case .bytes: return scaled(number, by: 1000, [" bytes", " kB", " MB", " GB", " TB"])
        default: return isCompact ? scaled(number, by: 1000, ["", "K", "M", "B", "T"]) : decimal(number, fraction)
        }
    }

    /// The digits of a number, as a field has them to edit: as many as the format gives, and otherwise all.
    func digits(of value: Any) -> String {
        let text = "\(value)"
        let isPercent = kind == .percent && !(value is any BinaryInteger)
        guard isPercent || fraction != nil, let number = Double(text) else {
            return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        }
        return with { $0.isGrouped = false }
            .decimal(isPercent ? number * 100 : number, fraction ?? 0...Self.mostDigits - 2)
    }

    /// The digits of a number that a user wrote, without the signs of the format, for the number's type to read. Nil if
    /// they are none.
    func digits(typed text: String, isWhole: Bool) -> String? {
        var digits = text.filter { !$0.isWhitespace }
        let isNegative = digits.first == "-" || digits.first == "\u{2212}"
        if isNegative || digits.first == "+" { digits.removeFirst() }
        switch kind {
        case .percent where digits.last == "%": digits.removeLast()
        case .currency(let code):
            for sign in [Self.symbols[code.uppercased()]?.0, code.uppercased(), code] {
                guard let sign else { continue }
                if digits.hasPrefix(sign) { digits.removeFirst(sign.count) }
                if digits.hasSuffix(sign) { digits.removeLast(sign.count) }
            }
        default: break
        }
        // Commas only where they part thousands: 1,5 is not 15.
        let groups = digits.prefix { $0 != "." }.split(separator: ",", omittingEmptySubsequences: false)
        if groups.count > 1, (1...3).contains(groups[0].count), groups.dropFirst().allSatisfy({ $0.count == 3 }) {
            digits = groups.joined() + digits.drop { $0 != "." }
        }
        // A large number is shown with an exponent. No words: nan and inf are numbers to the types, and not to users.
        let isNumber = digits.contains { $0.isNumber } && digits.allSatisfy("0123456789.eE+-".contains)
        guard isNumber, kind == .percent, !isWhole else { return isNumber ? (isNegative ? "-" : "") + digits : nil }
        return Self.hundredth(of: digits).map { (isNegative ? "-" : "") + $0 }
    }

    /// Moves a number's point, so that no digit changes. Nil for a number with an exponent.
    private static func hundredth(of digits: String) -> String? {
        let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, parts.allSatisfy({ $0.allSatisfy(\.isNumber) }) else { return nil }
        let padded = String(repeating: "0", count: max(0, 3 - whole.count)) + whole
        return padded.dropLast(2) + "." + padded.suffix(2) + (parts.count > 1 ? parts[1] : "")
    }

    private func scaled(_ number: Double, by step: Double, _ units: [String]) -> String {
        var (number, unit) = (number, 0)
        while abs(number) >= step, unit < units.count - 1 {
            number /= step
            unit += 1
        }
        let digits = unit == 0 || abs(number) >= 10 ? 0 : 1
        return decimal(number, fraction ?? digits...digits) + units[unit]
    }

    /// Without a number of digits, there are as many as Foundation writes: up to six.
    private func decimal(_ number: Double, _ fraction: ClosedRange<Int>?) -> String {
        guard number.isFinite, abs(number) < 1e15 else { return "\(number)" }
        let fraction = fraction ?? 0...6
        var text = String.printed("%.\(fraction.upperBound)f", number) ?? "\(number)"
        for _ in fraction.dropFirst() where text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        guard isGrouped else { return text }
        var digits = text.prefix { $0 != "." }
        let rest = text.dropFirst(digits.count)
        let sign = digits.first == "-" ? String(digits.removeFirst()) : ""
        var grouped = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { grouped += "," }
            grouped.append(digit)
        }
        return sign + grouped + rest
    }
}

extension String {
    /// Writes a number as C's `printf` does; nil for what is no format of one number.
    fileprivate static func printed(_ format: String, _ number: some CVarArg) -> String? {
        withVaList([number]) { arguments in
            var bytes = [CChar](repeating: 0, count: 512)
            let count = vsnprintf(&bytes, bytes.count, format, arguments)
            return count < 0 || count >= bytes.count
                ? nil : String(decoding: bytes[..<Int(count)].map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }

    /// Writes a number by a format such as `%.2f`. Any other format gives the number itself.
    static func number(_ value: Any, specifier: String) -> String {
        let middle = specifier.dropFirst().drop { "-+ 0#".contains($0) }.drop { $0.isNumber || $0 == "." }
        guard specifier.first == "%", specifier.count < 16 else { return "\(value)" }
        let printed: String? =
            switch (middle, value) {
            case ("f", let value as any BinaryFloatingPoint), ("lf", let value as any BinaryFloatingPoint),
                ("g", let value as any BinaryFloatingPoint), ("e", let value as any BinaryFloatingPoint):
                printed(specifier, Double(value))
            case ("d", let value as any FixedWidthInteger), ("ld", let value as any FixedWidthInteger),
                ("lld", let value as any FixedWidthInteger), ("x", let value as any FixedWidthInteger),
                ("i", let value as any FixedWidthInteger):
                printed(
                    specifier.prefix(specifier.count - middle.count) + "ll" + middle.suffix(1), Int64(clamping: value))
            default: nil
            }
        return printed ?? "\(value)"
    }
}

extension LocalizedStringKey.StringInterpolation {
    /// Takes a number by a format of C, such as `%.2f`, which stands as `%@` in the key.
    public mutating func appendInterpolation<Value: Numeric>(_ value: Value, specifier: String) {
        appendInterpolation(String.number(value, specifier: specifier))
    }

    /// Takes a value in a form, which stands as `%@` in the key.
    public mutating func appendInterpolation<Value>(_ value: Value, format: TextFormat) {
        appendInterpolation(format.text(of: value))
    }

    /// Takes a date, Foundation's `Date`, which stands as `%@` in the key.
    public mutating func appendInterpolation<Moment: Codable>(_ date: Moment, style: Text.DateStyle) {
        appendInterpolation(style.text(of: date))
    }

    /// Takes the words of a text, which stand as `%@` in the key.
    public mutating func appendInterpolation(_ text: Text) { appendInterpolation(text.content.text) }

    /// Takes nothing of an image: texts hold no pictures.
    public mutating func appendInterpolation(_ image: Image) { appendInterpolation("") }
}

extension Text {
    /// The form of a date in a text.
    public enum DateStyle: Hashable, Sendable {
        /// The day, the time of day, or how long ago, in one unit.
        case date, time, relative
        /// How long ago, with a sign, or in hours, minutes and seconds.
        case offset, timer

        func text(of moment: some Codable) -> String {
            guard let seconds = LocalTime.seconds(of: moment) else { return "\(moment)" }
            switch self {
            case .date: return DateParts.longDay.text(of: seconds)
            case .time: return DateParts.time.text(of: seconds)
            case .relative, .offset, .timer: break
            }
            let distance = seconds - LocalTime.now
            let length = Int(abs(distance).rounded())
            func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
            if self == .timer { return "\(length / 3600):\(two(length / 60 % 60)):\(two(length % 60))" }
            let units = [(31_536_000, "year"), (2_592_000, "month"), (86_400, "day"), (3600, "hour"), (60, "minute")]
            let (size, unit) = units.first { length >= $0.0 } ?? (1, "second")
            let count = length / size
            let text = "\(count) \(unit)\(count == 1 ? "" : "s")"
            if length == 0, self == .relative { return "now" }
            if self == .offset { return (distance < 0 ? "-" : "+") + text }
            return distance < 0 ? "\(text) ago" : "in \(text)"
        }
    }

    /// Makes a text of a date, Foundation's `Date`, in English.
    public init<Moment: Codable>(_ date: Moment, style: DateStyle) {
        content = LocalizedStringKey(verbatim: style.text(of: date))
    }

    /// Makes a text of a number, a date or a size in a form. For another form, use `Text(value.formatted(…))` of Foundation.
    public init<Value>(_ value: Value, format: TextFormat) {
        content = LocalizedStringKey(verbatim: format.text(of: value))
    }
}
