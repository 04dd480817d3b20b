import HostCore
import Terminal

/// The rectangles of the app's parts in a window of a given size.
struct AppLayout: Equatable {
    let window: Rectangle
    let hasTabs: Bool
    /// The lines of the message above the keys.
    let messageLines: Int
    /// The cells of the widest line of the screen at the left of another; nil if one screen stands alone.
    private let beside: Int?

    private static let narrowestLeft = 20
    /// The fewest columns of a split window.
    static let narrowestSplit = 120

    init(_ size: Size, hasTabs: Bool, beside: Int? = nil, messageLines: Int = 0) {
        window = Rectangle(size)
        self.messageLines = messageLines
        self.hasTabs = hasTabs
        self.beside = beside
    }

    var tabBar: Rectangle { Rectangle(column: 0, row: 0, width: window.width, height: hasTabs ? 1 : 0) }
    var breadcrumb: Rectangle { Rectangle(column: 0, row: tabBar.height, width: window.width, height: 1) }
    var statusLine: Rectangle {
        Rectangle(column: 0, row: max(0, window.height - 1), width: window.width, height: min(1, window.height))
    }

    /// The row below the path and its rule.
    private var top: Int { breadcrumb.rows.upperBound + 1 }

    /// The fewest rows of a screen. In a lower window, a message replaces the keys.
    private static let fewestRows = 4

    /// The rows of a message: above the keys, or in a low window in their place.
    var message: Rectangle {
        let isLow = window.height - top - 1 < Self.fewestRows + 1
        let end = isLow ? window.height : statusLine.row
        let height = min(messageLines, isLow ? 1 : end - top - Self.fewestRows)
        return Rectangle(column: 0, row: max(0, end - height), width: window.width, height: max(0, height))
    }

    /// The area of the screens, between the bars.
    var screens: Rectangle {
        let end = messageLines == 0 ? statusLine.row : min(statusLine.row, message.row)
        return Rectangle(column: 0, row: top, width: window.width, height: max(1, end - top))
    }

    /// Whether two screens stand side by side.
    var isSplit: Bool { beside != nil }

    /// The text area of a screen without frame. The last column is for the scroll bar.
    var screen: Rectangle {
        Rectangle(column: 1, row: screens.row, width: max(1, window.width - 3), height: screens.height)
    }

    /// The text area of the screen on the left, which is as wide as its lines.
    var left: Rectangle { Rectangle(column: 1, row: screens.row, width: divider - 4, height: screens.height) }

    /// The most cells for the text of the screen on the left, for which it is laid out.
    static func widestLeft(_ columns: Int) -> Int { min(columns * 2 / 5 - 4, max(40, columns - 120)) }

    /// The text area of the screen on the right, in front.
    var right: Rectangle {
        Rectangle(
            column: divider + 2, row: screens.row, width: max(1, window.width - divider - 4), height: screens.height)
    }

    /// The column between two screens side by side.
    var divider: Int { min(Self.widestLeft(window.width), max(beside ?? 0, Self.narrowestLeft)) + 4 }

    /// Whether there is room for frames. A smaller window shows their content without them.
    var hasFrames: Bool { screens.height >= 5 && screens.width >= 20 }

    /// The fewest and the most columns of a sheet's frame, if the window has room.
    private static let sheetWidths = 40...96

    private static let narrowestBox = 25

    /// Returns the frame of a sheet, in the middle; the first has the number 0. The screen below stays visible around
    /// it.
    ///
    /// - Parameters:
    ///   - lines: The lines of its content, which set the height of the frame if there is room.
    ///   - cells: The cells of its widest line, which set the width; nil for the widest frame.
    func sheet(_ number: Int, lines: Int, cells: Int? = nil) -> Rectangle {
        guard hasFrames else { return screens }
        let inset = min(number + 1, 4)
        let widest = screens.inset(columns: min(2 * inset, max(0, (screens.width - 24) / 2)))
        let wanted = max(Self.sheetWidths.lowerBound, min(cells.map { $0 + 5 } ?? .max, Self.sheetWidths.upperBound))
        let frame = widest.inset(columns: max(0, widest.width - wanted) / 2)
        let top = min(inset, max(0, frame.height - 5))
        return Rectangle(
            column: frame.column, row: frame.row + top, width: frame.width,
            height: min(frame.height - top, max(lines, 1) + 2))
    }

    func failure(lines: Int) -> Rectangle {
        guard hasFrames else { return screens }
        let frame = screens.inset(columns: min(2, max(0, (screens.width - 24) / 2)))
        return Rectangle(
            column: frame.column, row: frame.row, width: frame.width, height: min(frame.height, max(lines, 1) + 2))
    }

    func inside(_ frame: Rectangle) -> Rectangle {
        guard hasFrames else { return screen }
        return Rectangle(
            column: frame.column + 2, row: frame.row + 1, width: max(1, frame.width - 5),
            height: max(1, frame.height - 2))
    }

    /// The most cells of a line in a box, for which it is laid out.
    var boxWidth: Int { hasFrames ? min(60, screens.width - 8) : screen.width }

    /// Returns a frame in the middle of the screens for a number of lines, and the cells of the widest one.
    func box(lines: Int, cells: Int) -> Rectangle {
        guard hasFrames else { return screens }
        let height = min(screens.height, lines + 2)
        let width = min(screens.width, max(Self.narrowestBox, min(cells, boxWidth)) + 5)
        return Rectangle(
            column: screens.column + (screens.width - width) / 2, row: screens.row + (screens.height - height) / 2,
            width: width, height: height)
    }
}
