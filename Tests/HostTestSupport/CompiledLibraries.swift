import Glibc
import HostSystem
import TestSupport

@testable import HostCore

/// Libraries that the machine's C compiler builds for one test.
enum CompiledLibraries {
    struct NotBuilt: Error {
        let command: String
        let log: String
    }

    /// Builds `lib<name>.so` or `<name>` in `directory` from C, against the header of the ABI.
    static func build(_ name: String, _ source: String, in directory: String, _ options: String = "") throws {
        try compile(name, source, in: directory, "-shared -fPIC", options)
    }

    /// Builds a program from C.
    static func buildProgram(_ name: String, _ source: String, in directory: String) throws {
        try compile(name, source, in: directory, "-Wall -Wextra -Werror", "")
    }

    private static func compile(
        _ name: String, _ source: String, in directory: String, _ kind: String, _ options: String
    ) throws {
        try HostTestSupport.TemporaryDirectory.write(source, to: "\(directory)/\(name).c")
        defer { unlink("\(directory)/\(name).c") }
        let compiler = "$(command -v cc || command -v clang)"
        let command =
            "cd '\(directory)' && \(compiler) \(kind) -O0 -I '\(headers)' -o '\(name).tmp' '\(name).c' \(options) "
            + "2>build.log && mv -f '\(name).tmp' '\(name)'"
        guard system(command) == 0 else {
            let log = try FileDescriptor(opening: "\(directory)/build.log", O_RDONLY).readAll(limit: 1 << 20)
            throw NotBuilt(command: command, log: String(decoding: log, as: UTF8.self))
        }
        unlink("\(directory)/build.log")
    }

    /// The folder of FeatureABI.h, in the checkout that these tests lie in.
    private static let headers = Repository.includeDirectory

    /// Returns C code of a feature with a manifest. `more` stands before it, and `prepare` runs when the host asks for
    /// the manifest.
    static func feature(_ manifest: String, more: String = "", prepare: String = "") -> String {
        let quoted = manifest.replacingQuotes
        return """
            #include "FeatureHelpers.h"
            \(more)
            static sy_status manifest(const sy_library *library, const sy_text_sink *sink, const sy_error *error) {
                (void)library; (void)error;
                \(prepare)
                sink->text(sink, sy_string_from(\(quoted)));
                return SY_OK;
            }
            static sy_status activate(const sy_library *library, const struct sy_host *host, const sy_context *context,
                                      const sy_feature **feature, const sy_error *error) {
                (void)library; (void)host; (void)context; (void)feature;
                return sy_fail(error, SY_ERROR_UNSUPPORTED, "only its manifest is of use");
            }
            static const sy_library library = {
                .magic = SY_MAGIC,
                .magic = SY_MAGIC, .size = sizeof(sy_library), .abi_major = SY_ABI_MAJOR, .abi_minor = SY_ABI_MINOR,
                .manifest = manifest, .activate = activate
            };
            const sy_library *switchyard_feature_entry(void) { return &library; }
            """
    }
}

extension String {
    /// A C string literal of this text.
    fileprivate var replacingQuotes: String {
        let escaped = map { character in
            switch character {
            case "\"": "\\\""
            case "\\": "\\\\"
            case "\n": "\\n"
            default: String(character)
            }
        }
        return "\"" + escaped.joined() + "\""
    }
}
