import Glibc

/// A colour by its parts, from 0 to 255 each, in sRGB.
package struct ExactColor: Hashable, Sendable {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8

    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// The relative luminance of WCAG 2.2, from 0 to 1.
    private var luminance: Double {
        func linear(_ part: UInt8) -> Double {
            let value = Double(part) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// The contrast ratio of WCAG 2.2 between two colours, from 1 to 21. Text needs 4.5.
    package func contrast(with other: ExactColor) -> Double {
        let (high, low) = (max(luminance, other.luminance), min(luminance, other.luminance))
        return (high + 0.05) / (low + 0.05)
    }
}

/// Whether a terminal's background is dark or light, with the colours that are readable on it.
package enum Background: Hashable, Sendable, CaseIterable {
    case dark, light

    static let lowestContrast = 4.5

    /// Chooses the one whose colours are all readable on a background; nil for a background between the two.
    package init?(_ color: ExactColor) {
        let usable = Self.allCases.first { background in
            background.colors.values.allSatisfy { $0.contrast(with: color) >= Self.lowestContrast }
                && background.dim.contrast(with: color) >= Self.lowestContrast
        }
        guard let usable else { return nil }
        self = usable
    }

    /// Reads `COLORFGBG`, as set by rxvt and Konsole: two or three numbers of the sixteen colours, the last of them for
    /// the background.
    package init?(colorFGBG text: String?) {
        guard let last = text?.split(separator: ";").last, let number = Int(last), (0...15).contains(number) else {
            return nil
        }
        self = number < 7 || number == 8 ? .dark : .light
    }

    /// Returns the colour of a style; nil for that of ordinary text.
    func color(of style: Style) -> ExactColor? {
        style.attributes.contains(.dim) ? dim : colors[style.color]
    }

    private var dim: ExactColor { self == .dark ? ExactColor(180, 185, 193) : ExactColor(80, 85, 92) }

    /// The colours that the program uses of the sixteen.
    private var colors: [Color: ExactColor] { self == .dark ? Self.onDark : Self.onLight }

    private static let onDark: [Color: ExactColor] = [
        .red: ExactColor(255, 154, 144), .green: ExactColor(125, 220, 138), .yellow: ExactColor(232, 199, 100),
        .blue: ExactColor(158, 193, 255), .magenta: ExactColor(224, 166, 255), .cyan: ExactColor(111, 211, 230),
    ]
    private static let onLight: [Color: ExactColor] = [
        .red: ExactColor(163, 21, 21), .green: ExactColor(21, 95, 40), .yellow: ExactColor(107, 78, 0),
        .blue: ExactColor(21, 70, 160), .magenta: ExactColor(122, 21, 137), .cyan: ExactColor(0, 86, 96),
    ]
}
