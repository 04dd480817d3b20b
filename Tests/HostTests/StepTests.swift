import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("navigate: steps", .blocking, .inlineAndInWorkers)
struct StepTests {
    @Test(
        "the method in front of a destination overrides its route's method",
        arguments: Tier.rows(
            of: ["sheet", "managedSheet", "cover", "managedCover", "alert", "confirmation"], first: 3))
    func methods(method: String) throws {
        let host = try Sandbox()
        let outcome = try host.run("navigate", "\(method):character/detail?identifier=1")
        #expect(outcome.end == .exit(0))
        #expect(outcome.firstLine == "home > \(method):character/detail?identifier=1")
        #expect(try host.run("navigate", "\(method):character/list", "dismiss").firstLine == "home")
        // The redirects apply with a method too.
        #expect(try host.run("navigate", "\(method):home/characters").firstLine == "home > \(method):character/list")
    }

    @Test("push pushes a destination, even a root")
    func push() throws {
        #expect(try Sandbox().run("navigate", "push:character/list").firstLine == "home > character/list")
        #expect(try Sandbox().run("navigate", "push:home").firstLine == "home > home")
    }

    @Test(
        "a step without its operand is refused, and the message says what is expected",
        arguments: [
            ("swap", "swap:DESTINATION"), ("tab:", "tab:NAME"), ("sheet:", "sheet:DESTINATION"),
            ("press", "press:LABEL"), ("type:", "type:LABEL=TEXT"), ("swap:", "swap:DESTINATION"),
            ("force", "force:STEP"), ("force:", "force:STEP"), ("force:sheet:", "sheet:DESTINATION"),
        ])
    func withoutOperand(step: String, expected: String) throws {
        let outcome = try Sandbox().run("navigate", step)
        #expect(outcome.end == .exit(64))
        #expect(
            outcome.messages.first?.hasSuffix("' is not whole: expected \(expected)") == true, "\(outcome.messages)")
    }

    @Test("a destination may have '://' in an argument, for a step and for explain")
    func slashesInArguments() throws {
        let destination = "system/notFound?destination=a://b&reason=no"
        #expect(try Sandbox().run("navigate", destination).firstLine == "home > system/notFound")
        #expect(try Sandbox().run("explain", destination).end == .exit(0))
    }

    @Test("a tab is selected by any name that it has")
    func anyTab() throws {
        let host = try Sandbox(
            wiring: .text(#"{"tabs": [{"name": "a", "root": "home"}, {"name": "//b", "root": "character/list"}]}"#))
        #expect(try host.run("navigate", "tab://b").firstLine == "[//b] character/list")
    }

    @Test("a missing route is not found with any method")
    func methodNotFound() throws {
        let outcome = try Sandbox().run("navigate", "sheet:character/lst")
        #expect(outcome.end == .exit(1))
        #expect(outcome.firstLine == "home > system/notFound")
        #expect(
            outcome.messages == [
                "sheet:character/lst: the feature 'character' has no route 'lst'; did you mean 'character/list'?"
            ])
    }

    @Test(
        "swap shows a destination in the place of the topmost screen, as that one was presented",
        arguments: [
            (["character/list", "swap:character/detail?identifier=1"], "home > character/detail?identifier=1"),
            (["sheet:character/list", "swap:home"], "home > sheet:home"),
            (["character/list", "swap:home/characters", "back"], "home"),
            (["swap:character/list"], "character/list"), (["swap:character"], "character"),
        ])
    func swap(steps: [String], stack: String) throws {
        let outcome = try Sandbox().run(["navigate"] + steps)
        #expect(outcome.end == .exit(0), "\(outcome.diagnostics)")
        #expect(outcome.firstLine == stack)
    }

    @Test("a swap for what there is not shows the not-found screen on top, and fails")
    func swapForNothing() throws {
        for (step, message) in [
            ("swap:character/lst", "the feature 'character' has no route 'lst'; did you mean 'character/list'?"),
            ("swap:nobody", "no feature 'nobody' is installed"),
        ] {
            let outcome = try Sandbox().run("navigate", step)
            #expect(outcome.end == .exit(1))
            #expect(outcome.firstLine == "home > system/notFound")
            #expect(outcome.messages.contains { $0.hasSuffix(message) }, "\(outcome.diagnostics)")
        }
    }

    @Test(
        "dismissAll removes every modal, and only modals",
        arguments: [
            (["sheet:character/list", "cover:character/list", "dismissAll"], "home"),
            (
                ["character/list", "managedSheet:home", "push:home", "sheet:home", "dismissAll"],
                "home > character/list"
            ),
        ])
    func dismissAll(steps: [String], stack: String) throws {
        let outcome = try Sandbox().run(["navigate"] + steps)
        #expect(outcome.end == .exit(0), "\(outcome.diagnostics)")
        #expect(outcome.firstLine == stack)
    }

    @Test(
        "an unreadable step is refused with the reason: 64",
        arguments: [
            (
                "force:press:Save",
                "'force:press:Save' cannot be forced: expected 'force:' and a step that navigates, such as force:back"
            ),
            (
                "force:type:Name=x",
                "'force:type:Name=x' cannot be forced: expected 'force:' and a step that navigates, such as force:back"
            ),
            (
                "force:force:back",
                "'force:force:back' cannot be forced: expected 'force:' and a step that navigates, such as force:back"
            ),
            (
                "forse:back",
                "'forse:back' is neither a link (SCHEME://HOST/PATH), a destination nor a step; did you mean 'force:'?"
            ),
            (
                "managedsheet:home",
                "'managedsheet:home' is neither a link (SCHEME://HOST/PATH), a destination nor a step; did you mean "
                    + "'managedSheet:'?"
            ),
            (
                "send:home",
                "'send:home' is neither a link (SCHEME://HOST/PATH), a destination nor a step"
            ),
        ])
    func unreadable(step: String, message: String) throws {
        let outcome = try Sandbox().run("navigate", step)
        #expect(outcome.end == .exit(64))
        #expect(outcome.output == "")
        #expect(outcome.messages.first?.hasPrefix(message) == true, "\(outcome.diagnostics)")
    }

    @Test(
        "a mistyped step is refused with the nearest one, and no step is taken: 64",
        arguments: [
            ("bakc", "back"), ("rooot", "root"), ("dismis", "dismiss"), ("dismissall", "dismissAll"), ("Back", "back"),
            ("ROOT", "root"), ("back ", "back"),
        ])
    func mistyped(word: String, meant: String) throws {
        let host = try Sandbox()
        for step in [word, "force:\(word)"] {
            let outcome = try host.run("navigate", "--save", "session", "press:Characters", step)
            #expect(outcome.end == .exit(64), "\(step)")
            #expect(outcome.output == "")
            #expect(
                outcome.messages == [
                    "'\(word)' is neither a step nor the id of an installed feature; did you mean '\(meant)'?",
                    "Run 'switchyard navigate --help' for what there is.",
                ])
            #expect(try File.names(in: host.work) == [])
        }
    }

    @Test("a word that resembles no step is a destination, and so is one with a route or a query")
    func noStep() throws {
        for (step, message) in [
            ("charcter", "no feature 'charcter' is installed; did you mean 'character'?"),
            ("nowhere", "no feature 'nowhere' is installed"),
            ("bakc/list", "bakc/list: no feature 'bakc' is installed"),
            ("bakc?n=1", "bakc?n=1: no feature 'bakc' is installed"), ("sheet:bakc", "no feature 'bakc' is installed"),
        ] {
            let outcome = try Sandbox().run("navigate", step)
            #expect(outcome.end == .exit(1), "\(step)")
            #expect(outcome.firstLine.hasSuffix("system/notFound"))
            #expect(outcome.messages.first == message)
        }
    }

    @Test(
        "a word that is nearer to a feature's id than to a step is a destination",
        .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
    func nearerToFeature() throws {
        let host = try Sandbox(.only([.fixture("Backs")]), wiring: .none)
        #expect(try host.run("navigate", "backs").firstLine == "system > backs")
        let far = try host.run("navigate", "bcaks")
        #expect(far.end == .exit(1))
        #expect(far.messages == ["no feature 'bcaks' is installed; did you mean 'backs'?"])
        let other = try host.run("navigate", "Backs")
        #expect(other.end == .exit(64))
        #expect(other.messages.first?.hasPrefix("'Backs' is not a destination: 'Backs' is not a feature id") == true)
        // The word is as near to the step as to the feature.
        #expect(try host.run("navigate", "backz").messages.first?.hasSuffix("did you mean 'back'?") == true)
    }

    @Test("a method and a forced step need a destination behind the colon")
    func noDestination() throws {
        for step in ["sheet:Home", "force:sheet:Home", "swap:Home"] {
            let outcome = try Sandbox().run("navigate", step)
            #expect(outcome.end == .exit(64), "\(step)")
            #expect(outcome.diagnostics.contains("expected FEATURE/ROUTE"), "\(step): \(outcome.diagnostics)")
        }
    }

    @Test("a scheme may have the name of a method")
    func scheme() throws {
        let host = try Sandbox(wiring: .text(#"{"schemes": ["sheet"], "root": "home"}"#))
        let outcome = try host.run("navigate", "force:sheet://character/list")
        #expect(outcome.end == .exit(1))
        #expect(outcome.diagnostics.contains("no feature has links for sheet://character"))
    }
}

/// The feature of Pages locks a page on request.
@Suite("navigate: locks", .blocking, .inlineAndInWorkers, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct LockTests {
    private static let lock = ["type:Do=push 2", "type:Do=lock"]
    private static let locked = "'Page 2' is locked: the page is not done"

    private let host: Sandbox

    init() throws {
        host = try Sandbox(
            .only([.fixture("Pages")]),
            wiring: .text("{\"root\": \"pages\", \(Fixtures.pagesRedirects)}"))
    }

    @Test(
        "a step that would remove a locked screen is refused, and the message names the forced step",
        arguments: [
            ("back", "back: \(locked); 'force:back' leaves it anyway"),
            ("root", "root: \(locked); 'force:root' leaves it anyway"),
            ("pages", "pages: \(locked); 'force:pages' leaves it anyway"),
            (
                "type:Do=must do 1 popToRoot",
                "type:Do=must do 1 popToRoot: 'pages': \(locked); a step such as 'force:back' leaves it anyway"
            ),
        ])
    func refused(step: String, message: String) throws {
        let outcome = try host.run(["navigate"] + Self.lock + [step])
        #expect(outcome.end == .exit(1))
        #expect(outcome.firstLine == "pages > pages/page?number=2")
        #expect(outcome.messages.contains(message), "\(outcome.messages)")
    }

    @Test(
        "a forced step leaves a locked screen",
        arguments: [
            ("force:back", "pages"), ("force:root", "pages"), ("force:pages", "pages"),
            ("force:push:pages/page?number=3", "pages > pages/page?number=2 > pages/page?number=3"),
        ])
    func overridingLocks(step: String, stack: String) throws {
        let outcome = try host.run(["navigate"] + Self.lock + [step])
        #expect(outcome.end == .exit(0), "\(outcome.diagnostics)")
        #expect(outcome.firstLine == stack)
    }

    @Test("a forced step that fails for another reason reports that reason, and no lock")
    func forcedInVain() throws {
        let outcome = try host.run("navigate", "force:dismiss")
        #expect(outcome.end == .exit(1))
        #expect(outcome.messages == ["there is nothing to dismiss: no modal is presented"])
    }

    @Test("locked modals stay, unless the user overrides the locks")
    func modals() throws {
        let steps = ["navigate", "sheet:pages/page?number=2", "type:Do=lock", "cover:pages/page?number=3"]
        for step in ["dismissAll", "back", "dismiss"] {
            let outcome = try host.run(steps + [step])
            #expect(outcome.end == .exit(step == "dismissAll" ? 1 : 0))
        }
        #expect(try host.run(steps + ["force:dismissAll"]).firstLine == "pages")
    }
}
