import FeatureContract
import HostCore
import HostSystem

/// A sanitizer in a library, whose findings end a test.
///
/// Its runtime replaces malloc(3), and so must be in the process before the library: the loader loads it first
/// (`LD_PRELOAD` of ld.so(8)).
package enum Sanitizer: String, CaseIterable, Sendable {
    case address, thread, undefined

    /// The reason why a library cannot be tested with a sanitizer.
    package struct Missing: Error, CustomStringConvertible {
        package let description: String
    }

    /// The variables of a test's process.
    ///
    /// - Parameter library: The path of the library, which needs the sanitizer's runtime.
    package func variables(for library: String) throws(Missing) -> [String: String] {
        let needed = NeededLibraries(of: library)
        // A library may have two, each with its own runtime and options.
        var (paths, variables): ([String], [String: String]) = ([], [:])
        for sanitizer in Self.allCases {
            guard let runtime = sanitizer.runtimes.lazy.compactMap(needed.path).first else { continue }
            paths.append(runtime)
            // Of two settings the later one counts, which is the user's.
            let own = HostEnvironment.current[sanitizer.variable].map { ":\($0)" } ?? ""
            variables[sanitizer.variable] = "halt_on_error=1:abort_on_error=1:detect_leaks=0:print_legend=0\(own)"
        }
        guard variables[variable] != nil else {
            if let lost = needed.missing.first(where: { lost in runtimes.contains { lost.name.hasPrefix($0) } }) {
                throw Missing(
                    description: "'\(library)': \(lost.reason); name the folder that has it in LD_LIBRARY_PATH")
            }
            throw Missing(
                description:
                    "'\(library)' needs no \(runtimes[0]).so: build it with -fsanitize=\(rawValue), with clang "
                    + "also with -shared-libsan")
        }
        if let path = paths.first(where: { $0.contains(" ") || $0.contains(":") }) {
            throw Missing(
                description:
                    "'\(path)' cannot be loaded first, since LD_PRELOAD ends a path at a blank or a colon: move it")
        }
        variables["LD_PRELOAD"] = paths.joined(separator: ":")
        return variables
    }

    /// The beginnings of the runtime's names: gcc's and clang's.
    private var runtimes: [String] {
        switch self {
        case .address: ["libasan", "libclang_rt.asan"]
        case .thread: ["libtsan", "libclang_rt.tsan"]
        case .undefined: ["libubsan", "libclang_rt.ubsan"]
        }
    }

    private var variable: String {
        switch self {
        case .address: "ASAN_OPTIONS"
        case .thread: "TSAN_OPTIONS"
        case .undefined: "UBSAN_OPTIONS"
        }
    }

    /// The finding of a sanitizer, as one line of a process's output; nil if there is none.
    static func finding(in output: String) -> String? {
        let lines = output.split(separator: "\n")
        if let line = lines.first(where: { $0.hasPrefix("SUMMARY: ") }) { return String(line.dropFirst(9)) }
        return lines.first { $0.contains(": runtime error: ") }.map(String.init)
    }
}
