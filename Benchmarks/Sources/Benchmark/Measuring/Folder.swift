import Foundation

/// Folders and files, as the measurements need them.
enum Folder {
    static func make(_ path: String) throws {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw MeasuringError("'\(path)' was not made: \(String(cString: strerror(errno)))")
        }
    }

    static func makeTemporary() throws -> String {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/benchmarks-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw MeasuringError("there is no temporary folder in '\(parent)'") }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    static func names(in path: String) throws -> [String] {
        guard let directory = opendir(path) else { throw MeasuringError("'\(path)' cannot be read") }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    static func read(_ path: String) throws -> String {
        guard let file = fopen(path, "re") else { throw MeasuringError("'\(path)' cannot be read") }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65536)
        while case let count = fread(&piece, 1, piece.count, file), count > 0 { bytes += piece[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func write(_ text: String, to path: String) throws {
        guard FileManager.default.createFile(atPath: path, contents: Data(text.utf8)) else {
            throw MeasuringError("'\(path)' cannot be written")
        }
    }

    /// Removes a folder with everything in it.
    static func remove(_ path: String) {
        try? FileManager.default.removeItem(atPath: path)
    }
}
