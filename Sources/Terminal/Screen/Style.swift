/// The sixteen colours that every terminal has, as the user has configured them.
package enum Color: UInt8, Hashable, Sendable, CaseIterable {
    case black, red, green, yellow, blue, magenta, cyan, white
    case brightBlack, brightRed, brightGreen, brightYellow, brightBlue, brightMagenta, brightCyan, brightWhite
    /// The colour of ordinary text.
    case `default`
}

/// The style of a cell. There is no background: ``Attributes/reverse`` is readable with every choice of colours.
package struct Style: Hashable, Sendable {
    package var color: Color
    package var attributes: Attributes

    package struct Attributes: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        package static let bold = Attributes(rawValue: 1)
        package static let dim = Attributes(rawValue: 2)
        package static let italic = Attributes(rawValue: 4)
        package static let underline = Attributes(rawValue: 8)
        package static let reverse = Attributes(rawValue: 16)
    }

    package init(_ color: Color = .default, _ attributes: Attributes = []) {
        self.color = color
        self.attributes = attributes
    }

    package static let plain = Style()
    package static let bold = Style(.default, .bold)
    package static let dim = Style(.default, .dim)
    package static let italic = Style(.default, .italic)
    package static let underline = Style(.default, .underline)
    package static let reverse = Style(.default, .reverse)

    /// Returns a copy with more attributes.
    package func with(_ attributes: Attributes) -> Style {
        Style(color, self.attributes.union(attributes))
    }
}
