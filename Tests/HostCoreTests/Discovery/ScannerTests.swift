import FeatureContract
import Glibc
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("The scanner", .blocking, .enabled(if: FakeWorker.haveCompiler, "no cc is installed"))
struct ScannerTests {
    /// The answer for each library, from a fake worker that does what the name says.
    private func scan(_ names: [String], within deadline: Double = 60) throws -> [Int: Scanner.Answer] {
        let scanner = Scanner(zygote: Zygote(executable: try FakeWorker.path()), deadline: deadline, limits: .usual)
        var answers: [Int: Scanner.Answer] = [:]
        scanner.scan(names.map { Scanner.Job(library: "/x.so", name: $0) }) { job, answer in
            #expect(answers[job] == nil, "\(names[job]) is answered twice")
            answers[job] = answer
        }
        return answers
    }

    /// A worker that sends these bytes and waits.
    private func sending(_ frames: [UInt8]...) -> String {
        "bytes:" + frames.joined().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private func reached(_ stage: LoadingStage) -> [UInt8] {
        FrameBuffer.frame(.stage, [stage.rawValue])
    }
    private func reply(_ reply: WorkerReply) -> [UInt8] { FrameBuffer.frame(.reply, number: 1, reply.bytes) }

    private func failure(_ answer: Scanner.Answer?) -> LibraryError? {
        if case .failure(let error)? = answer?.result { error } else { nil }
    }

    @Test("each library gets one answer, even if others crash or hang, and if there are more than run together")
    func many() throws {
        let good = sending(reached(.manifest), reply(.manifest(Array("{}".utf8))))
        let names = [
            good, "tells-and-raises:\(SIGSEGV)", good, "floods-notices", "tells-and-exits:3", good,
            "tells-and-raises:\(SIGSTOP)", good, good,
        ]
        let answers = try scan(names, within: 1)
        #expect(answers.keys.sorted() == Array(names.indices))
        for (index, name) in names.enumerated() where name == good {
            #expect(try answers[index]?.result.get() == Array("{}".utf8))
        }
        #expect(failure(answers[1])?.description == "it crashed in load (SIGSEGV: segmentation fault)")
        #expect(failure(answers[3])?.description == "it did not answer in load within 1 s")
        #expect(failure(answers[4])?.description == "it ended itself in load (exit code 3)")
        #expect(failure(answers[6])?.description == "it did not answer in load within 1 s")
        #expect([1, 3, 4, 6].allSatisfy { failure(answers[$0])?.isLasting == true })
    }

    @Test(
        "an exit before the worker's first message is not the library's fault, and not recorded",
        arguments: ["exits:0", "raises:9"])
    func noWorker(what: String) throws {
        let error = try #require(failure(try scan([what])[0]))
        #expect(error.description.contains("was started to scan it, and did not become a worker: it "))
        #expect(!error.isLasting)
    }

    @Test("an exit names the stage that was reached, and is recorded as evidence")
    func reachedPlaces() throws {
        let place = reached(.entry)
        let answers = try scan(
            [sending(place, [0, 0, 0, 0, 0]), sending(reached(.constructors), place, [9])], within: 1)
        #expect(
            failure(answers[0])?.description == "it broke the protocol in switchyard_feature_entry (a call of 0 bytes)")
        #expect(failure(answers[1])?.description == "it did not answer in switchyard_feature_entry within 1 s")
        guard case .known(let refusal) = failure(answers[1]) else {
            Issue.record("it is not kept")
            return
        }
        #expect(refusal.hasEntry)
        #expect(refusal.exit == WorkerExit(.deadline(seconds: 1), during: "switchyard_feature_entry"))
    }

    @Test(
        "the scanner believes a worker's refusal, and whether it lasts",
        arguments: [(.noEntry, true), (.malformed("no"), true), (.missingLibrary("a"), false)] as [(LibraryError, Bool)]
    )
    func refused(error: LibraryError, isLasting: Bool) throws {
        let answer = try scan([sending(reply(.refused(error)))])[0]
        #expect(failure(answer) == (isLasting ? .known(RegistryRefusal(error)) : error))
        #expect(failure(answer)?.isLasting == isLasting)
    }

    @Test(
        "what only a host finds out the scanner does not take from a worker",
        arguments: [
            .insecure(.writableByEveryone(mode: 0o777)), .quarantined, .known(RegistryRefusal(.noEntry)),
            .ended(WorkerExit(.signal(11), during: "")), .hostFolder("/"), .recorded("no"),
        ] as [LibraryError])
    func notOfWorker(error: LibraryError) throws {
        let answer = try scan([sending(reply(.refused(error)))])[0]
        #expect(failure(answer)?.description.contains("(a refusal for a host's reason)") == true)
    }

    @Test("a library that must be scanned alone comes last, with no other at its side")
    func alone() throws {
        let good = sending(reached(.manifest), reply(.manifest(Array("{}".utf8))))
        let scanner = Scanner(zygote: Zygote(executable: try FakeWorker.path()), deadline: 60, limits: .usual)
        var started: [[Int]] = []
        var answered: [Int] = []
        let jobs = (0..<9).map { Scanner.Job(library: "/x.so", name: good, isAlone: [0, 3].contains($0)) }
        scanner.scan(jobs) { job, _ in
            answered.append(job)
        } starting: {
            started.append($0)
        }
        #expect(answered.sorted() == Array(0..<9))
        #expect(Array(answered.suffix(2)) == [0, 3])
        #expect(Array(started.suffix(2)) == [[0], [3]])
        #expect(started.allSatisfy { $0.count <= 4 })
    }

    @Test("a reply to another call, or a request, ends the scan of a library")
    func outOfTurn() throws {
        let request = FrameBuffer.frame(.request, HostMessage.canReturn(checkpoint: "", 1).bytes)
        let answers = try scan([sending(reply(.feature(.done))), sending(request)])
        #expect(failure(answers[0])?.description == "it broke the protocol in load (a reply to another call)")
        #expect(failure(answers[1])?.description == "it broke the protocol in load (a message out of turn)")
    }

    @Test("each library reports that no process could be started, and none of that is recorded")
    func notStarted() {
        let scanner = Scanner(zygote: Zygote(executable: "/dev/null/none"), deadline: 60, limits: .usual)
        var count = 0
        scanner.scan((1...6).map { Scanner.Job(library: "/x.so", name: "\($0)") }) { _, answer in
            count += 1
            #expect(
                failure(answer)?.description
                    == "no process can be started to scan it (\(String(cString: strerror(ENOTDIR))))")
            #expect(failure(answer)?.isLasting == false)
        }
        #expect(count == 6)
    }
}
