/// The extensions of RFC 8259 that a parser accepts, and its limits.
package struct JSONOptions: Hashable, Sendable {
    /// Accepts `// to the end of the line` and `/* … */` (which do not nest) wherever white space may be.
    package var allowsComments = false
    /// Accepts one comma after the last member or element.
    package var allowsTrailingCommas = false
    /// Skips a byte order mark at the start, as RFC 8259 section 8.1 lets a parser do, instead of refusing it.
    package var allowsByteOrderMark = false
    /// The maximum number of arrays and objects that are open at once; `[[]]` is 2 deep. Never more than ``deepest``.
    package var maximumDepth = 128
    /// The maximum size of a text, in bytes.
    package var maximumSize = 16 << 20

    /// The limit of `maximumDepth`: parsing, writing and comparing a value take stack for every level.
    ///
    /// Measured: 512 levels fit a stack of 512 KiB in a release build and of 2 MiB in a debug build; the default of 128
    /// fits one of 512 KiB in both.
    package static let deepest = 512

    package init() {}

    /// RFC 8259 without extensions: for text that programs write.
    package static let strict = JSONOptions()

    /// RFC 8259 with comments, trailing commas and a byte order mark: for files that users edit.
    package static let withComments: JSONOptions = {
        var options = JSONOptions()
        options.allowsComments = true
        options.allowsTrailingCommas = true
        options.allowsByteOrderMark = true
        return options
    }()
}
