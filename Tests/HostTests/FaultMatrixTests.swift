import Glibc
import Synchronization
import TestSupport
import Testing

@testable import ProgramTestSupport

/// Every fault at every place where it is possible, each in a library of its own.
@Suite("The fault matrix", .blocking, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct FaultMatrixTests {
    private static let matrix = Mutex(FaultMatrix())

    @Test(
        "a fault stays within its feature: the host answers, keeps the state, and shows the other features",
        arguments: Fault.tested)
    func holds(fault: Fault) throws {
        var outcomes: [FaultPlace: [FaultOutcome?]] = [:]
        for place in FaultPlace.allCases {
            guard case .flavours(let flavours) = fault[place] else {
                // Where a sanitizer leaves a fault out, there is a library of it.
                if case .flavours? = fault.cells[place] { continue }
                #expect(throws: Fixtures.NotBuilt.self) { try Fixtures.faulty(fault.name, at: place) }
                continue
            }
            for (flavour, expected) in flavours.enumerated() {
                let run = FaultRun(fault: fault, place: place, flavour: flavour, expected: expected)
                outcomes[place, default: []].append(outcome(of: run))
            }
        }
        Self.matrix.withLock { matrix in
            matrix.add(fault, outcomes)
            if matrix.isComplete(Fault.tested) { print(matrix.text(Fault.tested)) }
        }
    }

    @Test("each folder of faults has its row in the table")
    func folders() throws {
        let folders = try File.names(in: Repository.path("Tests/Fixtures/Faults")).filter { !$0.hasSuffix(".h") }
        #expect(Fault.all.map(\.name).sorted() == folders)
    }

    /// The outcome of a run; nil if the run has findings, which are recorded as issues.
    private func outcome(of run: FaultRun) -> FaultOutcome? {
        do {
            let result = try run.result()
            for finding in result.findings { Issue.record("\(run): \(finding)") }
            return result.findings.isEmpty ? result.outcome : nil
        } catch {
            Issue.record(error, "\(run)")
            return nil
        }
    }
}
