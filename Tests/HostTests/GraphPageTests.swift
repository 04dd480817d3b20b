import Glibc
import JSONText
import TestSupport
import Testing

/// The page of a graph in a browser, without a network and without a driver.
@Suite(
    "The page of a graph in a browser", .blocking,
    .enabled(if: Browser.program != nil, "no Chromium is installed (chromium, chromium-browser, google-chrome)"))
struct GraphPageTests {
    private let host: Sandbox
    private let browser = Browser()

    init() throws {
        host = try Sandbox()
    }

    private func page() throws -> String { try host.output("graph", "--format", "html") }

    @Test("the page has every node and every edge in its document, and its script runs")
    func document() throws {
        let graph = try host.json("graph")
        let document = try browser.document(of: page())
        let (nodes, edges) = (graph["nodes"]?.array ?? [], graph["edges"]?.array ?? [])
        #expect(nodes.count == 9 && edges.count == 6)
        for index in nodes.indices { #expect(document.contains(" id=\"n\(index)\"")) }
        for index in edges.indices { #expect(document.contains(" id=\"e\(index)\"")) }
        // The script turns the nodes into buttons and shows the filter.
        #expect(document.split(separator: "aria-pressed=\"false\"").count - 1 == nodes.count)
        #expect(document.contains("<label class=\"filter\">"))
        #expect(document.contains("All characters, with a filter."))
    }

    @Test("a click highlights a route both ways and shows its details, and Escape ends that")
    func click() throws {
        let answer = try browser.answer(
            of: page(),
            """
            const named = label => document.querySelector(`.node[aria-label^="${label}"]`);
            const lit = selector => [...document.querySelectorAll(selector + ".lit")].map(element =>
              element.getAttribute("aria-label") ?? element.dataset.source + element.dataset.target);
            const click = element => element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
            const press = key => document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
            click(named("in character/detail"));
            answer.nodes = lit(".node");
            answer.edges = lit(".edge").length;
            answer.title = document.querySelector("#details h2").textContent;
            answer.ways = [...document.querySelectorAll("#details .way")].map(way => way.textContent);
            document.querySelector("#details .way").click();
            answer.next = document.querySelector("#details h2").textContent;
            press("Escape");
            answer.left = lit(".node").length;
            answer.hidden = document.getElementById("details").hidden;
            """)
        #expect(
            answer["nodes"] == [
                "in character/detail: One character, by its number.",
                "link challenge://character/detail?id={identifier}",
                "out home/character: One character, by its number.",
            ])
        #expect(answer["edges"] == 2)
        #expect(answer["title"] == "character/detail")
        #expect(answer["ways"] == ["challenge://character/detail?id={identifier}", "home/character"])
        #expect(answer["next"] == "challenge://character/detail?id={identifier}")
        #expect(answer["left"] == 0)
        #expect(answer["hidden"] == true)
    }

    @Test("hover and focus highlight a route while they last, and keys act like a click")
    func keys() throws {
        let answer = try browser.answer(
            of: page(),
            """
            const node = document.querySelector('.node[aria-label^="out home/characters"]');
            const lit = () => document.querySelectorAll(".node.lit").length;
            node.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
            answer.hovered = lit();
            node.ownerSVGElement.dispatchEvent(new PointerEvent("pointerleave"));
            answer.left = lit();
            // A window that has not been given the focus yet, as on a busy machine, tells its page nothing of it.
            const tell = (event) => document.hasFocus() || node.dispatchEvent(new FocusEvent(event, { bubbles: true }));
            node.focus();
            tell("focusin");
            answer.focused = lit();
            answer.isFocused = document.activeElement === node;
            node.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
            node.blur();
            tell("focusout");
            answer.kept = lit();
            answer.pressed = node.getAttribute("aria-pressed");
            """)
        #expect(answer["hovered"] == 2)
        #expect(answer["left"] == 0)
        #expect(answer["focused"] == 2)
        #expect(answer["isFocused"] == true)
        #expect(answer["kept"] == 2)
        #expect(answer["pressed"] == "true")
    }

    @Test("the filter fades the nodes that it does not match")
    func filter() throws {
        let answer = try browser.answer(
            of: page(),
            """
            const filter = document.getElementById("filter");
            filter.value = "DETAIL";
            filter.dispatchEvent(new Event("input"));
            answer.count = document.querySelector(".filter output").textContent;
            answer.unmatched = document.querySelectorAll(".node.unmatched").length;
            filter.value = "";
            filter.dispatchEvent(new Event("input"));
            answer.all = document.querySelectorAll(".node.unmatched").length;
            """)
        #expect(answer["count"] == "2 of 9")
        #expect(answer["unmatched"] == 7)
        #expect(answer["all"] == 0)
    }
}

/// A Chromium without a window.
private struct Browser {
    static let program = ["chromium", "chromium-browser", "google-chrome"].lazy.compactMap(installedProgram).first

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The document of a page after its scripts have run.
    func document(of page: String) throws -> String {
        let directory = try TemporaryDirectory()
        try File.write(page, to: directory("page.html"))
        // Tests may run as root, for whom Chromium's sandbox does not start; the page is the host's own.
        let outcome = try Subprocess(
            Self.program ?? "",
            [
                "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                "--user-data-dir=\(directory("profile"))", "--dump-dom", "file://\(directory("page.html"))",
            ], environment: ["PATH": "/usr/bin:/bin", "HOME": directory.path]
        ).run()
        guard outcome.end == .exit(0) else { throw Failure(description: outcome.diagnostics) }
        return outcome.output
    }

    /// The value of `answer` after a script that runs behind those of the page.
    func answer(of page: String, _ script: String) throws -> JSON {
        let asking = """
            <script>
            const answer = {};
            try { \(script) } catch (error) { answer.error = String(error); }
            const result = document.createElement("pre");
            result.id = "answer";
            result.textContent = encodeURIComponent(JSON.stringify(answer));
            document.body.append(result);
            </script></body>
            """
        let document = try document(of: page.replacing("</body>", with: asking, maxReplacements: 1))
        guard let start = document.firstRange(of: "<pre id=\"answer\">")?.upperBound,
            let end = document[start...].firstRange(of: "</pre>")?.lowerBound
        else { throw Failure(description: "no answer in \(document.suffix(2000))") }
        let bytes = try Self.decoded(document[start..<end])
        return try JSON.parse(String(decoding: bytes, as: UTF8.self))
    }

    private static func decoded(_ text: Substring) throws -> [UInt8] {
        var (bytes, rest) = ([UInt8](), text.utf8[...])
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let value = UInt8(String(Substring(rest.prefix(2))), radix: 16) else {
                throw Failure(description: "'\(text)' is not percent-encoded")
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}
