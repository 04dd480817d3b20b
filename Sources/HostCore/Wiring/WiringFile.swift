import FeatureContract
import Glibc
import HostSystem
import JSONText

/// The reason why a wiring file cannot be used. Printed as one line for each mistake: `switchyard.jsonc, line 3, column
/// 7: tabs[0].name: …`.
package struct WiringError: Error, Sendable, CustomStringConvertible {
    package enum Problem: Sendable {
        case notReadable(SystemError)
        /// Another user may have written the file.
        case insecure(InsecureFile)
        case syntax(JSONError)
        /// The mistakes in the order of their places: at least one, at most ``WiringReader/mostMistakes``.
        case mismatches([JSONError])
    }

    package let path: String
    package let problem: Problem

    var messages: [String] {
        switch problem {
        case .notReadable(let error): ["the wiring file '\(path)' cannot be read: \(error)"]
        case .insecure(let problem): ["the wiring file '\(path)' is not used: \(problem)"]
        case .syntax(let error): ["\(path), \(error)"]
        case .mismatches(let errors):
            errors.map { "\(path), \($0)" }
                + (errors.count < WiringReader.mostMistakes
                    ? [] : ["\(path): there may be more mistakes; these are the first \(errors.count)"])
        }
    }

    package var description: String { messages.joined(separator: "\n") }

    /// A reference to the manual page of wiring files. Nil if the file was not read.
    var hint: String? {
        switch problem {
        case .notReadable, .insecure: nil
        case .syntax, .mismatches: Self.reference
        }
    }

    package static let reference =
        "switchyard.jsonc(5) describes all that the file may say: '\(HostName.name) manual switchyard.jsonc'"
}

extension Wiring {
    /// The largest wiring file, in bytes.
    static let maximumSize = 16 << 20

    /// The path of the wiring file that applies: `named`, else `SWITCHYARD_CONFIG`, else `./switchyard.jsonc`, else the
    /// user's and then the system's `switchyard/switchyard.jsonc` of the configuration directories (XDG Base Directory
    /// Specification). Nil if there is none.
    ///
    /// - Parameter folder: The folder for `.`; by default the working directory.
    package static func path(named: String?, environment: HostEnvironment, in folder: String = "") -> String? {
        if let named = named ?? environment["SWITCHYARD_CONFIG"] { return named }
        return candidates(named: nil, environment: environment, in: folder).first { access($0, F_OK) == 0 }
    }

    /// The possible paths of the wiring file, in order: the first that exists applies.
    static func candidates(named: String?, environment: HostEnvironment, in folder: String = "") -> [String] {
        if let named = named ?? environment["SWITCHYARD_CONFIG"] { return [named] }
        let directories = [environment.configHome].compactMap(\.self) + environment.configDirectories
        return [folder.isEmpty ? "switchyard.jsonc" : Path.join(folder, "switchyard.jsonc")]
            + directories.map { Path.join($0, "switchyard/switchyard.jsonc") }
    }

    /// Reads the file that applies, as ``path(named:environment:in:)`` finds it. Nil if there is none.
    ///
    /// A file named by the user may be a pipe. A file in a usual place must be a regular file.
    ///
    /// - Parameters:
    ///   - isAgain: Whether this run has read the file before. A pipe is then refused, since it has been read to its
    ///     end.
    ///   - allowingInsecure: Whether to use a file that another user may have written.
    static func read(
        named: String?, environment: HostEnvironment, in folder: String = "", isAgain: Bool = false,
        allowingInsecure: Bool = false
    ) throws(WiringError) -> Wiring? {
        try text(
            named: named, environment: environment, in: folder, isAgain: isAgain, allowingInsecure: allowingInsecure)?
            .parsed()
    }

    struct Text {
        /// The path as named.
        let path: String
        let bytes: [UInt8]
        /// The reason why another user may have written it; nil if none may.
        var insecurity: InsecureFile?

        func parsed() throws(WiringError) -> Wiring { try Wiring.parse(bytes, path: path) }
    }

    /// The content of the file that applies, found as in ``read(named:environment:in:isAgain:)``.
    static func text(
        named: String?, environment: HostEnvironment, in folder: String = "", isAgain: Bool = false,
        allowingInsecure: Bool = false
    ) throws(WiringError) -> Text? {
        guard let path = path(named: named, environment: environment, in: folder) else { return nil }
        let isNamed = (named ?? environment["SWITCHYARD_CONFIG"]) != nil
        let content: InputFile.Content
        do throws(SystemError) {
            content =
                isNamed && !isAgain
                ? try InputFile.content(named: path, limit: maximumSize)
                : try InputFile.content(found: path, limit: maximumSize)
        } catch {
            throw WiringError(path: path, problem: .notReadable(error))
        }
        if let problem = content.insecurity, !allowingInsecure {
            throw WiringError(path: path, problem: .insecure(problem))
        }
        return Text(path: path, bytes: content.bytes, insecurity: content.insecurity)
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
