import FeatureContract
import HostSystem
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("The HTML of a screen")
struct HTMLRendererTests {
    private static func links(
        _ wiringText: String = "{}", anchors: [(text: String, anchor: String)] = []
    ) throws -> HTMLLinks {
        let catalog = try catalog([Manifests.home, Manifests.character, Manifests.notes])
        let wiring = try wiring(wiringText)
        return HTMLLinks(
            catalog: catalog, wiring: wiring, redirector: Redirector(wiring.redirects, catalog: catalog),
            anchors: try anchors.map { (try catalog.place($0.text), $0.anchor) })
    }

    private static func html(_ screen: RenderedScreen, wiring: String = "{}") throws -> String {
        var writer = HTMLWriter()
        // The host's own screens may lead anywhere.
        HTMLRenderer.content(
            of: screen, prefix: "screen-1", owners: [0: Manifest.systemID], links: try links(wiring))(&writer)
        return writer.text
    }

    private static let inert = #"title="It does nothing here: this page is a picture of the app.""#

    private static func icon(_ symbol: String) -> String {
        #"<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="\#(HTMLIcons.path(of: symbol) ?? "")">"#
            + "</path></svg>"
    }

    private static let cases: [(ViewNode, [String])] = [
        (node(.text, "plain"), [#"<p class="text" dir="auto"><span>plain</span></p>"#]),
        (node(.text, "a\nb"), ["<p class=\"text\" dir=\"auto\"><span>a\nb</span></p>"]),
        (
            node(.text, "new") { ($0.badge, $0.role) = ("3", .danger) },
            [#"<p class="text role-danger" dir="auto"><span>new</span><span class="badge">3</span></p>"#]
        ),
        (
            node(.text, "no") { $0.flags = .disabled },
            [#"<p class="text disabled" dir="auto" aria-disabled="true"><span>no</span></p>"#]
        ),
        (
            node(.text, "★★★") { $0.accessibilityLabel = "three stars" },
            [
                #"<p class="text" dir="auto"><span aria-hidden="true"><span>★★★</span></span>"#,
                #"<span class="read-out">three stars</span></p>"#,
            ]
        ),
        (
            node(.label, "Ann") { ($0.detail, $0.symbol) = ("42", "person") },
            [
                #"<p class="label" dir="auto">\#(icon("person"))<span class="title" data-symbol="person">Ann</span>"#,
                #"<span class="detail">42</span></p>"#,
            ]
        ),
        (
            node(.list, "", [node(.text, "a"), node(.group, "", [node(.text, "b")])]),
            [
                #"<ul class="rows"><li><p class="text" dir="auto"><span>a</span></p></li>"#,
                #"<li><p class="text" dir="auto"><span>b</span></p></li></ul>"#,
            ]
        ),
        (
            node(.section, "Head", [node(.text, "a"), node(.section, "Sub")]) { $0.detail = "Foot" },
            [
                #"<section><h2 dir="auto">Head</h2><ul class="rows"><li><p class="text" dir="auto"><span>a</span></p>"#,
                #"</li></ul><section><h3 dir="auto">Sub</h3></section>"#,
                #"<p class="footer" dir="auto">Foot</p></section>"#,
            ]
        ),
        (
            node(.link, "Go") { $0.destination = .of("character/detail?identifier=42") },
            [
                #"<a class="link" href="challenge://character/detail?id=42" "#,
                #"title="character/detail?identifier=42" dir="auto"><span>Go</span></a>"#,
            ]
        ),
        (
            node(.link, "Go") { ($0.destination, $0.flags) = (.of("character/list"), .disabled) },
            [
                #"<a class="link disabled" title="The app has disabled it." dir="auto" aria-disabled="true">"#,
                #"<span>Go</span></a>"#,
            ]
        ),
        (
            node(.link) { $0.destination = .of("home/nowhere") },
            [
                #"<a class="link" title="home/nowhere is not in this page, and has no link that leads there." "#,
                #"dir="auto" aria-disabled="true">home/nowhere</a>"#,
            ]
        ),
        (
            node(.urlLink, "Site") { $0.url = "https://x.org/?a&b" },
            [
                #"<a class="link" href="https://x.org/?a&amp;b" rel="noreferrer noopener" "#,
                #"title="https://x.org/?a&amp;b" dir="auto"><span>Site</span></a>"#,
            ]
        ),
        (
            node(.urlLink, "") { $0.url = "javascript:alert(1)" },
            [
                #"<a class="link" rel="noreferrer noopener" "#,
                #"title="Pages do not lead to addresses like javascript:alert(1)." dir="auto" "#,
                #"aria-disabled="true">javascript:alert(1)</a>"#,
            ]
        ),
        (
            node(.button, "Save") { ($0.flags, $0.accessibilityLabel) = ([.destructive, .disabled], "Save it") },
            [
                #"<button type="button" class="button disabled destructive" disabled "#,
                #"title="The app has disabled it." dir="auto" aria-label="Save it"><span>Save</span></button>"#,
            ]
        ),
        (
            node(.textField, "Name") { $0.value = .string("Ann") },
            [
                #"<label class="field" \#(inert) dir="auto"><span>Name</span>"#,
                #"<input type="text" value="Ann" readonly dir="auto"></label>"#,
            ]
        ),
        (
            node(.textField, "PIN") { ($0.value, $0.flags) = (.string("12é4"), .secure) },
            [
                #"<label class="field" \#(inert) dir="auto"><span>PIN</span>"#,
                #"<input type="password" value="****" readonly dir="auto"></label>"#,
            ]
        ),
        (
            node(.toggle, "On") { $0.value = .bool(true) },
            [
                #"<label class="toggle" \#(inert) dir="auto"><span>On</span>"#,
                #"<input type="checkbox" role="switch" checked disabled></label>"#,
            ]
        ),
        (
            node(
                .picker, "Size",
                [node(.option, "S") { $0.value = .integer(1) }, node(.option, "M") { $0.value = .integer(2) }]
            ) { $0.value = .integer(2) },
            [
                #"<label class="picker" \#(inert) dir="auto"><span>Size</span><select disabled><option>S</option>"#,
                #"<option selected>M</option></select></label>"#,
            ]
        ),
        (
            node(.progress, "Half") { $0.value = .double(0.5) },
            [
                #"<label class="progress" dir="auto"><span>Half</span>"#,
                #"<progress max="100" value="50">50 %</progress></label>"#,
            ]
        ),
        (node(.progress), [#"<label class="progress" dir="auto"><progress>…</progress></label>"#]),
        (node(.divider), ["<hr>"]),
        (
            node(
                .table, "",
                [
                    node(.row, "", [node(.text, "Name")]) { $0.flags = .header },
                    node(.row, "", [node(.text, "Ann"), node(.text, "1")]) { $0.destination = .of("notes/edit") },
                ]),
            [
                #"<div class="scroller" role="region" aria-label="Table" tabindex="0">"#,
                #"<table><thead><tr class="row header"><th scope="col"><p class="text" dir="auto">"#,
                #"<span>Name</span></p></th></tr></thead><tbody><tr class="row"><td><a class="link" "#,
                #"href="challenge://notes/edit" title="notes/edit" dir="auto"><span>Ann</span></a></td>"#,
                #"<td><p class="text" dir="auto"><span>1</span></p></td></tr></tbody></table></div>"#,
            ]
        ),
        (
            node(.alert, "Sure?", [node(.button, "Yes")]) { $0.detail = "Gone then." },
            [
                #"<dialog open class="alert" role="alertdialog" aria-labelledby="screen-1-box-1">"#,
                #"<h2 id="screen-1-box-1" dir="auto">Sure?</h2><p class="text" dir="auto">Gone then.</p>"#,
                #"<div class="buttons"><button type="button" class="button" disabled \#(inert) dir="auto">"#,
                #"<span>Yes</span></button>"#,
                "</div></dialog>",
            ]
        ),
        (
            node(.confirmation) { $0.action = 1 },
            [
                #"<dialog open class="confirmation" role="alertdialog"><div class="buttons"><button type="button" "#,
                #"class="button" disabled \#(inert) dir="auto"><span>OK</span></button></div></dialog>"#,
            ]
        ),
        (
            node(.embedded, "", [node(.text, "in")]),
            [#"<div class="embedded"><p class="text" dir="auto"><span>in</span></p></div>"#]
        ),
        (node(nil, "Map"), [#"<p class="text" dir="auto"><span>Map</span></p>"#]),
    ]

    @Test("each kind of node becomes the HTML element of its meaning", arguments: cases)
    func kinds(node: ViewNode, expected: [String]) throws {
        let html = try Self.html(RenderedScreen(nodes: [node]))
        _ = try Markup(html)
        // Lines break behind blocks, where a break has no meaning.
        #expect(html.replacing(">\n", with: ">") == expected.joined())
    }

    @Test(
        "a symbol has the icon of its name, or of the longest beginning of it that has one",
        arguments: [
            ("house", "house"), ("star.fill", "star"), ("person.crop.circle.badge.plus", "person"),
            ("list.bullet", "list"), ("doc.text.fill", "doc.text"), ("bell.slash", nil), ("bell.slash.fill", nil),
            ("nothing.known", nil), ("", nil), (".", nil), ("star.", "star"), ("<b>", nil),
        ])
    func icons(symbol: String, drawn: String?) throws {
        #expect(HTMLIcons.path(of: symbol) == drawn.flatMap(HTMLIcons.path))
        #expect((HTMLIcons.path(of: symbol) != nil) == (drawn != nil))
        let html = try Self.html(RenderedScreen(nodes: [node(.label, "a") { $0.symbol = symbol }]))
        #expect(try Markup(html).named("svg").count == (drawn == nil ? 0 : 1))
    }

    @Test("a title becomes the first heading, and a lock comes last")
    func screen() throws {
        var screen = RenderedScreen(title: "T", nodes: [ViewNode(.divider)])
        screen.lock = "unsaved"
        #expect(
            try Self.html(screen)
                == "<h1 dir=\"auto\">T</h1><hr>\n<p class=\"lock\" role=\"status\" dir=\"auto\">Locked: unsaved</p>")
    }

    @Test(
        "a URL becomes a link if its scheme is the web's or the app's, and never if it could run code",
        arguments: [
            ("https://x.org", true), ("HTTP://x.org", true), ("mailto:ann@x.org", true), ("challenge://home", true),
            ("Challenge://home", true), ("other://home", false), ("javascript:alert(1)", false),
            ("JavaScript:alert(1)", false), ("java\nscript:alert(1)", false), (" javascript:alert(1)", false),
            ("\u{1}javascript:alert(1)", false), ("javascript\u{301}:alert(1)", false),
            ("data:text/html,<script>", false), ("vbscript:x", false), ("file:///etc/passwd", false),
            ("//x.org", false),
            ("/relative", false), ("", false), ("https:\u{9}//x.org", false), ("https", false),
            ("&#106;avascript:x", false),
        ])
    func schemes(url: String, isFollowed: Bool) throws {
        #expect(try Self.links().reference(toURL: url) == (isFollowed ? url : nil))
    }

    @Test("a feature cannot allow a scheme by declaring links of it, and the wiring decides the app's schemes")
    func ownSchemes() throws {
        let evil =
            #"{"id": "evil", "incoming": [{"name": "a"}], "links": ["#
            + #"{"scheme": "javascript", "host": "x", "pattern": "/%0aalert(1)", "route": "a"}]}"#
        let catalog = try catalog([evil, Manifests.notes])
        func links(_ text: String) throws -> HTMLLinks {
            let wiring = try wiring(text)
            return HTMLLinks(
                catalog: catalog, wiring: wiring, redirector: Redirector(wiring.redirects, catalog: catalog))
        }
        #expect(try links("{}").reference(to: Destination.of("evil/a")) == nil)
        #expect(try links("{}").reference(to: Destination.of("notes/edit")) == "challenge://notes/edit")
        #expect(try links(#"{"schemes": ["other"]}"#).reference(to: Destination.of("notes/edit")) == nil)
        #expect(try links(#"{"schemes": ["javascript"]}"#).reference(toURL: "javascript://x/%0aalert(1)") == nil)
    }

    @Test("a link leads where the wiring leads it: to a screen of the page, else to a URL, else nowhere")
    func references() throws {
        let links = try Self.links(
            #"{"redirects": {"home/characters": "character/list", "home/character?identifier={i}": "#
                + #""character/detail?identifier={i}"}}"#,
            anchors: [("character", "screen-1"), ("notes/edit", "screen-2")])
        // The main screen stands for its route.
        #expect(links.reference(to: Destination.of("home/characters")) == "#screen-1")
        #expect(links.reference(to: Destination.of("notes/edit")) == "#screen-2")
        let character = Destination(
            feature: "home", route: "character", arguments: [.init("identifier", .integer(7))])
        #expect(links.reference(to: character) == "challenge://character/detail?id=7")
        #expect(links.reference(to: Destination.of("home/nowhere")) == nil)
        #expect(links.reference(to: Destination.of("gone/away")) == nil)
        // As when the link is pressed, a feature's screen leads to the feature's own destinations.
        #expect(links.reference(to: Destination.of("notes/edit"), shownBy: "notes") == "#screen-2")
        #expect(links.reference(to: Destination.of("notes/edit"), shownBy: "home") == nil)
        #expect(links.reference(to: Destination.of("notes/edit"), shownBy: nil) == nil)
    }

    @Test(
        "each character that means something in HTML is written as a reference",
        arguments: [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;"), ("`", "&#96;")])
    func escaped(character: String, reference: String) {
        #expect(HTMLWriter.escaped("a\(character)b") == "a\(reference)b")
    }

    static let hostile = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onclick='alert(1)", "`", "&lt;b&gt;",
        "</style>",
        "</title>", "<!--", "-->", "]]>", "a\u{0}b\u{1B}[2J", "\u{202E}txt", "<\u{338}b>", "\u{FEFF}<", "&#x3C;",
    ]

    @Test("a feature's text never becomes markup, at any place", arguments: hostile)
    func hostileTexts(text: String) throws {
        let nodes = (NodeKind.allCases + [nil]).map { kind in
            var node = node(kind, text, [node(.option, text), node(.button, text), node(.row, text)])
            (node.detail, node.badge, node.url, node.value) = (text, text, text, .string(text))
            (node.key, node.symbol, node.accessibilityLabel) = (text, text, text)
            node.destination = Destination(feature: text, route: text, arguments: [.init(text, .string(text))])
            return node
        }
        var screen = RenderedScreen(title: text, nodes: nodes)
        screen.lock = text
        let plain = RenderedScreen(title: "x", nodes: screen.nodes.map { $0.saying("x") })
        let markup = try Markup(try Self.html(screen))
        var harmless = plain
        harmless.lock = "x"
        let expected = try Markup(try Self.html(harmless))
        // The elements and attributes are those of a harmless text.
        #expect(markup.elements.map(\.name) == expected.elements.map(\.name))
        #expect(
            markup.elements.map { $0.attributes.keys.sorted() } == expected.elements.map { $0.attributes.keys.sorted() }
        )
        #expect(markup.named("h1").first?.text == DisplayText.safe(text))
    }
}

extension ViewNode {
    /// The node with one text in every place that holds text.
    fileprivate func saying(_ text: String) -> ViewNode {
        var node = self
        node.text = text
        if !detail.isEmpty { (node.detail, node.badge, node.url, node.value) = (text, text, text, .string(text)) }
        if !symbol.isEmpty { (node.key, node.symbol, node.accessibilityLabel) = (text, text, text) }
        if destination != nil {
            node.destination = Destination(feature: text, route: text, arguments: [.init(text, .string(text))])
        }
        node.children = children.map { $0.saying(text) }
        return node
    }
}
