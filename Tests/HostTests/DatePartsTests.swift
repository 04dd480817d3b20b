import TestSupport
import Testing

@testable import HostCommands

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

    @Test("to the sides the caret goes from part to part")
    func caret() throws {
        let date = try #require(DateParts("2026-11-24T15:06"))
        let right = sequence(first: 0) { $0 == 16 ? nil : date.caret(from: $0, forward: true) }
        #expect(Array(right) == [0, 7, 10, 13, 16])
        let left = sequence(first: 16) { $0 == 4 ? nil : date.caret(from: $0, forward: false) }
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

    @Test("the day of the week is that of the calendar", arguments: [("2026-11-24", "Tue"), ("2000-02-29", "Tue")])
    func weekday(text: String, day: String) {
        #expect(DateParts(text)?.weekday == day)
    }
}
