import Glibc
import HostSystem

/// A quarantined session file: it was damaged or newer, and has another name now with its content unchanged.
package struct QuarantinedFile: Equatable, Sendable {
    /// The previous path.
    package let original: String
    /// The new path: `FILE.damaged` or `FILE.newer`, or the first free one of `FILE.damaged-2` and so on.
    package let path: String
    /// The reason.
    package let damage: SessionDamage
}

extension QuarantinedFile: CustomStringConvertible {
    package var description: String {
        let advice =
            switch damage {
            case .newer: "with a host that reads it, rename it back"
            default: "mend it and rename it back, or remove it"
            }
        return "the session file '\(original)' was \(damage.word) (\(damage)) and is kept as '\(path)'; \(advice)"
    }
}

extension SessionFile {
    private static let maximumQuarantined = 1000

    /// Quarantines the file under a name that no other file has.
    func quarantine(_ damage: SessionDamage) throws(SystemError) -> QuarantinedFile {
        for number in 1...Self.maximumQuarantined {
            let place = "\(path).\(damage.word)" + (number == 1 ? "" : "-\(number)")
            guard try reserve(place) else { continue }
            do throws(SystemError) {
                try systemCall("rename") { rename(path, place) }
            } catch {
                unlink(place)
                throw error
            }
            return QuarantinedFile(original: path, path: place, damage: damage)
        }
        throw SystemError(code: EEXIST, operation: "rename")
    }

    /// Reserves a name for the following rename. Returns false if it is taken.
    ///
    /// renameat2(2), which can refuse to replace a file, is not in Glibc's module, and link(2) does not work on every
    /// file system.
    private func reserve(_ place: String) throws(SystemError) -> Bool {
        do throws(SystemError) {
            _ = try FileDescriptor(opening: place, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
            return true
        } catch {
            if error.code == EEXIST { return false }
            throw error
        }
    }
}
