/// Icons for features' symbol names, which are those of Apple's SF Symbols. The drawings are this project's own: lines
/// on a grid of 24 by 24.
enum HTMLIcons {
    /// Writes the icon of a symbol, or nothing for an unknown name. Assistive technology skips the icon, since the text
    /// beside it has the same meaning.
    static func write(_ symbol: String, to writer: inout HTMLWriter) {
        guard let path = path(of: symbol) else { return }
        writer.element("svg", [("class", "icon"), ("viewBox", "0 0 24 24"), ("aria-hidden", "true")]) {
            $0.element("path", [("d", path)], "")
        }
    }

    /// The drawing for the longest known part of a symbol's name, so that `star.fill` and `person.crop.circle` show a
    /// star and a person. A crossed symbol (`bell.slash`) means the opposite of the plain one, and has no drawing.
    static func path(of symbol: String) -> String? {
        var parts = symbol.split(separator: ".", omittingEmptySubsequences: false)
        guard !parts.contains("slash") else { return nil }
        while !parts.isEmpty {
            if let path = paths[parts.joined(separator: ".")] { return path }
            parts.removeLast()
        }
        return nil
    }

    private static let circle = "M12 21a9 9 0 1 0 0-18a9 9 0 0 0 0 18z"

    private static let paths: [String: String] = [
        "arrow.clockwise": "M19 12a7 7 0 1 1-2-5l2 2M19 4v5h-5",
        "arrow.down": "M12 4v16M6 14l6 6 6-6",
        "arrow.left": "M20 12H4M10 6l-6 6 6 6",
        "arrow.right": "M4 12h16M14 6l6 6-6 6",
        "arrow.up": "M12 20V4M6 10l6-6 6 6",
        "bell": "M6 16v-5a6 6 0 0 1 12 0v5l2 2H4zM10 21h4",
        "bolt": "M13 3 5 14h6l-1 7 8-11h-6z",
        "book": "M12 6c-3-2-6-2-9-1v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1zM12 6v14",
        "bookmark": "M6 3h12v18l-6-5-6 5z",
        "bubble": "M4 5h16v11H10l-5 4v-4H4z",
        "calendar": "M4 6h16v14H4zM4 10h16M8 3v5M16 3v5",
        "camera": "M3 8h4l2-3h6l2 3h4v12H3zM12 17a3.5 3.5 0 1 0 0-7a3.5 3.5 0 0 0 0 7z",
        "cart": "M3 4h3l2.5 11h10l2-8H7M10 19.5h.01M17 19.5h.01",
        "chart.bar": "M5 20v-9M12 20V4M19 20v-6",
        "checkmark": "M4 13l5 5L20 6",
        "chevron.down": "M5 9l7 7 7-7",
        "chevron.left": "M15 5l-7 7 7 7",
        "chevron.right": "M9 5l7 7-7 7",
        "chevron.up": "M5 15l7-7 7 7",
        "circle": circle,
        "clock": circle + "M12 7v5l3.5 2",
        "cloud": "M7 18a4 4 0 0 1 0-8 5.5 5.5 0 0 1 10.5 1.2A3.4 3.4 0 0 1 17.5 18z",
        "creditcard": "M3 6h18v12H3zM3 10h18M7 15h3",
        "doc": "M6 3h8l4 4v14H6zM14 3v4h4",
        "doc.text": "M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6",
        "ellipsis": "M5 12h.01M12 12h.01M19 12h.01",
        "envelope": "M3 6h18v12H3zM3 7l9 6 9-6",
        "exclamationmark": "M12 4v11M12 19h.01",
        "exclamationmark.triangle": "M12 4l10 16H2zM12 10v5M12 17.5h.01",
        "eye": "M2 12c3-5 6.5-7 10-7s7 2 10 7c-3 5-6.5 7-10 7s-7-2-10-7zM12 15a3 3 0 1 0 0-6a3 3 0 0 0 0 6z",
        "flag": "M5 21V4M5 5h13l-3 4 3 4H5",
        "folder": "M3 6h6l2 2h10v11H3z",
        "gear": gear,
        "gearshape": gear,
        "gift": "M4 9h16v4H4zM6 13v8h12v-8M12 9v12M12 9C8 9 7 4 9.5 4S12 9 12 9s0-5 2.5-5S16 9 12 9z",
        "globe": circle + "M3 12h18M12 3c3 3 4 6 4 9s-1 6-4 9c-3-3-4-6-4-9s1-6 4-9z",
        "heart": "M12 20C5 15 3 11.5 3 8.5A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 9 1.5C21 11.5 19 15 12 20z",
        "house": "M3 11l9-7 9 7M6 9v11h12V9M10 20v-6h4v6",
        "info": circle + "M12 11v6M12 7.5h.01",
        "key": "M8 16a4 4 0 1 0 0-8a4 4 0 0 0 0 8zM12 12h9v3M17 12v3",
        "line.3.horizontal": "M4 7h16M4 12h16M4 17h16",
        "link": "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
        "list": "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01",
        "lock": "M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3",
        "lock.open": "M6 11h12v9H6zM8 11V8a4 4 0 0 1 7.5-2",
        "magnifyingglass": "M10.5 17a6.5 6.5 0 1 0 0-13a6.5 6.5 0 0 0 0 13zM15.5 15.5L21 21",
        "map": "M3 6l6-2 6 2 6-2v14l-6 2-6-2-6 2zM9 4v14M15 6v14",
        "mappin": "M12 21c4-5 6-8 6-11a6 6 0 0 0-12 0c0 3 2 6 6 11zM12 10h.01",
        "message": "M4 5h16v11H10l-5 4v-4H4z",
        "minus": "M5 12h14",
        "moon": "M20 14A8 8 0 1 1 10 4a7 7 0 0 0 10 10z",
        "music.note":
            "M9 18V5l10-2v13M9 18a2.5 2.5 0 1 1-5 0a2.5 2.5 0 0 1 5 0zM19 16a2.5 2.5 0 1 1-5 0a2.5 2.5 0 0 1 5 0z",
        "paperplane": "M3 11l18-8-6 18-4-8zM11 13L21 3",
        "pause": "M8 5v14M16 5v14",
        "pencil": "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
        "person": "M12 12a4 4 0 1 0 0-8a4 4 0 0 0 0 8zM4 20c1-4 4-6 8-6s7 2 8 6",
        "person.2": people,
        "person.3": people,
        "phone": "M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4c-9 1-16-6-15-15z",
        "photo": "M3 5h18v14H3zM3 16l5-5 5 5 3-3 5 5M15.5 9h.01",
        "play": "M7 4v16l13-8z",
        "plus": "M12 5v14M5 12h14",
        "questionmark": circle + "M9.5 9.5a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.1.9-1.1 1.7M12 17h.01",
        "square": "M5 5h14v14H5z",
        "square.and.arrow.down": "M12 3v12M8 11l4 4 4-4M6 11H5v10h14V11h-1",
        "square.and.arrow.up": "M12 15V3M8 7l4-4 4 4M6 11H5v10h14V11h-1",
        "square.and.pencil": "M12 5H5v14h14v-7M10 14l1-3 8-8 2 2-8 8z",
        "star": "M12 3l2.8 5.8 6.2.9-4.5 4.4 1.1 6.3-5.6-3-5.6 3 1.1-6.3L3 9.7l6.2-.9z",
        "stop": "M6 6h12v12H6z",
        "sun.max":
            "M12 16a4 4 0 1 0 0-8a4 4 0 0 0 0 8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2",
        "tag": "M3 12V4h8l10 10-8 8zM7.5 8h.01",
        "trash": "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
        "tray": "M3 14l3-9h12l3 9v5H3zM3 14h5l1 2h6l1-2h5",
        "xmark": "M5 5l14 14M19 5L5 19",
    ]

    private static let gear =
        "M12 18a6 6 0 1 0 0-12a6 6 0 0 0 0 12zM12 14.5a2.5 2.5 0 1 0 0-5a2.5 2.5 0 0 0 0 5z"
        + "M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M5.6 18.4l2.2-2.2M16.2 7.8l2.2-2.2"
    private static let people =
        "M9 11a3.5 3.5 0 1 0 0-7a3.5 3.5 0 0 0 0 7zM2.5 19c.8-3.5 3.2-5 6.5-5s5.7 1.5 6.5 5"
        + "M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5c2 .8 3 2.3 3.5 4.5"
}
