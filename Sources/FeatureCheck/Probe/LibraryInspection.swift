import FeatureABI
import FeatureContract
import Glibc
import HostCore
import HostSystem

/// The file of the library, inspected without running it.
struct LibraryInspection {
    let elf: ELFFile

    init(_ path: String) throws(ProbeError) {
        do {
            elf = try Self.elf(FileDescriptor(opening: path, O_RDONLY))
        } catch let error as ELFError {
            throw .library(LibraryError.elf(error).description)
        } catch {
            throw .library("it cannot be read (\(error))")
        }
    }

    /// Reports an action forbidden to a library, or one of a language's runtime that the author cannot change.
    static func found(_ reason: String, in path: String) {
        guard let library = try? LibraryInspection(path), library.elf.hasGoRuntime else {
            return Reporter.found(.failed, reason)
        }
        Reporter.found(.runtime, "\(reason), as Go's runtime does: workers only")
    }

    /// The file is mapped, not read: with debug information, a library may be larger than a test's memory.
    private static func elf(_ file: borrowing FileDescriptor) throws -> ELFFile {
        var status = stat()
        guard fstat(file.number, &status) == 0 else { throw SystemError(code: errno, operation: "fstat") }
        guard status.st_size > 0 else { return try ELFFile(UnsafeRawBufferPointer(start: nil, count: 0)) }
        let size = Int(status.st_size)
        guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, file.number, 0), start != MAP_FAILED else {
            throw SystemError(code: errno, operation: "mmap")
        }
        defer { munmap(start, size) }
        return try ELFFile(UnsafeRawBufferPointer(start: start, count: size), lookingFor: [SY_ENTRY_SYMBOL])
    }

    /// Whether a folder of a run path belongs to a user, rather than to the system or an installed toolchain.
    static func isOfBuild(_ directory: String) -> Bool {
        guard directory.hasPrefix("/") else { return false }
        let systems = ["/usr", "/lib", "/lib64", "/opt", "/nix/store", "/gnu/store", "/snap"]
        return !systems.contains { directory == $0 || directory.hasPrefix($0 + "/") }
    }
}
