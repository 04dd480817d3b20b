/// The parts of a date that a text shows. It has the words and the clock of American English, as Foundation's `formatted`
/// writes them, so that a screen has one clock.
struct DateParts: Hashable, Sendable {
    var weekday: TextFormat.DateStyle?
    var month: TextFormat.DateStyle?
    var day: TextFormat.DateStyle?
    var year: TextFormat.DateStyle?
    var hour: TextFormat.DateStyle?
    var minute: TextFormat.DateStyle?
    var second: TextFormat.DateStyle?
    /// Whether AM or PM is left out.
    var hidesHalf = false

    static let numericDay = DateParts(month: .defaultDigits, day: .defaultDigits, year: .defaultDigits)
    static let longDay = DateParts(month: .wide, day: .defaultDigits, year: .defaultDigits)
    static let time = DateParts(hour: .defaultDigits, minute: .twoDigits)

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

    var isEmpty: Bool { self == DateParts() }

    func text(of seconds: Double) -> String {
        let time = LocalTime(seconds: seconds).time
        let (day, clock) = (dayText(time), clockText(time))
        let separator = hasMonthName ? " at " : month == nil && year == nil ? " " : ", "
        return [day, clock].filter { !$0.isEmpty }.joined(separator: separator)
    }

    private var hasMonthName: Bool { month.map { ![.numeric, .defaultDigits, .twoDigits].contains($0) } ?? false }

    private func dayText(_ time: LocalTime.Parts) -> String {
        let weekday = weekday.map { Self.word(Self.weekdays[Int(time.tm_wday)], $0) }
        let day = day.map { Self.digits(time.tm_mday, $0) }
        let year = year.map { Self.digits($0 == .twoDigits ? time.tm_year % 100 : time.tm_year + 1900, $0) }
        guard let month else { return [year, day, weekday].compactMap { $0 }.joined(separator: " ") }
        if !hasMonthName {
            let numbers = [Self.digits(time.tm_mon + 1, month), day, year].compactMap { $0 }.joined(separator: "/")
            return [weekday, numbers].compactMap { $0 }.joined(separator: ", ")
        }
        let name = Self.word(Self.months[Int(time.tm_mon)], month)
        guard let day else {
            return [weekday, [name, year].compactMap { $0 }.joined(separator: " ")].compactMap { $0 }.joined(
                separator: ", ")
        }
        return [weekday, "\(name) \(day)", year].compactMap { $0 }.joined(separator: ", ")
    }

    private func clockText(_ time: LocalTime.Parts) -> String {
        let smaller = [minute.map { _ in time.tm_min }, second.map { _ in time.tm_sec }].compactMap { $0 }
        guard let hour else {
            return smaller.count == 1
                ? String(smaller[0]) : smaller.map { Self.digits($0, .twoDigits) }.joined(separator: ":")
        }
        let number = Self.digits((time.tm_hour + 11) % 12 + 1, hour)
        let text = ([number] + smaller.map { Self.digits($0, .twoDigits) }).joined(separator: ":")
        return hidesHalf ? text : text + (time.tm_hour < 12 ? " AM" : " PM")
    }

    private static func digits(_ number: Int32, _ style: TextFormat.DateStyle) -> String {
        style == .twoDigits && number < 10 ? "0\(number)" : "\(number)"
    }

    private static func word(_ word: String, _ style: TextFormat.DateStyle) -> String {
        switch style {
        case .wide, .long, .complete: word
        case .narrow: String(word.prefix(1))
        default: String(word.prefix(3))
        }
    }
}

extension TextFormat {
    private func parts(_ change: (inout DateParts) -> Void) -> Self { with { change(&$0.parts) } }

    /// A date, with its day or its time of day left out.
    public static func date(_ date: DateStyle = .numeric, time: DateStyle = .shortened) -> TextFormat {
        dateTime.parts {
            if date != .omitted {
                $0 = .numericDay
                if date != .numeric { $0.month = date == .abbreviated ? .abbreviated : .wide }
                if date == .complete { $0.weekday = .wide }
            }
            if time != .omitted { ($0.hour, $0.minute) = (.defaultDigits, .twoDigits) }
            if time == .standard || time == .complete { $0.second = .twoDigits }
        }
    }

    /// The same with the day of the month.
    public func day(_ style: DateStyle = .defaultDigits) -> Self { parts { $0.day = style } }
    /// The same with the month.
    public func month(_ style: DateStyle = .abbreviated) -> Self { parts { $0.month = style } }
    /// The same with the year.
    public func year(_ style: DateStyle = .defaultDigits) -> Self { parts { $0.year = style } }
    /// The same with the day of the week.
    public func weekday(_ style: DateStyle = .abbreviated) -> Self { parts { $0.weekday = style } }
    /// The same with the hour.
    public func hour(_ style: HourStyle = .defaultDigits(amPM: .abbreviated)) -> Self {
        parts { ($0.hour, $0.hidesHalf) = (style.digits, style.hidesHalf) }
    }
    /// The same with the minute.
    public func minute(_ style: DateStyle = .defaultDigits) -> Self { parts { $0.minute = style } }
    /// The same with the second.
    public func second(_ style: DateStyle = .defaultDigits) -> Self { parts { $0.second = style } }

    /// How an hour is shown.
    public struct HourStyle: Hashable, Sendable {
        let digits: DateStyle
        let hidesHalf: Bool

        /// An hour, with AM and PM or without.
        public static func defaultDigits(amPM: DateStyle) -> Self {
            Self(digits: .defaultDigits, hidesHalf: amPM == .omitted)
        }
        /// An hour of two digits, with AM and PM or without.
        public static func twoDigits(amPM: DateStyle) -> Self { Self(digits: .twoDigits, hidesHalf: amPM == .omitted) }
    }
}
