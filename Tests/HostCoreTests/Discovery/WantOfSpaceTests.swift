import Glibc
import HostSystem
import Testing

@testable import HostCore

@Suite("A full disk")
struct WantOfSpaceTests {
    private static let full = SystemError(code: ENOSPC, operation: "write")
    private static let denied = SystemError(code: EACCES, operation: "open")

    @Test("the message names the file that could not be written, and advises to free space")
    func messages() {
        #expect(
            Discovery.Warning.registryNotWritten(path: "/cache/registry", Self.full).description
                == "the registry '/cache/registry' cannot be written (No space left on device): what was found out is "
                + "found out again next time; free space on its disk")
        #expect(
            LibraryError.notCopied(Self.full, to: "/cache/libraries").description
                == "its private copy cannot be written in /cache/libraries (No space left on device); free space on that "
                + "disk, or set XDG_CACHE_HOME to a folder on another")
    }

    @Test("messages of other failures do not mention space")
    func others() {
        let warning = Discovery.Warning.registryNotWritten(path: "/cache/registry", Self.denied)
        #expect(!warning.description.contains("free space"))
        #expect(!LibraryError.notCopied(Self.denied, to: "/c").description.contains("free space"))
        #expect(SystemError(code: EDQUOT, operation: "write").isWantOfSpace)
    }
}
