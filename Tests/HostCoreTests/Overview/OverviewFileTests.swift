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
        let file = OverviewFile(directory: app.cache)
        let bytes = try File.read(app.overview)
        for index in bytes.indices {
            try File.write(Array(bytes[..<index]), to: app.overview)
            #expect(file.read() == nil)
            var other = bytes
            other[index] ^= 1 << (index % 8)
            try File.write(other, to: app.overview)
            #expect(file.read() == nil)
        }
        try File.write(bytes + [0], to: app.overview)
        #expect(file.read() == nil)
        try File.write(bytes, to: app.overview)
        #expect(file.read() != nil)
    }
}
