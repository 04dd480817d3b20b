import Glibc
import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

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

    /// What each test's script needs: the texts of links, a wait for what a new fragment shows, and keys.
    private static let tools = """
        const texts = selector => [...document.querySelectorAll(selector)].map(link => link.textContent);
        const shown = () => ({ rows: texts("#stage .row"), title: document.querySelector("#details h2").textContent,
          columns: [...document.querySelectorAll(".column")].map(column => column.querySelectorAll(".row").length) });
        const changed = action => new Promise(done => {
          addEventListener("hashchange", () => done(shown()), { once: true });
          action();
        });
        const press = key => document.activeElement.dispatchEvent(
          new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        const type = text => {
          document.getElementById("filter").value = text;
          document.getElementById("filter").dispatchEvent(new Event("input"));
        };
        const focused = () => document.activeElement.textContent;
        """

    private func answer(_ script: String, at fragment: String = "") throws -> JSON {
        try browser.answer(of: page(), Self.tools + script, at: fragment)
    }

    @Test("a small app is drawn as a whole, with a line for each connection but the links")
    func whole() throws {
        let answer = try answer(
            """
            answer.cards = texts("#stage h3");
            answer.rows = texts("#stage .row");
            answer.lines = document.querySelectorAll("#stage svg .line").length;
            answer.features = texts("#list .feature .name");
            """)
        #expect(answer["cards"] == ["Tabs", "Home", "Character"])
        #expect(
            answer["rows"] == [
                "tab root", "in main", "out characters", "out character?identifier={int}", "in list",
                "in detail?identifier={int}",
            ])
        #expect(answer["lines"] == 3)
        #expect(answer["features"] == ["Tabs", "Character", "Home"])
    }

    @Test(
        "the fragment chooses a feature or a route, with what leads there on the left and where it leads on the right")
    func fragment() throws {
        let feature = try answer("Object.assign(answer, shown());", at: "#home")
        #expect(feature["title"] == "Home")
        #expect(
            feature["rows"] == [
                "link challenge://home/main", "tab root", "in main", "out characters", "out character?identifier={int}",
                "in list", "in detail?identifier={int}",
            ])
        #expect(feature["columns"] == [2, 3, 2])
        let route = try answer(
            "Object.assign(answer, shown()); answer.document = document.title;", at: "#character%2Fdetail")
        #expect(route["title"] == "character/detail")
        #expect(
            route["rows"] == [
                "link challenge://character/detail?id={identifier}", "out character?identifier={int}",
                "in detail?identifier={int}",
            ])
        #expect(route["document"] == "character/detail – What leads where")
    }

    @Test(
        "a fragment that names nothing shows the whole app, and says so", arguments: ["#nobody/here", "#%", "#%3Cb%3E"])
    func unknown(fragment: String) throws {
        let answer = try answer(
            """
            answer.title = document.querySelector("#details h2").textContent;
            answer.about = document.querySelector("#details .finding").textContent;
            """, at: fragment)
        #expect(answer["title"] == "The whole app")
        let name = ["#%": "%", "#%3Cb%3E": "<b>"][fragment] ?? "nobody/here"
        #expect(answer["about"]?.string == "There is no '\(name)' in this app.")
    }

    @Test("a click chooses, Back leads back, and Escape leads up")
    func click() throws {
        let answer = try answer(
            """
            answer.route = (await changed(() => document.querySelector("#stage a[href='#home/characters']").click())).title;
            answer.next = (await changed(() => document.querySelector("#stage a[href='#character/list']").click())).title;
            answer.back = (await changed(() => history.back())).title;
            answer.up = (await changed(() => press("Escape"))).title;
            answer.top = (await changed(() => press("Escape"))).title;
            """)
        #expect(answer["route"] == "home/characters")
        #expect(answer["next"] == "character/list")
        #expect(answer["back"] == "home/characters")
        #expect(answer["up"] == "Home")
        #expect(answer["top"] == "The whole app")
    }

    @Test("arrows move in the list and along the lines, and the focus follows a choice")
    func arrows() throws {
        let answer = try answer(
            """
            document.querySelector("#list a").focus();
            answer.path = ["ArrowDown", "ArrowDown", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowLeft"]
              .map(key => { press(key); return focused(); });
            answer.chosen = (await changed(() => document.activeElement.click())).title;
            answer.focused = focused();
            """, at: "#home")
        #expect(
            answer["path"] == [
                "Charactercharacter", "Homehome", "Home", "in main", "out characters", "in list", "out characters",
            ])
        #expect(answer["chosen"] == "home/characters")
        #expect(answer["focused"] == "out characters")
    }

    @Test("the filter lists the features and routes that it names, and Enter chooses the first")
    func filter() throws {
        let answer = try answer(
            """
            press("/");
            answer.focused = document.activeElement.id;
            type("DETAIL");
            answer.routes = texts("#list a");
            answer.found = document.getElementById("found").textContent;
            type("char deta in");
            answer.words = texts("#list .row");
            answer.chosen = (await changed(() => press("Enter"))).title;
            press("Escape");
            answer.left = document.getElementById("filter").value;
            answer.all = texts("#list .feature").length;
            """)
        #expect(answer["focused"] == "filter")
        #expect(
            answer["routes"] == [
                "Charactercharacter", "in detail?identifier={int}",
                "link challenge://character/detail?id={identifier}",
            ])
        #expect(answer["found"] == "1 of 2 features")
        #expect(answer["words"]?[0] == "in detail?identifier={int}")
        #expect(answer["chosen"] == "character/detail")
        #expect(answer["left"] == "")
        #expect(answer["all"] == 3)
    }

    /// The page with other data: features that begin with f0, each of which leads to the next and is led to by a link.
    /// The last leads to f0.
    private func ringPage(_ count: Int, from start: Int) throws -> String {
        let features = (0..<count).map {
            #"{"id":"f\#($0)","name":"Feature \#($0)","version":"1","summary":"","installed":true}"#
        }
        let nodes = (0..<count).flatMap { index in
            [("incoming", "item"), ("outgoing", "next"), ("link", "a://f\(index)")].map { kind, name in
                #"{"id":"\#(kind):f\#(index)/\#(name)","kind":"\#(kind)","feature":"f\#(index)","name":"\#(name)","#
                    + #""summary":"","status":"ok","findings":[]}"#
            }
        }
        let tab = #"{"id":"tab:a","kind":"tab","feature":null,"name":"a","title":"A","status":"ok","findings":[]}"#
        func edge(_ kind: String, _ from: String, _ to: String) -> String {
            #"{"kind":"\#(kind)","from":"\#(from)","to":"\#(to)","status":"ok","findings":[]}"#
        }
        let edges = (0..<count).flatMap { index in
            [
                edge("redirect", "outgoing:f\(index)/next", "incoming:f\((index + 1) % count)/item"),
                edge("link", "link:f\(index)/a://f\(index)", "incoming:f\(index)/item"),
            ]
        }
        let data = """
            {"features":[\(features.joined(separator: ","))],"nodes":[\((nodes + [tab]).joined(separator: ","))],
            "edges":[\((edges + [edge("root", "tab:a", "incoming:f\(start)/item")]).joined(separator: ","))]}
            """
        let page = try page()
        let start = try #require(page.firstRange(of: #"<script type="application/json" id="graph">"#)?.upperBound)
        let end = try #require(page[start...].firstRange(of: "</script>")?.lowerBound)
        return page[..<start] + data + page[end...]
    }

    @Test(
        "no card overlaps the next, and a narrow page is no wider than its window",
        arguments: [400, 1280])
    func width(of window: Int) throws {
        let answer = try browser.answer(
            of: page(),
            Self.tools + """
                const edge = (element, side) => element.getBoundingClientRect()[side];
                answer.overlaps = [...document.querySelectorAll(".card")].filter(card =>
                  edge(card, "right") > edge(card.parentElement, "right") + .5).length;
                answer.isTooWide = document.scrollingElement.scrollWidth > innerWidth;
                answer.cards = texts("#stage h3").length;
                """, at: "#character/detail", width: window)
        #expect(answer["overlaps"] == 0)
        #expect(answer["isTooWide"] == false)
        #expect(answer["cards"] == 3)
    }

    @Test("a line that passes a column runs below its cards, not behind them")
    func lane() throws {
        let answer = try browser.answer(
            of: ringPage(3, from: 0),
            Self.tools + """
                const cards = [...document.querySelectorAll(".card")];
                answer.cards = texts("#stage h3");
                const bottom = Math.max(...cards.map(card => card.offsetTop + card.offsetHeight));
                answer.below = [...document.querySelectorAll("#stage svg .line")].filter(line =>
                  { const box = line.getBBox(); return box.y + box.height > bottom; }).length;
                """)
        #expect(answer["cards"] == ["Tabs", "Feature 0", "Feature 1", "Feature 2"])
        #expect(answer["below"] == 1)
    }

    @Test("a large app opens on its tabs instead of a drawing, and each of its features is found and shown")
    func large() throws {
        let answer = try browser.answer(
            of: ringPage(1000, from: 7),
            Self.tools + """
                answer.start = texts("#stage h3");
                answer.items = document.querySelectorAll("#list .feature").length;
                press("/");
                type("f998/next");
                answer.found = texts("#list .row");
                answer.shown = await changed(() => press("Enter"));
                answer.cards = texts("#stage h3");
                type("item");
                answer.many = texts("#list .row").length;
                answer.count = document.getElementById("found").textContent;
                """)
        #expect(answer["start"] == ["Tabs", "Feature 7"])
        #expect(answer["items"] == 1001)
        #expect(answer["found"] == ["out next"])
        #expect(answer["shown"]?["title"] == "f998/next")
        #expect(answer["cards"] == ["Feature 998", "Feature 998", "Feature 999"])
        #expect(answer["many"] == 200)
        #expect(answer["count"] == "1000 of 1000 features, the first 200 routes")
    }
}

/// A Chromium without a window.
private struct Browser {
    static let program = ["chromium", "chromium-browser", "google-chrome"].lazy.compactMap(installedProgram).first

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The document of a page after its scripts have run.
    ///
    /// - Parameters:
    ///   - fragment: The fragment of the address at which the page is opened.
    ///   - width: The width of the window in pixels.
    func document(of page: String, at fragment: String = "", width: Int = 1280) throws -> String {
        let directory = try TemporaryDirectory()
        try File.write(page, to: directory("page.html"))
        // Tests may run as root, for whom Chromium's sandbox does not start; the page is the host's own.
        let outcome = try Subprocess(
            Self.program ?? "",
            [
                "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                // The document is printed when nothing is left to do, and not before the scripts' own events.
                "--virtual-time-budget=10000", "--user-data-dir=\(directory("profile"))", "--dump-dom",
                "--window-size=\(width),800", "file://\(directory("page.html"))\(fragment)",
            ], environment: ["PATH": "/usr/bin:/bin", "HOME": directory.path]
        ).run()
        guard outcome.end == .exit(0) else { throw Failure(description: outcome.diagnostics) }
        return outcome.output
    }

    /// The value of `answer` after a script that runs behind those of the page.
    func answer(of page: String, _ script: String, at fragment: String = "", width: Int = 1280) throws -> JSON {
        let asking = """
            <script>
            (async () => {
            const answer = {};
            try { \(script) } catch (error) { answer.error = String(error); }
            const result = document.createElement("pre");
            result.id = "answer";
            result.textContent = encodeURIComponent(JSON.stringify(answer));
            document.body.append(result);
            })();
            </script></body>
            """
        let document = try document(
            of: page.replacing("</body>", with: asking, maxReplacements: 1), at: fragment, width: width)
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
