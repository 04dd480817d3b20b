import Glibc

/// A session file that was damaged or newer, and now stands under another name, with the bytes that it had.
package struct SetAside: Equatable, Sendable {
    /// Where it was.
    package let original: String
    /// Where it is: `FILE.damaged` or `FILE.newer`, or the first of `FILE.damaged-2` and so on that was free.
    package let path: String
    /// Why.
    package let damage: SessionDamage
}

extension SetAside: CustomStringConvertible {
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
    private static let maximumSetAside = 1000

    /// Gives the file another name, one that no file has.
    func setAside(_ damage: SessionDamage) throws(SystemError) -> SetAside {
        for number in 1...Self.maximumSetAside {
            let place = "\(path).\(damage.word)" + (number == 1 ? "" : "-\(number)")
            guard try reserve(place) else { continue }
            do throws(SystemError) {
                try systemCall("rename") { rename(path, place) }
            } catch {
                unlink(place)
                throw error
            }
            return SetAside(original: path, path: place, damage: damage)
        }
        throw SystemError(code: EEXIST, operation: "rename")
    }

    /// Takes a name for the rename that follows; false where something has it.
    ///
    /// renameat2(2), which could refuse to replace, is not in Glibc's module, and link(2) is not on every file system.
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
