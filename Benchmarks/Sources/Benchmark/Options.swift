/// The options of the command line.
struct Options {
    var isJSON = false
    var isCheck = false
    /// The number of rounds of each row.
    var rounds = 15
    /// Whether instructions are counted too, where valgrind is installed.
    var countsInstructions = true
    /// The rows to measure; empty for all. "14" takes 14a and 14b.
    var only: [String] = []

    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--json": isJSON = true
            case "--check": isCheck = true
            case "--no-instructions": countsInstructions = false
            case "--only":
                guard let row = rest.popFirst() else { throw UsageError("--only needs the number of a row") }
                only.append(row)
            case "--rounds":
                guard let text = rest.popFirst(), let number = Int(text), number > 0 else {
                    throw UsageError("--rounds needs a number above 0")
                }
                rounds = number
            default: throw UsageError("there is no option '\(argument)'; --help lists them")
            }
        }
    }

    func takes(_ row: String) -> Bool {
        only.isEmpty || only.contains(row) || only.contains(String(row.prefix { $0.isNumber }))
    }
}

struct UsageError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
