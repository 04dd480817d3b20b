import FeatureContract
import Glibc
import HostCore

/// The text of a date field, `2026-11-24`, `2026-11-24T15:06` or `15:06`. Each part is changed by itself.
struct DateParts {
    private enum Part: Int, CaseIterable { case year, month, day, hour, minute }

    private var time = tm()
    private let hasDate, hasTime: Bool

    /// Nil for a text that is no such date.
    init?(_ text: String) {
        let halves = text.split(separator: "T", omittingEmptySubsequences: false)
        let date = halves[0].split(separator: "-", omittingEmptySubsequences: false).map { Int32($0) }
        hasDate = date.count == 3
        hasTime = halves.count == 2 || !hasDate
        guard halves.count <= 2, hasDate || halves.count == 1 else { return nil }
        let clock = hasTime ? halves[halves.count - 1].split(separator: ":").map { Int32($0) } : [0, 0]
        guard clock.count == 2, let hour = clock[0], let minute = clock[1], (0...23).contains(hour),
            (0...59).contains(minute)
        else { return nil }
        time.tm_mday = 1
        (time.tm_hour, time.tm_min) = (hour, minute)
        guard hasDate else { return }
        // A year that is still being written is none.
        guard halves[0].prefix(while: { $0 != "-" }).count == 4, let year = date[0], let month = date[1],
            let day = date[2], (1...9999).contains(year), (1...12).contains(month),
            (1...Self.days(year, month)).contains(day)
        else { return nil }
        (time.tm_year, time.tm_mon, time.tm_mday) = (year - 1900, month - 1, day)
        var whole = time
        timegm(&whole)
        time.tm_wday = whole.tm_wday
    }

    /// The day of the week, in English as all words of the program; nil for a time alone.
    var weekday: String? {
        hasDate ? ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][Int(time.tm_wday)] : nil
    }

    var text: String {
        func padded(_ number: Int32, _ digits: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        let day = "\(padded(time.tm_year + 1900, 4))-\(padded(time.tm_mon + 1, 2))-\(padded(time.tm_mday, 2))"
        let clock = "\(padded(time.tm_hour, 2)):\(padded(time.tm_min, 2))"
        return hasDate ? hasTime ? "\(day)T\(clock)" : day : clock
    }

    private var parts: [Part] { Part.allCases.filter { $0.rawValue < 3 ? hasDate : hasTime } }

    /// The offsets in the text at which the parts end.
    private var ends: [Int] {
        var (ends, end) = ([Int](), -1)
        for part in parts {
            end += part == .year ? 5 : 3
            ends.append(end)
        }
        return ends
    }

    /// Returns where the caret goes from its place in a text, whole or not, to the part before or after.
    static func caret(in text: String, from caret: Int, forward: Bool) -> Int {
        let signs = text.enumerated().filter { !$0.element.isDigit }.map(\.offset)
        let ends = signs + [text.count]
        let index = (ends.firstIndex { caret <= $0 } ?? ends.count - 1) + (forward ? 1 : -1)
        return ends[min(max(index, 0), ends.count - 1)]
    }

    private func index(at caret: Int) -> Int { ends.firstIndex { caret <= $0 } ?? ends.count - 1 }

    /// Returns the date with the part at the caret one more or less, as in a calendar: the day after the 31st is the
    /// first, and a month later than 31 January is the last of February. Nil beyond the years 1 to 9999.
    func stepped(at caret: Int, up: Bool) -> (text: String, caret: Int)? {
        moved(parts[index(at: caret)], up ? 1 : -1).map { ($0, ends[index(at: caret)]) }
    }

    /// Returns the date a month later or earlier; nil beyond the years 1 to 9999, and for a time alone.
    func stepped(byMonth later: Bool) -> String? { hasDate ? moved(.month, later ? 1 : -1) : nil }

    /// Returns the date some days later or earlier; nil beyond the years 1 to 9999.
    func stepped(byDays days: Int32) -> String? { moved(.day, days) }

    /// Whether the caret is in the day, which is moved as in a calendar.
    func isInDay(at caret: Int) -> Bool { hasDate && parts[index(at: caret)] == .day }

    private func moved(_ part: Part, _ step: Int32) -> String? {
        var next = self
        switch part {
        case .year, .month:
            let months = (time.tm_year + 1900) * 12 + time.tm_mon + (part == .year ? 12 : 1) * step
            (next.time.tm_year, next.time.tm_mon) = (months / 12 - 1900, months % 12)
            guard (1...9999).contains(months / 12) else { return nil }
            next.time.tm_mday = min(time.tm_mday, Self.days(months / 12, months % 12 + 1))
        case .day: next.time.tm_mday += step
        case .hour: next.time.tm_hour += step
        case .minute: next.time.tm_min += step
        }
        timegm(&next.time)
        guard (1...9999).contains(next.time.tm_year + 1900) else { return nil }
        return next.text
    }

    /// The month of the date as in a calendar: its weeks of seven days from Monday (ISO 8601), with 0 for a day of
    /// another month. Nil for a time alone.
    var month: (title: String, weeks: [[Int]], day: Int)? {
        guard hasDate else { return nil }
        let (day, count) = (Int(time.tm_mday), Int(Self.days(time.tm_year + 1900, time.tm_mon + 1)))
        // The first of the month is as many days from a Monday as the day of the week and the day say.
        let start = (Int(time.tm_wday) + 6 - (day - 1) % 7 + 7) % 7
        let weeks = (0..<(start + count + 6) / 7).map { week in
            (1...7).map { weekday in
                let day = week * 7 + weekday - start
                return (1...count).contains(day) ? day : 0
            }
        }
        return ("\(Self.months[Int(time.tm_mon)]) \(text.prefix(4))", weeks, day)
    }

    /// Writes digits and signs, whichever these are, into the text of a date or a time, whole or not: the first digit at
    /// the end of a part takes its place, and behind the last of a part, or by a sign, the caret goes to the next one.
    static func writing(
        _ typed: String, into text: String, at caret: Int, of field: (hasDate: Bool, hasTime: Bool)
    ) -> (text: String, caret: Int) {
        let parts = Part.allCases.filter { $0.rawValue < 3 ? field.hasDate : field.hasTime }
        return typed.reduce((text, caret)) { written, digit in
            var runs = written.0.split(omittingEmptySubsequences: false) { !$0.isDigit }.map(String.init)
            let signs = written.0.filter { !$0.isDigit }
            var (index, start) = (0, 0)
            while start + runs[index].count < written.1 { (index, start) = (index + 1, start + runs[index].count + 1) }
            func length(_ index: Int) -> Int { index < parts.count ? parts[index] == .year ? 4 : 2 : .max }
            let offset = written.1 - start
            let isLast = index + 1 == runs.count && index + 1 < parts.count
            let sign = isLast ? parts[index + 1] == .hour ? "T" : parts[index + 1] == .minute ? ":" : "-" : ""
            guard digit.isDigit else {
                // Behind a whole part the caret has gone on already.
                if index + 1 < runs.count {
                    let next = start + runs[index].count + 1 + runs[index + 1].count
                    return (written.0, runs[index].count < length(index) ? next : written.1)
                }
                return isLast && !runs[index].isEmpty ? (written.0 + sign, written.1 + 1) : written
            }
            guard offset == runs[index].count, offset == length(index) else {
                runs[index].insert(digit, at: runs[index].index(runs[index].startIndex, offsetBy: offset))
                let isFull = offset + 1 == length(index) && runs[index].count == offset + 1 && index + 1 < runs.count
                let caret = isFull ? start + offset + 2 + runs[index + 1].count : written.1 + 1
                return (Self.joined(runs, signs), caret)
            }
            // Behind the last part that is written the next one begins.
            if isLast { return ("\(written.0)\(sign)\(digit)", written.1 + 2) }
            runs[index] = String(digit)
            return (Self.joined(runs, signs), start + 1)
        }
    }

    private static func joined(_ runs: [String], _ signs: String) -> String {
        zip(runs.dropFirst(), signs).reduce(runs[0]) { "\($0)\($1.1)\($1.0)" }
    }

    /// Why a text is no date, in a few words: `November has 30 days`; nil where the form says it.
    static func fault(of text: String) -> String? {
        let date = text.prefix { $0 != "T" }.split(separator: "-", omittingEmptySubsequences: false).map { Int32($0) }
        guard date.count == 3, let year = date[0], let month = date[1], let day = date[2], (1...9999).contains(year)
        else { return nil }
        guard (1...12).contains(month) else { return "a year has 12 months" }
        let count = days(year, month)
        return (1...count).contains(day) ? nil : "\(months[Int(month) - 1]) has \(count) days"
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    private static func days(_ year: Int32, _ month: Int32) -> Int32 {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Int(month) - 1]
    }
}

extension ViewNode {
    /// Whether the text of the field is a date or a time.
    var isDate: Bool { dateCells != nil }

    /// Reads the text of the field as the date or time that it takes; nil if it is none, and for another field.
    func date(_ text: String) -> DateParts? { DateParts(text).flatMap { $0.text.count + 1 == dateCells ? $0 : nil } }

    /// The form of the text, by an example; empty for another field.
    var dateForm: String {
        guard let cells = dateCells else { return "" }
        return cells == 17 ? "2026-11-24T15:06" : cells == 11 ? "2026-11-24" : "15:06"
    }

    /// Why a text of the field is no date, in a few words.
    func dateFault(_ text: String) -> String { DateParts.fault(of: text) ?? "write it as \(dateForm)" }

    /// The cells for such a text and the caret after it; nil for another field.
    var dateCells: Int? {
        guard kind == .textField, !flags.isDisjoint(with: [.date, .time]) else { return nil }
        return flags.isSuperset(of: [.date, .time]) ? 17 : flags.contains(.date) ? 11 : 6
    }
}
