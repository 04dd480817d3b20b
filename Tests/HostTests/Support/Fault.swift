import Testing

/// Where a fault happens: a call of FeatureABI.h, in the order of a feature's life.
enum FaultPlace: String, CaseIterable, Sendable {
    case constructor, entry, manifest, activate, resolve, render, perform, deactivate

    /// Its name in Tests/Fixtures/Faults/FaultyFeature.h.
    var macro: String { rawValue.uppercased() }

    /// What the host calls it in a reason.
    var call: String {
        switch self {
        case .constructor: "its constructors"
        case .entry: "feature_entry"
        default: rawValue
        }
    }

    /// Whether the host is there while it looks at the file, before the feature is one.
    var isScan: Bool { self == .constructor || self == .entry || self == .manifest }

    /// How many seconds the host waits there. Looking at a file has longer: the feature that works is looked at too.
    var deadline: Int { isScan ? 3 : 2 }
}

/// What becomes of a feature with a fault.
enum FaultOutcome: String, Sendable {
    /// It is not listed as a feature, and the reason is.
    case refused
    /// The step that reaches the fault fails with a reason.
    case failed
    /// As if nothing were.
    case shown
}

/// What is expected of one library.
struct ExpectedFault: Sendable {
    /// Several where it is chance.
    let outcomes: [FaultOutcome]
    /// What the reason contains.
    let reasons: [String]

    static func refused(_ reasons: String...) -> ExpectedFault { .init(outcomes: [.refused], reasons: reasons) }
    static func failed(_ reasons: String...) -> ExpectedFault { .init(outcomes: [.failed], reasons: reasons) }
    static let shown = ExpectedFault(outcomes: [.shown], reasons: [])
    /// For what is undefined in C, or a race: whatever becomes of the feature, the host stands.
    static let chance = ExpectedFault(outcomes: [.refused, .failed, .shown], reasons: [])
}

/// A folder of Tests/Fixtures/Faults: a fault, and what is expected of it at each place.
struct Fault: Sendable, CustomTestStringConvertible {
    enum Cell: Sendable {
        /// What is expected of each of its flavours.
        case flavours([ExpectedFault])
        /// Why there can be no such fault.
        case impossible(String)
    }

    /// The folder.
    let name: String
    /// As the matrix says it.
    let title: String
    private let cells: [FaultPlace: Cell]
    /// Whether it takes a second visit of the screen, after the first one is over.
    let isOfSecondVisit: Bool

    var testDescription: String { title }

    init(_ name: String, _ title: String, isOfSecondVisit: Bool = false, _ cells: [FaultPlace: Cell]) {
        self.name = name
        self.title = title
        self.isOfSecondVisit = isOfSecondVisit
        self.cells = cells
    }

    subscript(place: FaultPlace) -> Cell { cells[place] ?? .impossible("the table does not say") }

    // MARK: The same at every place

    /// The process of the feature ends or does not answer: what is under way fails, and at its end nothing is.
    ///
    /// - Parameter reason: What the reason contains.
    static func stopping(
        _ name: String, _ title: String, flavours: Int = 1, _ reason: (FaultPlace) -> String
    ) -> Fault {
        Fault(
            name, title,
            every { place in
                let reason = reason(place)
                let expected: ExpectedFault =
                    place.isScan ? .refused(reason) : place == .deactivate ? .shown : .failed(reason)
                return .flavours(Array(repeating: expected, count: flavours))
            })
    }

    static func every(_ cell: (FaultPlace) -> Cell) -> [FaultPlace: Cell] {
        Dictionary(uniqueKeysWithValues: FaultPlace.allCases.map { ($0, cell($0)) })
    }
}
