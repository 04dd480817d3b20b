import Glibc

/// The cell widths of the C library: wcwidth(3), which is kept up to date with Unicode.
enum SystemWidths {
    /// - Returns: 0, 1 or 2; nil if the C library knows no such character, or is without UTF-8.
    static func width(_ scalar: Unicode.Scalar) -> Int? {
        guard let wcwidth, let locale = locale.pointer else { return nil }
        // Set for this thread and this call only: the user's locale may lack UTF-8, and belongs to the whole process.
        let previous = uselocale(locale)
        defer { uselocale(previous) }
        let width = Int(wcwidth(Int32(bitPattern: scalar.value)))
        return width < 0 ? nil : min(width, 2)
    }

    private typealias Width = @convention(c) (Int32) -> Int32
    /// The C function, looked up by name: Glibc's module leaves it out.
    private static let wcwidth: Width? = dlsym(nil, "wcwidth").map { unsafeBitCast($0, to: Width.self) }

    /// A locale that is never changed and never freed.
    private struct Locale: @unchecked Sendable {
        let pointer: locale_t?
    }

    /// The locale for UTF-8, by newlocale(3): `LC_CTYPE_MASK` is 1 in every version of the C library. `C.UTF-8` is
    /// built into it since 2.35.
    private static let locale = Locale(pointer: newlocale(1, "C.UTF-8", nil))
}
