import TestSupport
import Testing

@testable import ProgramTestSupport

/// A feature's navigation through the ABI: a feature in C whose requests are typed into a field.
@Suite("A feature that navigates", .blocking, .inlineAndInWorkers, .enabled(if: Fixtures.haveCompiler))
struct PagesTests {
    private let host: Sandbox

    init() throws {
        host = try Sandbox(
            .only([.fixture("Pages")]), wiring: .text("{\"root\": \"pages\", \(Fixtures.pagesRedirects)}"))
    }

    /// The stack [1, sheet 2, 3, cover 4, 5, cover 6, 7], with a checkpoint on 1 and on 3.
    private static let deep = [
        "mark;spot;sheet 2", "push 3", "mark;cover 4", "push 5", "cover 6", "push 7",
    ]

    private func walk(_ things: [String]) throws -> Subprocess.Outcome {
        try host.run(["navigate", "-v"] + things.map { "type:Do=\($0)" })
    }

    /// The stack as the numbers of its pages, with the method of a page that is not pushed: `1 > sheet 2 > 3`.
    private func stack(_ outcome: Subprocess.Outcome) -> String {
        outcome.firstLine.split(separator: " > ").map { entry in
            let parts = entry.split(separator: ":")
            let number = entry.split(separator: "=").last.map(String.init) ?? ""
            return (parts.count > 1 ? "\(parts[0]) " : "") + (entry == "pages" ? "1" : number)
        }.joined(separator: " > ")
    }

    /// The pages that are destroyed, in order, before the program ends and destroys the rest.
    private func destroyed(_ outcome: Subprocess.Outcome, kept: Int) -> [Int] {
        let all = outcome.messages.compactMap { message -> Int? in
            guard message.hasSuffix(" destroyed") else { return nil }
            return message.split(separator: " ").compactMap { Int($0) }.first
        }
        return Array(all.dropLast(kept))
    }

    @Test(
        "an operation over three modals leaves the right stack, and destroys each removed screen once",
        arguments: [
            ("pop", "1 > sheet 2 > 3 > cover 4 > 5 > cover 6", [7]),
            ("pop 9", "1 > sheet 2 > 3 > cover 4 > 5 > cover 6", [7]),
            ("popToRoot", "1 > sheet 2 > 3 > cover 4 > 5 > cover 6", [7]),
            ("popTo 6", "1 > sheet 2 > 3 > cover 4 > 5 > cover 6", [7]),
            ("back", "1 > sheet 2 > 3 > cover 4 > 5 > cover 6", [7]),
            ("back;back", "1 > sheet 2 > 3 > cover 4 > 5", [7, 6]),
            ("dismiss", "1 > sheet 2 > 3 > cover 4 > 5", [7, 6]),
            ("dismiss;dismiss", "1 > sheet 2 > 3", [7, 6, 5, 4]),
            ("dismissAll", "1", [7, 6, 5, 4, 3, 2]),
            ("reset", "1", [7, 6, 5, 4, 3, 2]),
            ("return mark 8", "1 > sheet 2 > 3", [7, 6, 5, 4]),
            ("return far 8", "1 > sheet 2 > 3", [7, 6, 5, 4]),
            ("return spot", "1", [7, 6, 5, 4, 3, 2]),
            ("replace 8 9", "1 > 8 > 9", [7, 6, 5, 4, 3, 2]),
            ("swap 8", "1 > sheet 2 > 3 > cover 4 > 5 > cover 6 > 8", [7]),
            ("swap 8;back", "1 > sheet 2 > 3 > cover 4 > 5 > cover 6", [7, 8]),
            ("do 5 swap 8", "1 > sheet 2 > 3 > cover 4 > 8", [7, 6, 5]),
            ("pop;swap 8", "1 > sheet 2 > 3 > cover 4 > 5 > cover 8", [7, 6]),
            ("do 5 pop", "1 > sheet 2 > 3 > cover 4", [7, 6, 5]),
            ("do 5 dismiss", "1 > sheet 2 > 3", [7, 6, 5, 4]),
            ("do 3 push 8", "1 > sheet 2 > 3 > 8 > cover 4 > 5 > cover 6 > 7", []),
            ("do 3 alert 8", "1 > sheet 2 > 3 > cover 4 > 5 > cover 6 > 7 > alert 8", []),
            ("do 2 back", "1 > sheet 2", [7, 6, 5, 4, 3]),
            ("pop;push 8", "1 > sheet 2 > 3 > cover 4 > 5 > cover 6 > 8", [7]),
            ("dismiss;push 8", "1 > sheet 2 > 3 > cover 4 > 5 > 8", [7, 6]),
        ] as [(String, String, [Int])])
    func operations(thing: String, left: String, gone: [Int]) throws {
        let outcome = try walk(Self.deep + [thing])
        #expect(outcome.end == .exit(0), "\(outcome.diagnostics)")
        #expect(stack(outcome) == left)
        let kept = left.split(separator: ">").count
        #expect(destroyed(outcome, kept: kept) == gone)
    }

    @Test("a swapped root is the root, until the app starts again")
    func swappedRoot() throws {
        let swapped = try walk(["swap 8", "push 9", "popToRoot"])
        #expect(swapped.end == .exit(0), "\(swapped.diagnostics)")
        #expect(swapped.firstLine == "pages/page?number=8")
        #expect(destroyed(swapped, kept: 1) == [1, 9])
        _ = try host.run("navigate", "--save", "session", "type:Do=swap 8", "type:Do=push 9")
        let next = try host.run("navigate", "--restore", "session")
        #expect(next.firstLine == "pages")
        #expect(
            next.messages.contains {
                $0.contains(
                    "the one stack of the session began with 'pages/page?number=8', by a swap or by other wiring, "
                        + "and begins with 'pages' now")
            }, "\(next.diagnostics)")
    }

    @Test("a checkpoint's value reaches its screen once the screens above are gone")
    func value() throws {
        let outcome = try walk(Self.deep + ["ask mark", "return mark 8"])
        #expect(outcome.output.contains("\nPage 3\n======\n"))
        #expect(outcome.output.contains("\nReturned: mark 8\n"))
        let onTop = try walk(["spot", "return spot"])
        #expect(onTop.output.contains("\nReturned: spot nothing\n"))
        #expect(destroyed(onTop, kept: 1) == [])
    }

    @Test(
        "an impossible request fails with its code and reason, changes nothing, and is the page's to handle",
        arguments: [
            ("pop 0", "error 7: there is nothing to pop"),
            ("popTo 5", "error 4: 'pages/page?number=5' is not on the stack"),
            ("do 1 dismiss", "error 7: there is nothing to dismiss"),
            ("do 1 pop", "error 7: there is nothing to pop"),
            ("return lost", "error 4: the feature 'pages' declares no checkpoint 'lost'"),
            ("return mark", "error 5: the checkpoint 'pages/mark' takes a value of type int, and none was given"),
            ("return spot 5", "error 5: the checkpoint 'pages/spot' takes no value, and '5' was given"),
            ("tab x", "error 4: there is no tab 'x': the wiring has no tabs"),
            ("sendTab x", "error 8: there is no tab 'x': the wiring has no tabs; nothing else receives it"),
            ("resume", "error 7: nothing that is sent is paused"),
            ("lock;do 3 popToRoot", "error 6: 'Page 7' is locked: the page is not done"),
        ])
    func refusals(thing: String, answer: String) throws {
        let outcome = try walk(Self.deep + thing.split(separator: ";").map(String.init))
        #expect(stack(outcome) == "1 > sheet 2 > 3 > cover 4 > 5 > cover 6 > 7")
        #expect(outcome.output.contains("\nResult: \(answer)"))
        #expect(outcome.messages.count { $0.hasPrefix("pages: notice: its request is refused: ") } == 1)
        #expect(!outcome.messages.contains { $0.contains("'pages': ") })
        #expect(outcome.end == .exit(0))
    }

    @Test(
        "navigation is refused in each render, which the log has once", arguments: ["push 3", "swap 3", "sendPage 3"])
    func rendering(thing: String) throws {
        let outcome = try walk(["rendering \(thing)", "unlock", "unlock"])
        #expect(stack(outcome) == "1")
        let reason = "navigation is not asked for in render; ask in an action, or use the host's post"
        #expect(outcome.output.contains("\nResult: error 10: \(reason)"))
        let line = "pages: warning: its request is refused: \(reason)"
        #expect(outcome.messages.count { $0 == line } == 1)
        #expect(outcome.messages.contains { $0.hasPrefix("pages: notice: its request is refused: \(reason) (") })
        #expect(outcome.end == .exit(0))
    }

    @Test("a refusal that the page passes on fails the step, and the user is told once")
    func passedOn() throws {
        let outcome = try walk(["push 2", "must pop 0"])
        let told = outcome.messages.filter { $0.hasPrefix("type:") }
        #expect(told == ["type:Do=must pop 0: 'pages': there is nothing to pop: this is the root of its stack"])
        #expect(outcome.end == .exit(1))
    }

    @Test("a checkpoint that no screen shows cannot be returned to, and can_return answers so too")
    func noCheckpoint() throws {
        let asked = try walk(["push 2", "ask mark"])
        #expect(asked.output.contains("Result: it cannot"))
        let outcome = try walk(["push 2", "return mark 5"])
        #expect(outcome.output.contains("Result: error 4: no screen from here outward shows"))
        #expect(try walk(["mark;push 2", "ask mark"]).output.contains("Result: it can\n"))
        #expect(try walk(["mark;push 2", "ask far"]).output.contains("Result: it can\n"))
    }

    @Test("a screen is not held back by its own lock when it leaves")
    func leavingLocked() throws {
        #expect(try walk(["push 2", "lock"]).output.contains("(locked: the page is not done)"))
        #expect(stack(try walk(["push 2", "lock", "back"])) == "1")
        #expect(stack(try walk(["push 2", "lock;back"])) == "1")
        #expect(stack(try walk(["push 2", "lock", "unlock;back"])) == "1")
    }

    @Test("a replaced stack keeps the screens at its start that stay the same")
    func replaced() throws {
        let outcome = try walk(["replace 2 3 4", "replace 2 3 5 6"])
        #expect(stack(outcome) == "1 > 2 > 3 > 5 > 6")
        #expect(destroyed(outcome, kept: 5) == [4])
        let managed = try walk(["managedSheet 2", "push 3", "replace 4 5"])
        #expect(stack(managed) == "1 > managedSheet 2 > 4 > 5")
        // A plain sheet has no stack of its own to replace.
        #expect(stack(try walk(["sheet 2", "push 3", "replace 4 5"])) == "1 > 4 > 5")
    }

    @Test("a sent number is received by the top page, or else by a page below, or else by the feature")
    func sending() throws {
        let top = try walk(["push 2", "push 3", "send 7"])
        #expect(top.output.contains("\nPage 3\n") && top.output.contains("\nReturned: sent 7\n"))
        let below = try walk(["push 2", "answer pass;send 7", "pop"])
        #expect(below.output.contains("\nPage 1\n") && below.output.contains("\nReturned: sent 7\n"))
        let feature = try walk(["answer pass", "send 7"])
        #expect(feature.messages.contains("pages: info: the feature took 7"))
        let nobody = try walk(["answer pass", "send -7"])
        #expect(nobody.end == .exit(1))
        #expect(nobody.diagnostics.contains("nothing receives the value 'pages/Number' (-7)"))
    }

    @Test("sent values arrive in order; a receiver pauses them, resumes them or drops them")
    func pausing() throws {
        let paused = try walk(["answer pause", "send 1;send 2;send 3"])
        #expect(paused.output.contains("Returned: sent 1\n"))
        let anew = try walk(["answer pause", "send 1;sendPage 2", "answer auto", "send 9", "resume"])
        #expect(anew.firstLine == "pages")
        #expect(anew.output.contains("Returned: sent 9\n"))
        #expect(anew.output.contains("Result: error 7: nothing that is sent is paused"))
        let one = try walk(["answer pause", "send 1;sendPage 2"])
        #expect(stack(one) == "1")
        #expect(one.output.contains("Returned: sent 1\n"))
        let resumed = try walk(["answer pause", "send 1;sendPage 2", "resume"])
        #expect(stack(resumed) == "1 > 2")
        #expect(stack(try walk(["answer cancel", "send 1;sendPage 2"])) == "1")
        #expect(stack(try walk(["answer immediately", "send 1;sendPage 2"])) == "1 > 2")
    }

    @Test("a page embeds another page of its feature, and a page that the wiring leads to")
    func embedding() throws {
        let outcome = try walk(["embed 3;card 4"])
        #expect(
            outcome.output == """
                pages

                Page 1
                ======

                Do: []
                Result: ok
                Do: []
                Do: []

                """)
        #expect(destroyed(outcome, kept: 0) == [4, 3, 1])
        #expect(outcome.end == .exit(0))
        let gone = try walk(["embed 13"])
        // The embedding page is shown, with the reason.
        #expect(gone.end == .exit(0))
        #expect(gone.diagnostics.contains("'pages/page?number=13' cannot be embedded: there is no page 13"))
        #expect(gone.output.contains("There is no page 13."))
    }

    @Test("a page that cannot be embedded is reported, and delays no step")
    func embeddingNothing() throws {
        let host = try Sandbox(.only([.fixture("Pages")]), wiring: .text(#"{"root": "pages/page?number=30"}"#))
        let outcome = try host.run("navigate", "type:Do=card 4", "type:Do=push 2", "back", "type:Do=spot")
        #expect(outcome.end == .exit(0))
        #expect(
            outcome.output.contains("\nResult: ok\n") && outcome.output.contains("pages/card?number=4 cannot be shown.")
        )
        #expect(outcome.messages.filter { $0.contains("'pages/card?number=4' cannot be embedded: ") }.count == 1)
        try File.write("type:Do=push 2\nexpect Page 2\n", to: "\(host.work)/flow")
        #expect(try host.run("navigate", "type:Do=card 4", "--script", "flow").end == .exit(0))
    }

    @Test("navigate waits for values that are sent after a time")
    func waiting() throws {
        let outcome = try host.run("navigate", "--wait", "100ms", "type:Do=answer after", "type:Do=send 1;sendPage 2")
        #expect(outcome.end == .exit(69))
        #expect(outcome.messages == ["values still wait to be sent after 0.1 seconds; wait longer by --wait"])
    }

    @Test("a retained tab keeps its stack, another begins anew, and a sent tab is selected")
    func tabs() throws {
        let host = try Sandbox(
            .only([.fixture("Pages")]),
            wiring: .text(
                """
                {"tabs": [{"name": "a", "root": "pages"}, {"name": "b", "root": "pages/page?number=20", "retain": false}],
                 \(Fixtures.pagesRedirects)}
                """))
        func last(_ steps: String...) throws -> String { try host.run(["navigate"] + steps).firstLine }
        #expect(try last("type:Do=push 2", "tab:b", "tab:a") == "[a] pages > pages/page?number=2")
        #expect(try last("type:Do=push 2", "tab:a") == "[a] pages")
        #expect(try last("tab:b", "type:Do=push 2", "tab:a", "tab:b") == "[b] pages/page?number=20")
        #expect(try last("type:Do=sheet 2", "type:Do=sendTab b") == "[b] pages/page?number=20")
        #expect(
            try last("type:Do=sheet 2", "type:Do=sendTab b;sendPage 9")
                == "[b] pages/page?number=20 > pages/page?number=9")
        let left = try host.run(["navigate", "-v", "tab:b", "type:Do=push 21", "tab:a"])
        #expect(
            left.messages.filter { $0.hasSuffix("destroyed") }.prefix(2) == [
                "pages: info: page 21 destroyed", "pages: info: page 20 destroyed",
            ])
        let locked = try host.run(["navigate", "tab:b", "type:Do=push 21", "type:Do=lock", "tab:a"])
        #expect(locked.end == .exit(1))
        #expect(locked.firstLine == "[b] pages/page?number=20 > pages/page?number=21")
        #expect(locked.diagnostics.contains("is locked: the page is not done"))
    }
}
