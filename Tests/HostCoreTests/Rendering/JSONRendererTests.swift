import FeatureContract
import JSONText
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("The JSON of a screen")
struct JSONRendererTests {
    @Test("an empty or default member is left out")
    func minimal() {
        #expect(RenderedScreen(title: "T").json.text() == #"{"title":"T","nodes":[]}"#)
        #expect(ViewNode(.divider).json.text() == #"{"kind":"divider"}"#)
    }

    @Test("each member of a node is in the JSON, without changes for a terminal")
    func everything() {
        var node = ViewNode(
            .link, text: "t\u{1B}", destination: .of("a/b?n=1"), children: [node(nil, "c")])
        (node.detail, node.key, node.symbol, node.badge, node.accessibilityLabel) = ("d", "k", "s", "b", "a")
        (node.url, node.shortcut, node.value, node.action, node.role) = ("u", "Enter", .list([.integer(1)]), 9, .danger)
        node.flags = [.disabled, .destructive, .cancel, .header, .secure]
        node.reveal = 3
        var screen = RenderedScreen(title: "T", nodes: [node])
        screen.lock = "unsaved"
        screen.isLoading = true
        screen.checkpoints = [.init(name: "p", type: .int)]
        #expect(
            screen.json.text()
                == #"{"title":"T","loading":true,"lock":"unsaved","checkpoints":["p"],"nodes":["#
                + #"{"kind":"link","text":"t\u001b","detail":"d","key":"k","symbol":"s","badge":"b","#
                + #""accessibilityLabel":"a","url":"u","shortcut":"Enter","role":"danger","value":[1],"#
                + #""destination":"a/b?n=1","action":9,"#
                + #""disabled":true,"destructive":true,"cancel":true,"header":true,"secure":true,"reveal":3,"#
                + #""children":[{"kind":"unknown-99","text":"c"}]}]}"#)
    }

    @Test("kinds keep the names of released versions")
    func kinds() {
        #expect(
            NodeKind.allCases.map { ViewNode($0).kindName }.joined(separator: " ")
                == "group text label list section link button textField toggle picker option progress divider table row "
                + "urlLink embedded alert confirmation "
                + "hstack spacer grid stepper slider disclosure menu sheet cover push chart")
    }
}
