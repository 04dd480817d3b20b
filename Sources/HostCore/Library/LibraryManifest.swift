import FeatureABI
import FeatureContract

/// Reads the manifest of a loaded library.
package enum LibraryManifest {
    /// Reads the manifest, and returns it with its text from the library.
    package static func read(
        from library: UnsafePointer<sy_library>
    ) throws(LibraryError) -> (manifest: Manifest, text: [UInt8]) {
        let text = try text(of: library)
        do {
            return (try Manifest(parsing: text), text)
        } catch {
            throw .manifest(error.messageOfManifest)
        }
    }

    /// Reads the text that the library passes, which need not be a manifest.
    static func text(of library: UnsafePointer<sy_library>) throws(LibraryError) -> [UInt8] {
        do {
            try library.pointee.requireFunctions()
        } catch {
            throw .malformed(error.description)
        }
        var text = TextBuffer()
        do throws(CallFailure) {
            let isThere = try withUnsafeMutablePointer(to: &text) { (text) throws(CallFailure) in
                var sink = sy_text_sink.sized
                sink.instance = UnsafeMutableRawPointer(text)
                sink.text = { sink, piece in
                    guard let text = sink?.pointee.instance?.assumingMemoryBound(to: TextBuffer.self),
                        text.pointee.append(piece)
                    else { return sy_status(SY_FAILED) }
                    return sy_status(SY_OK)
                }
                return try callABI { library.pointee.manifest(library, &sink, $0) }
            }
            guard isThere else { throw CallFailure.notMine }
        } catch {
            throw .noManifest(error.reason)
        }
        if let malformed = text.malformed { throw .noManifest("it passed \(malformed)") }
        if text.isTooLong { throw .noManifest("it is larger than \(Manifest.maximumSize >> 10) KiB") }
        return text.bytes
    }
}

/// Collects the pieces of a text, up to a limit.
private struct TextBuffer {
    private(set) var bytes: [UInt8] = []
    private(set) var isTooLong = false
    /// The error of a piece that was not text.
    private(set) var malformed: String?

    /// Appends a piece. Returns false if the text is malformed or too long.
    mutating func append(_ piece: sy_string) -> Bool {
        guard piece.count != 0, malformed == nil, !isTooLong else { return malformed == nil && !isTooLong }
        // A size_t beyond Int.max is negative here.
        guard let data = piece.data, piece.count > 0 else {
            let count = UInt(bitPattern: piece.count)
            malformed = "a text of \(count) bytes" + (piece.data == nil ? " that is null" : "")
            return false
        }
        guard piece.count <= Manifest.maximumSize - bytes.count else {
            isTooLong = true
            return false
        }
        bytes += UnsafeRawBufferPointer(start: data, count: piece.count)
        return true
    }
}
