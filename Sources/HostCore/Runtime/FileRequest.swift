import FeatureContract
import HostSystem

/// A feature's request that the user picks a file: `switchyard.files/1`.
package struct FileRequest: Hashable, Sendable {
    @BinaryCoded
    package enum Purpose: Hashable, Sendable {
        case reading
        /// Saving under this suggested name, if the user agrees; empty for no suggestion.
        case writing(suggestedName: String)
    }

    /// The feature's text about the purpose of the file, unchanged.
    package let title: String
    package let purpose: Purpose

    init(title: String, _ purpose: Purpose) throws(CallFailure) {
        guard title.contains(where: { !$0.isWhitespace }) else {
            throw CallFailure(
                .invalidArgument, "the title of a request for a file is empty; expected a text such as 'Import notes'")
        }
        if case .writing(let name) = purpose, !name.isEmpty, !Self.isFileName(name) {
            throw CallFailure(
                .invalidArgument,
                "\(quoted: name) is not suggested as the name of a file; expected one of at most 255 bytes, without '/' "
                    + "and control characters")
        }
        self.title = title
        self.purpose = purpose
    }

    private static func isFileName(_ name: String) -> Bool {
        name != "." && name != ".." && name.utf8.count <= 255 && !name.contains("/") && DisplayText.safe(name) == name
    }
}

extension FileRequest: BinaryCoded {
    package func write(binary writer: inout BinaryWriter) {
        writer.append(title)
        purpose.write(binary: &writer)
    }

    package init(binary reader: inout BinaryReader) throws(BinaryError) {
        let (title, purpose) = (try reader.text(), try reader.read() as Purpose)
        do {
            try self.init(title: title, purpose)
        } catch {
            throw BinaryError(error.reason)
        }
    }
}
