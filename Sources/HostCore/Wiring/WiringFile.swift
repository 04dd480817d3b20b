import FeatureContract
import Glibc
import JSONText

/// Why a wiring file cannot be used. Prints as `switchyard.jsonc, line 3, column 7: tabs[0].name: …`, a line for each
/// mistake.
package struct WiringError: Error, Sendable, CustomStringConvertible {
    package enum Problem: Sendable {
        case notReadable(InputFileError)
        case syntax(JSONSyntaxError)
        /// All mistakes, at least one, in the order of their places.
        case mismatches([JSONMismatch])
    }

    package let path: String
    package let problem: Problem

    /// A message for each mistake.
    package var messages: [String] {
        switch problem {
        case .notReadable(let error): ["the wiring file '\(path)' cannot be read: \(error)"]
        case .syntax(let error): ["\(path), \(error)"]
        case .mismatches(let errors):
            errors.map { "\(path), \($0)" }
                + (errors.count < WiringReader.mostMistakes
                    ? [] : ["\(path): there may be more mistakes; these are the first \(errors.count)"])
        }
    }

    package var description: String { messages.joined(separator: "\n") }

    /// Where all that a wiring file may say is described; nil where the file says nothing yet.
    package var hint: String? {
        if case .notReadable = problem { nil } else { Self.reference }
    }

    static let reference =
        "switchyard.jsonc(5) describes all that the file may say: '\(HostName.name) manual switchyard.jsonc | man -l -'"
}

extension Wiring {
    /// The largest wiring file that is read, in bytes.
    package static let maximumSize = 16 << 20

    /// The file that applies: the one that is named, else `SWITCHYARD_CONFIG`, else `./switchyard.jsonc`, else the
    /// user's and then the system's `switchyard/switchyard.jsonc` of the configuration directories
    /// (XDG Base Directory Specification). Nil where there is none.
    ///
    /// - Parameter folder: What `.` is; the working directory by default.
    package static func path(named: String?, environment: HostEnvironment, in folder: String = "") -> String? {
        if let named = named ?? environment["SWITCHYARD_CONFIG"] { return named }
        return candidates(named: nil, environment: environment, in: folder).first { access($0, F_OK) == 0 }
    }

    /// Where the wiring file may be, the first of which is taken that is there.
    static func candidates(named: String?, environment: HostEnvironment, in folder: String = "") -> [String] {
        if let named = named ?? environment["SWITCHYARD_CONFIG"] { return [named] }
        let directories = [environment.configHome].compactMap(\.self) + environment.configDirectories
        return [folder.isEmpty ? "switchyard.jsonc" : Path.join(folder, "switchyard.jsonc")]
            + directories.map { Path.join($0, "switchyard/switchyard.jsonc") }
    }

    /// Reads the file that applies, as ``path(named:environment:in:)`` finds it; nil where there is none.
    ///
    /// One that is named may be a pipe; in the usual places nobody means one.
    ///
    /// - Parameter isAgain: Whether it has been read before: a pipe has been read to its end then, and nothing waits
    ///   for another one.
    package static func read(
        named: String?, environment: HostEnvironment, in folder: String = "", isAgain: Bool = false
    ) throws(WiringError) -> Wiring? {
        try text(named: named, environment: environment, in: folder, isAgain: isAgain)?.parsed()
    }

    /// Reads the wiring file that is named by `path`.
    package static func read(_ path: String) throws(WiringError) -> Wiring {
        try text(path) { (path) throws(InputFileError) in
            try InputFile.read(named: path, limit: maximumSize)
        }.parsed()
    }

    /// The content of a wiring file.
    struct Text {
        /// As it was named.
        let path: String
        let bytes: [UInt8]

        func parsed() throws(WiringError) -> Wiring { try Wiring.parse(bytes, path: path) }
    }

    /// The content of the file that applies, as ``read(named:environment:in:isAgain:)`` reads it.
    static func text(
        named: String?, environment: HostEnvironment, in folder: String = "", isAgain: Bool = false
    ) throws(WiringError) -> Text? {
        guard let path = path(named: named, environment: environment, in: folder) else { return nil }
        let isNamed = (named ?? environment["SWITCHYARD_CONFIG"]) != nil
        return try text(path) { (path) throws(InputFileError) in
            isNamed && !isAgain
                ? try InputFile.read(named: path, limit: maximumSize)
                : try InputFile.read(found: path, limit: maximumSize)
        }
    }

    private static func text(
        _ path: String, _ content: (String) throws(InputFileError) -> [UInt8]
    ) throws(WiringError) -> Text {
        do throws(InputFileError) {
            return Text(path: path, bytes: try content(path))
        } catch {
            throw WiringError(path: path, problem: .notReadable(error))
        }
    }

    /// Reads the content of a wiring file: JSON with comments and trailing commas.
    package static func parse(_ bytes: [UInt8], path: String) throws(WiringError) -> Wiring {
        let document: JSONDocument
        do {
            document = try JSONDocument.parse(bytes, options: .withComments)
        } catch {
            throw WiringError(path: path, problem: .syntax(error))
        }
        return try WiringReader.read(document, path: path)
    }
}

/// Amounts of memory as text.
enum ByteCount {
    /// The bytes that a text such as `64KiB`, `256MiB` or `2GiB` says; nil for any other.
    static func bytes(inText text: String) -> Int? {
        for (unit, shift) in [("KiB", 10), ("MiB", 20), ("GiB", 30)] where text.hasSuffix(unit) {
            guard let number = Int(text.dropLast(3)), number > 0, number < 1 << 30 else { return nil }
            return number << shift
        }
        return nil
    }
}

extension Duration {
    /// Whether there are seconds in it, and no more of them than anybody waits: some thirty years.
    package static func isUsable(seconds: Double) -> Bool { seconds > 0 && seconds <= 1e9 }

    /// The seconds that a text such as `2s`, `1.5s` or `250ms` says; nil for any other, and for what is not usable.
    package static func seconds(inText text: String) -> Double? {
        let (number, scale) = text.hasSuffix("ms") ? (text.dropLast(2), 0.001) : (text.dropLast(1), 1.0)
        guard text.hasSuffix("s"), let first = number.utf8.first,
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first),
            case .double(let value)? = ValueType.double.value(fromText: String(number)),
            isUsable(seconds: value * scale)
        else { return nil }
        return value * scale
    }
}
