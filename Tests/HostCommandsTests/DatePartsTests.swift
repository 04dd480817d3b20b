import TestSupport
import Testing

@testable import HostCommands
@testable import ProgramTestSupport

@Suite("The parts of a date")
struct DatePartsTests {
    @Test(
        "each part goes up and down as in a calendar, and the caret stays behind it",
        arguments: [
            ("2026-11-24", 10, true, "2026-11-25"), ("2026-11-30", 9, true, "2026-12-01"),
            ("2026-01-01", 8, false, "2025-12-31"), ("2026-01-31", 6, true, "2026-02-28"),
            ("2024-03-31", 7, false, "2024-02-29"), ("2024-02-29", 0, true, "2025-02-28"),
            ("2026-12-05", 5, true, "2027-01-05"), ("0001-01-01", 10, false, nil), ("9999-12-31", 4, true, nil),
            ("9999-12-31", 10, true, nil), ("2026-11-24T23:59", 16, true, "2026-11-25T00:00"),
            ("2026-11-24T00:30", 13, false, "2026-11-23T23:30"), ("23:59", 5, true, "00:00"),
            ("00:10", 1, false, "23:10"),
        ])
    func steps(text: String, caret: Int, up: Bool, next: String?) throws {
        let date = try #require(DateParts(text))
        let stepped = date.stepped(at: caret, up: up)
        #expect(stepped?.text == next)
        if let next, let stepped { #expect(DateParts(next) != nil && stepped.caret >= caret) }
    }

    @Test(
        "digits are written into the parts, of a text that is no date yet too",
        arguments: [
            ("2026-11-24", 10, "1", "2026-11-1", 9), ("2026-11-1", 9, "2", "2026-11-12", 10),
            ("2026-11-24", 7, "05", "2026-05-24", 10), ("2026-11-24", 7, "0531", "2026-05-31", 10),
            ("2026-11-24", 4, "1999", "1999-11-24", 7), ("", 0, "20261124", "2026-11-24", 10),
            ("", 0, "2026112406", "2026-11-06", 10), ("202", 1, "9", "2902", 2),
            ("2026-11-24", 0, "9", "92026-11-24", 1),
            ("x", 1, "1", "x1", 2), ("--", 1, "1", "-1-", 2), ("2026", 4, "-05-3", "2026-05-3", 9),
            ("2026-11-24", 4, "-", "2026-11-24", 4), ("2026-1-24", 6, "-", "2026-1-24", 9),
            ("2026-11-24", 4, "2027-02-14", "2027-02-14", 10), ("2026-11-24", 10, "-", "2026-11-24", 10),
            ("", 0, "-", "", 0),
        ])
    func writing(text: String, caret: Int, digits: String, next: String, nextCaret: Int) {
        let written = DateParts.writing(digits, into: text, at: caret, of: (hasDate: true, hasTime: false))
        #expect(written == (next, nextCaret))
    }

    @Test(
        "a time is written behind its date",
        arguments: [
            ("", "202611241506", "2026-11-24T15:06"), ("2026-11-24T15:06", "9", "2026-11-24T15:9"),
            ("2026-11-24", " 7:30", "2026-11-24T7:30"),
        ])
    func writingTime(text: String, digits: String, next: String) {
        #expect(DateParts.writing(digits, into: text, at: text.count, of: (true, true)).text == next)
    }

    @Test(
        "what is no date has a reason, where its form is right",
        arguments: [
            ("2026-11-31", "November has 30 days"), ("2026-02-29", "February has 28 days"),
            ("2024-02-30T10:00", "February has 29 days"), ("2026-13-01", "a year has 12 months"), ("2026-11", nil),
            ("15:06", nil), ("2026-11-24", nil), ("2026-11-0", "November has 30 days"), ("0-1-1", nil),
        ])
    func fault(text: String, reason: String?) {
        #expect(DateParts.fault(of: text) == reason)
    }

    @Test("to the sides the caret goes from part to part")
    func caret() {
        let text = "2026-11-24T15:06"
        let right = sequence(first: 0) { $0 == 16 ? nil : DateParts.caret(in: text, from: $0, forward: true) }
        #expect(Array(right) == [0, 7, 10, 13, 16])
        let left = sequence(first: 16) { $0 == 4 ? nil : DateParts.caret(in: text, from: $0, forward: false) }
        #expect(Array(left) == [16, 13, 10, 7, 4])
    }

    @Test(
        "what is no date has no parts",
        arguments: [
            "", "2026", "2026-11", "2026-13-01", "2026-02-29", "2026-1--1", "T", "2026-11-24T", "24:00", "1:2:3",
            "0000-01-01", "2026-11-24T10:60", "2026-11-24T10:00T", "99999999999-01-01", "é-11-24", "10:00T2026-11-24",
        ])
    func none(text: String) {
        #expect(DateParts(text) == nil)
    }

    @Test(
        "the month of a date is as in a calendar, and a page is a month",
        arguments: [
            ("2026-11-24", "November 2026", 6, 6, 1, "2026-12-24"),
            ("2026-02-28", "February 2026", 6, 5, 1, "2026-03-28"),
            ("2027-02-01T09:00", "February 2027", 0, 4, 7, "2027-03-01T09:00"),
            ("2024-01-31", "January 2024", 0, 5, 7, "2024-02-29"), ("9999-12-31", "December 9999", 2, 5, 5, nil),
        ])
    func month(text: String, title: String, start: Int, weeks: Int, firstWeek: Int, next: String?) throws {
        let date = try #require(DateParts(text))
        let month = try #require(date.month)
        #expect(month.title == title)
        #expect(month.weeks.count == weeks && month.weeks.allSatisfy { $0.count == 7 })
        #expect(month.weeks[0].firstIndex(of: 1) == start && month.weeks[0].count { $0 > 0 } == firstWeek)
        let days = month.weeks.flatMap { $0 }.filter { $0 > 0 }
        #expect(days == Array(1...days.count))
        #expect(date.stepped(byMonth: true) == next)
    }

    @Test("a time has no month")
    func timeAlone() throws {
        let time = try #require(DateParts("23:59"))
        #expect(time.month == nil && time.stepped(byMonth: true) == nil)
    }

    @Test("the day of the week is that of the calendar", arguments: [("2026-11-24", "Tue"), ("2000-02-29", "Tue")])
    func weekday(text: String, day: String) {
        #expect(DateParts(text)?.weekday == day)
    }
}
