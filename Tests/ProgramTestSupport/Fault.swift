import TestSupport
import Testing

/// The call of FeatureABI.h in which a fault happens, in the order of a feature's life.
enum FaultPlace: String, CaseIterable, Sendable {
    case constructor, entry, manifest, activate, resolve, render, perform, save, restore, deactivate

    /// The place's name in Tests/Fixtures/Faults/FaultyFeature.h.
    var macro: String { rawValue.uppercased() }

    /// The host's name for the call, in a reason.
    var call: String {
        switch self {
        case .constructor: "its constructors"
        case .entry: "switchyard_feature_entry"
        default: rawValue
        }
    }

    /// Whether the host makes the call when it scans the file, before the file counts as a feature.
    var isScan: Bool { self == .constructor || self == .entry || self == .manifest }

    /// Whether the fault concerns what a screen keeps, which costs that alone.
    var isOfState: Bool { self == .save || self == .restore }

    /// The seconds that the host waits for the call. A scan has longer, since the working feature is scanned too.
    var deadline: Int { isScan ? 3 : 2 }
}

/// The outcome of a run with a faulty feature.
enum FaultOutcome: String, Sendable {
    /// The file is not listed as a feature, and the reason is listed.
    case refused
    /// The step that reaches the fault fails with a reason.
    case failed
    /// The state that was to be saved or restored is lost, with a reason, and the feature goes on with the one before.
    case lost
    /// The feature says that it has nothing to keep, and its next screen has nothing.
    case forgotten
    /// The feature works as if it had no fault.
    case shown
}

/// The expected outcome of one library.
struct ExpectedFault: Sendable {
    /// The outcomes that may happen: several if it is chance.
    let outcomes: [FaultOutcome]
    /// The texts that the reason contains.
    let reasons: [String]

    static func refused(_ reasons: String...) -> ExpectedFault { .init(outcomes: [.refused], reasons: reasons) }
    static func failed(_ reasons: String...) -> ExpectedFault { .init(outcomes: [.failed], reasons: reasons) }
    static func lost(_ reasons: String...) -> ExpectedFault { .init(outcomes: [.lost], reasons: reasons) }
    static let forgotten = ExpectedFault(outcomes: [.forgotten], reasons: [])
    static let shown = ExpectedFault(outcomes: [.shown], reasons: [])
    /// The expectation for undefined behaviour in C, or a race: whatever becomes of the feature, the host survives.
    static let chance = ExpectedFault(outcomes: [.refused, .failed, .shown], reasons: [])
}

/// A fault, from its folder in Tests/Fixtures/Faults, with the expectation at each place.
struct Fault: Sendable, CustomTestStringConvertible {
    enum Cell: Sendable {
        /// The expectation for each of the fault's flavours.
        case flavours([ExpectedFault])
        /// The reason why the fault cannot happen there.
        case impossible(String)
    }

    /// The name of the folder.
    let name: String
    /// The name of the fault in the matrix.
    let title: String
    let cells: [FaultPlace: Cell]
    /// Whether the fault needs a second visit of the screen, after the first one is over.
    let isOfSecondVisit: Bool

    var testDescription: String { title }

    /// Whether a call never ends, so that a short deadline ends it. Other faults have as long as a busy machine may need.
    var isEndless: Bool { ["Hangs", "NeverAnswers", "EndlessViewTree"].contains(name) }

    init(_ name: String, _ title: String, isOfSecondVisit: Bool = false, _ cells: [FaultPlace: Cell]) {
        self.name = name
        self.title = title
        self.isOfSecondVisit = isOfSecondVisit
        self.cells = cells
    }

    subscript(place: FaultPlace) -> Cell {
        guard let cell = cells[place] else { return .impossible("the table does not say") }
        if Sanitizer.current == .address, case .flavours(let expected) = cell,
            expected.contains(where: { $0.outcomes.count > 1 })
        {
            return .impossible("AddressSanitizer would report the feature's own undefined behaviour")
        }
        return cell
    }

    // MARK: Faults that are alike at every place

    /// Makes a fault in which the feature's process exits or does not answer. The step under way fails; at `deactivate`
    /// there is none, and at `save` and `restore` it has been done.
    ///
    /// - Parameter reason: Returns the text that the reason contains.
    static func stopping(
        _ name: String, _ title: String, flavours: Int = 1, _ reason: (FaultPlace) -> String
    ) -> Fault {
        Fault(
            name, title,
            every { place in
                let reason = reason(place)
                let expected: ExpectedFault =
                    place.isScan
                    ? .refused(reason)
                    : place == .deactivate ? .shown : place.isOfState ? .lost(reason) : .failed(reason)
                return .flavours(Array(repeating: expected, count: flavours))
            })
    }

    static func every(_ cell: (FaultPlace) -> Cell) -> [FaultPlace: Cell] {
        Dictionary(uniqueKeysWithValues: FaultPlace.allCases.map { ($0, cell($0)) })
    }
}
