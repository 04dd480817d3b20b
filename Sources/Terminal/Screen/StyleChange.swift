/// The sequence that changes a terminal from one style to another: SGR of ECMA-48.
enum StyleChange {
    /// Returns the shorter of two sequences: from the old style, or from a reset. Empty if the styles are equal.
    static func text(from old: Style, to new: Style) -> String {
        guard old != new else { return "" }
        if new == .plain { return Escape.plain }
        let steps = steps(from: old, to: new).joined(separator: ";")
        let anew = (["0"] + Self.steps(from: .plain, to: new)).joined(separator: ";")
        return Escape.control(steps.utf8.count <= anew.utf8.count ? steps : anew, "m")
    }

    private static func steps(from old: Style, to new: Style) -> [String] {
        var steps: [String] = []
        var present = old.attributes
        for (attributes, ending) in endings where !present.intersection(attributes).isSubset(of: new.attributes) {
            steps.append(ending)
            present.subtract(attributes)
        }
        for (attribute, beginning) in beginnings where new.attributes.subtracting(present).contains(attribute) {
            steps.append(beginning)
        }
        if old.color != new.color { steps.append("\(code(of: new.color))") }
        return steps
    }

    /// The codes that end attributes. One code ends two of them: 22 is neither bold nor dim.
    private static let endings: [(Style.Attributes, String)] = [
        ([.bold, .dim], "22"), (.italic, "23"), (.underline, "24"), (.reverse, "27"),
    ]
    private static let beginnings: [(Style.Attributes, String)] = [
        (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
    ]

    private static func code(of color: Color) -> Int {
        switch color {
        case .default: 39
        case .black, .red, .green, .yellow, .blue, .magenta, .cyan, .white: 30 + Int(color.rawValue)
        default: 90 + Int(color.rawValue) - Int(Color.brightBlack.rawValue)
        }
    }
}
