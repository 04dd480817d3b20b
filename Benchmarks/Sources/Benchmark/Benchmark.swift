import Foundation

/// Measures every row against its baseline in the same run, and prints the table. The script `run` builds first.
@main
enum Benchmark {
    static func main() {
        var arguments = CommandLine.arguments.dropFirst()
        guard let folder = arguments.popFirst() else { fail("the folder Benchmarks is missing", code: 64) }
        do {
            let options = try Options(Array(arguments))
            let setting = try Setting(folder: folder, options: options)
            defer { setting.remove() }
            let isEverythingMet = try run(options, setting)
            if options.isCheck, !isEverythingMet {
                setting.remove()
                exit(1)
            }
        } catch let error as UsageError {
            fail(error.message, code: 64)
        } catch {
            fail("\(error)", code: 70)
        }
    }

    private static func fail(_ message: String, code: Int32) -> Never {
        FileHandle.standardError.write(Data("run: \(message)\n".utf8))
        exit(code)
    }

    /// - Returns: Whether all rows that were measured meet their goals.
    private static func run(_ options: Options, _ setting: Setting) throws -> Bool {
        var table = Table()
        var isEverythingMet = true
        func take(_ row: Row, _ outcome: Row.Outcome) throws {
            if case .measured(let pair) = outcome, !row.isMet(pair) { isEverythingMet = false }
            table.append(row, outcome)
            guard options.isJSON else { return }
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            print(String(decoding: try encoder.encode(JSONLine(row, outcome)), as: UTF8.self))
        }
        for entry in try entries(setting) where options.takes(entry.number) {
            if !options.isJSON { FileHandle.standardError.write(Data("row \(entry.number) …\n".utf8)) }
            for (row, outcome) in try entry.measure() { try take(row, outcome) }
        }
        if !options.isJSON { print(table.text, terminator: "") }
        return isEverythingMet
    }

    /// Returns the rows that can be measured, sorted by number.
    private static func entries(_ setting: Setting) throws -> [(
        number: String, measure: () throws -> [(Row, Row.Outcome)]
    )] {
        let processes = (ListRows.all + LinkRows.all + MemoryRows.all + TerminalRows.all).map { measurement in
            (number: measurement.row.number, measure: { [(measurement.row, try measurement.measure(setting))] })
        }
        let inProcess = try InProcessRows.numbers(setting).map { number in
            (number: number, measure: { try InProcessRows.measure(number, setting) })
        }
        return (processes + inProcess).sorted { $0.number.compare($1.number, options: .numeric) == .orderedAscending }
    }
}
