import FeatureKit
import Foundation
import Testing

/// The forms of values are those of Foundation, which a screen may have beside them.
@Suite struct FormatTests {
    private static let dates = [0, 1_750_000_000, 1_790_000_000, 1_766_888_999].map(Date.init(timeIntervalSince1970:))
    private static let style = Date.FormatStyle(locale: Locale(identifier: "en_US"))

    private static let dateFormats: [(name: String, ours: TextFormat, theirs: Date.FormatStyle)] = [
        ("year", .dateTime.year(), style.year()), ("month", .dateTime.month(), style.month()),
        ("month in full", .dateTime.month(.wide), style.month(.wide)), ("day", .dateTime.day(), style.day()),
        ("weekday", .dateTime.weekday(), style.weekday()),
        ("weekday in full", .dateTime.weekday(.wide), style.weekday(.wide)),
        ("day and month", .dateTime.day().month(), style.day().month()),
        ("month and year", .dateTime.month().year(), style.month().year()),
        ("day, month, year", .dateTime.day().month().year(), style.day().month().year()),
        ("in full", .dateTime.day().month(.wide).year(), style.day().month(.wide).year()),
        ("numbers", .dateTime.day().month(.defaultDigits).year(), style.day().month(.defaultDigits).year()),
        (
            "all of a day", .dateTime.weekday().day().month().year(), style.weekday().day().month().year()
        ),

        ("weekday and time", .dateTime.weekday().hour().minute(), style.weekday().hour().minute()),
        ("short day and time", .dateTime.day().month().hour().minute(), style.day().month().hour().minute()),
        ("weekday, day, month", .dateTime.weekday(.wide).day().month(.wide), style.weekday(.wide).day().month(.wide)),
        (
            "long day and time", .dateTime.day().month(.wide).year().hour().minute(),
            style.day().month(.wide).year().hour().minute()
        ),
        (
            "two digits of a day", .dateTime.day(.twoDigits).month(.twoDigits).year(),
            style.day(.twoDigits).month(.twoDigits).year()
        ),
        ("minute and second", .dateTime.minute().second(), style.minute().second()),
        ("hour", .dateTime.hour(), style.hour()), ("hour and minute", .dateTime.hour().minute(), style.hour().minute()),
        ("clock", .dateTime.hour().minute().second(), style.hour().minute().second()),
        (
            "a day and a time", .dateTime.day().month().year().hour().minute(),
            style.day().month().year().hour().minute()
        ),
        ("all", .dateTime, style),
        (
            "two digits", .dateTime.hour(.twoDigits(amPM: .omitted)).minute(),
            style.hour(.twoDigits(amPM: .omitted)).minute()
        ),
    ]

    @Test("a date shows the parts that are asked for, as Foundation writes them")
    func parts() throws {
        for (name, ours, theirs) in Self.dateFormats {
            for date in Self.dates {
                let shown = try screen { Text(date, format: ours) }.text
                #expect(shown == Self.plain(date.formatted(theirs)) + "\n", "\(name)")
            }
        }
    }

    @Test("a screen has one clock and one calendar")
    func clock() throws {
        let date = Self.dates[1]
        let (time, day) = (
            date.formatted(Self.style.hour().minute()), date.formatted(Self.style.day().month(.wide).year())
        )
        #expect(
            try screen {
                Text(date, style: .time)
                Text(date, style: .date)
            }.text == Self.plain("\(time)\n\(day)\n"))
    }

    @Test("numbers and percentages have the digits that Foundation gives them")
    func numbers() throws {
        let locale = Locale(identifier: "en_US")
        let percent = FloatingPointFormatStyle<Double>.Percent(locale: locale)
        let number = FloatingPointFormatStyle<Double>(locale: locale)
        for value in [0, 2, 0.335, 1.0 / 3, 0.5, 12.34, -0.25, 1234.5678, 2.05] {
            let texts: [(Text, String)] = [
                (Text(value, format: .percent), value.formatted(percent)),
                (
                    Text(value, format: .percent.precision(.fractionLength(1))),
                    value.formatted(percent.precision(.fractionLength(1)))
                ),
                (Text(value, format: .number), value.formatted(number)),
                (
                    Text(value, format: .number.precision(.fractionLength(0...1))),
                    value.formatted(number.precision(.fractionLength(0...1)))
                ),
                (
                    Text(value, format: .number.precision(.fractionLength(2...3))),
                    value.formatted(number.precision(.fractionLength(2...3)))
                ),
                (
                    Text(value, format: .number.precision(.fractionLength(...2))),
                    value.formatted(number.precision(.fractionLength(...2)))
                ),
            ]
            for (index, (ours, theirs)) in texts.enumerated() {
                #expect(try screen { ours }.text == theirs + "\n", "\(value) in form \(index)")
            }
        }
    }

    @Test(
        "a word is fitted to the number before it",
        arguments: [
            ("^[3 day](inflect: true)", "3 days"), ("^[1 day](inflect: true)", "1 day"),
            ("^[0 reply](inflect: true) left", "0 replies left"), ("^[2 new message](inflect: true)", "2 new messages"),
            ("^[2 box](inflect: true)", "2 boxes"), ("^[1,000 person](inflect: true)", "1,000 people"),
            ("^[2 key](inflect: true)", "2 keys"), ("^[2 days](inflect: true)", "2 days"),
            ("^[a few](inflect: true)", "a few"), ("^[12](inflect: true)", "12"),
            ("^[4 Class](inflect: true)", "4 Classes"),
        ])
    func inflection(text: String, shown: String) throws {
        #expect(try screen { Text(LocalizedStringKey(text)) }.text == shown + "\n")
    }

    /// ICU puts a narrow space before AM and PM.
    private static func plain(_ text: String) -> String { text.replacing("\u{202F}", with: " ") }
}
