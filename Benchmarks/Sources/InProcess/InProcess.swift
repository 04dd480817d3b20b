import Glibc
import HostCore

/// Measures the rows within one process.
///
/// `InProcess --list` prints their numbers, `InProcess 9` a line of JSON for each pair that is measured:
/// `{"row":"9","case":"…","unit":"ns","allocations":1,"ours":[…],"baseline":[…]}`, the samples taken in turn.
@main
struct InProcess {
    static let rows: [(number: String, pairs: @MainActor () throws -> [Pair])] = [
        ("9", NavigationRows.ofManyFeatures),
        ("13", ScreenRows.inWorker),
        ("15", StackRows.pairs),
        ("16", WorkerRows.memory),
        ("17", WorkerRows.start),
        ("18", ScreenRows.changing),
        ("19", ScreenRows.longList),
        ("23", StepRows.besideOthers),
        ("24", StepRows.besideBusy),
    ]

    static func main() throws {
        WorkerMain.runIfStartedAsWorker()
        let asked = CommandLine.arguments.dropFirst()
        guard let first = asked.first, first != "--list" else {
            for row in rows { print(row.number) }
            return
        }
        for number in asked {
            guard let row = rows.first(where: { $0.number == number }) else {
                fail("there is no row '\(number)'; --list prints them", code: 64)
            }
            for pair in try row.pairs() { print(try pair.measured()) }
        }
    }
}
