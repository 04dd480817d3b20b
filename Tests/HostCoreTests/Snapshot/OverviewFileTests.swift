import TestSupport
import Testing

@testable import HostCore

@Suite("The file of an overview", .blocking)
struct OverviewFileTests {
    @Test("is nothing where it is cut off, or any byte of it is another")
    func damaged() async throws {
        let directory = try TestSupport.TemporaryDirectory()
        let app = try KnownApp(directory.path)
        _ = try await app.open()
        let file = OverviewFile(app.folder)
        let path = try app.overview
        let bytes = try File.read(path)
        for index in bytes.indices {
            try File.write(Array(bytes[..<index]), to: path)
            #expect(file.read() == nil)
            var other = bytes
            other[index] ^= 1 << (index % 8)
            try File.write(other, to: path)
            #expect(file.read() == nil)
        }
        try File.write(bytes + [0], to: path)
        #expect(file.read() == nil)
        try File.write(bytes, to: path)
        #expect(file.read() != nil)
    }
}
