import TestSupport
import Testing

@testable import Terminal

@Suite("Exact colours")
struct ExactColorTests {
    @Test(
        "the contrast of two colours is that of WCAG",
        arguments: [
            (ExactColor(0, 0, 0), ExactColor(255, 255, 255), 21.0),
            (ExactColor(255, 255, 255), ExactColor(0, 0, 0), 21.0),
            (ExactColor(119, 119, 119), ExactColor(255, 255, 255), 4.48),
            (ExactColor(9, 9, 9), ExactColor(9, 9, 9), 1.0),
        ])
    func contrast(first: ExactColor, second: ExactColor, ratio: Double) {
        #expect(abs(first.contrast(with: second) - ratio) < 0.005)
    }

    /// Backgrounds of common themes: black, VS Code's, One Dark, Solarized, Ubuntu; white, GitHub's, Solarized, grey.
    private static let themes: [(Background, [ExactColor])] = [
        (
            .dark,
            [
                ExactColor(0, 0, 0), ExactColor(30, 30, 30), ExactColor(40, 44, 52), ExactColor(0, 43, 54),
                ExactColor(48, 10, 36),
            ]
        ),
        (
            .light,
            [
                ExactColor(255, 255, 255), ExactColor(250, 250, 250), ExactColor(253, 246, 227),
                ExactColor(238, 238, 238),
            ]
        ),
    ]

    @Test("each colour has a contrast of 4.5 or more on the backgrounds of common themes", arguments: themes)
    func readable(background: Background, themes: [ExactColor]) {
        for theme in themes {
            #expect(Background(theme) == background)
            for color in Color.allCases {
                for attributes: Style.Attributes in [[], .bold, .dim] {
                    guard let text = background.color(of: Style(color, attributes)) else { continue }
                    #expect(text.contrast(with: theme) >= 4.5, "\(color) on \(theme)")
                }
            }
        }
    }

    @Test("a background between dark and light has no exact colours")
    func between() {
        #expect(Background(ExactColor(128, 128, 128)) == nil)
    }

    @Test(
        "COLORFGBG names the background by its last number",
        arguments: [
            ("15;0", Background.dark), ("0;15", .light), ("0;default;7", .light), ("7;8", .dark), ("15;default", nil),
            ("", nil), ("1;16", nil), (nil, nil),
        ] as [(String?, Background?)])
    func colorFGBG(text: String?, background: Background?) {
        #expect(Background(colorFGBG: text) == background)
    }

    @Test(
        "the terminal's answer for its background is decoded, and any other answer is passed over",
        arguments: [
            ("\u{1B}]11;rgb:ffff/8080/0000\u{1B}\\", ExactColor(255, 128, 0)),
            ("\u{1B}]11;rgb:f/0/0\u{7}", ExactColor(255, 0, 0)),
            ("\u{1B}]11;rgb:ff/00/7f\u{7}", ExactColor(255, 0, 127)),
            ("\u{1B}]11;rgb:fffff/0/0\u{7}", nil), ("\u{1B}]11;rgb:ff/00\u{7}", nil), ("\u{1B}]10;rgb:f/f/f\u{7}", nil),
            ("\u{1B}P11;rgb:f/f/f\u{1B}\\", nil), ("\u{1B}]11;rgb:f/f/+f\u{7}", nil),
        ] as [(String, ExactColor?)])
    func answer(bytes: String, color: ExactColor?) {
        var decoder = InputDecoder()
        #expect(decoder.decode(Array(bytes.utf8)) == (color.map { [.background($0)] } ?? []))
    }

    @Test("a style is sent by its exact colour, and dim text by a colour of its own")
    func sent() {
        #expect(StyleChange.text(from: .plain, to: Style(.cyan, .bold), on: .light) == "\u{1B}[1;38;2;0;86;96m")
        #expect(StyleChange.text(from: .plain, to: .dim, on: .dark) == "\u{1B}[38;2;180;185;193m")
        #expect(StyleChange.text(from: .dim, to: Style(.red, .dim), on: .dark) == "")
        #expect(StyleChange.text(from: .dim, to: .plain, on: .dark) == "\u{1B}[m")
    }
}
