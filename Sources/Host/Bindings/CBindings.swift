import FeatureContract

/// Bindings in C99, which C++ compiles too: a header with a function for each destination.
struct CBindings {
    private let bindings: FeatureBindings
    /// The beginning of each name: `my_notes`.
    private let prefix: String

    init(_ bindings: FeatureBindings) {
        self.bindings = bindings
        prefix = Identifiers.snakeCase(bindings.manifest.id)
    }

    var text: String {
        let guardName = "\(prefix.uppercased())_DESTINATIONS_H"
        var names = Identifiers(
            reserved: ["out_", "put_", "begin_", "item_", "empty_", "bool_", "int_", "double_", "string_"],
            form: Identifiers.snakeCase)
        let functions = bindings.targets.map { target in
            function(names.identifier(for: target.route?.name ?? "main_screen"), target)
        }
        var constants = Identifiers(reserved: [], form: Identifiers.upperCase)
        let wiring = bindings.wiringTexts.map { text in
            let name = constants.identifier(for: "\(text.kind)-\(text.name)")
            return "#define \(prefix.uppercased())_\(name) \"\(text.text)\"\n"
        }
        return """
            \(bindings.heading.enumerated().map { "\($0.offset == 0 ? "/*" : " *") \($0.element)\n" }.joined()) */
            #ifndef \(guardName)
            #define \(guardName)

            #include <stdbool.h>
            #include <stddef.h>
            #include <stdint.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>

            /* The texts of a wiring file: routes with their arguments in braces, names of checkpoints and of values. */
            \(wiring.joined())
            \(helpers)
            /*
             * Each function writes a destination as a host reads it: in a wiring file, in a test, on a command line. It
             * returns the number of bytes of the whole text, as snprintf does: where that is not less than 'size', the
             * text is cut. A NUL ends it. Strings are UTF-8. A pointer that may be NULL leaves its argument out.
             */

            \(functions.joined(separator: "\n"))
            #endif

            """
    }

    private func function(_ name: String, _ target: FeatureBindings.Target) -> String {
        var identifiers = Identifiers(
            reserved: Self.keywords.union(["text", "size", "out", "index"]), form: Self.parameter)
        var (parameters, lines): ([String], [String]) = (["char *text", "size_t size"], [])
        for argument in target.arguments {
            let identifier = identifiers.identifier(for: argument.name)
            let (type, kind) = Self.type(of: argument)
            let call = "\(prefix)_\(kind)_(&out, \"\(argument.name)\", "
            if argument.type.isList {
                let count = identifiers.identifier(for: "\(identifier)_count")
                parameters += [
                    "\(type.isPointer ? "\(type.name)const *" : "const \(type.name)*")\(identifier)", "size_t \(count)",
                ]
                let items = [
                    "if (\(count) == 0) \(prefix)_empty_(&out, \"\(argument.name)\");",
                    "for (size_t index = 0; index < \(count); index++) \(call)\(identifier)[index]);",
                ]
                lines += argument.mustStandInLink ? items : ["if (\(identifier)) {"] + items.map { "    \($0)" } + ["}"]
            } else if argument.mustStandInLink {
                parameters.append("\(type.name)\(identifier)")
                lines.append("\(call)\(identifier));")
            } else if type.isPointer {
                parameters.append("\(type.name)\(identifier)")
                lines.append("if (\(identifier)) \(call)\(identifier));")
            } else {
                parameters.append("const \(type.name)*\(identifier)")
                lines.append("if (\(identifier)) \(call)*\(identifier));")
            }
        }
        return """
            /* \(target.summary) */
            static inline size_t \(prefix)_\(name)(\(parameters.joined(separator: ", "))) {
                struct \(prefix)_out_ out = {text, size, 0, '?'};
                \(prefix)_begin_(&out, "\(target.qualifiedName)");
            \(lines.map { "    \($0)\n" }.joined())    return out.length;
            }

            """
    }

    /// A name as a parameter's: a name in capitals may be a macro of a header.
    private static func parameter(_ name: String) -> String {
        let name = Identifiers.snakeCase(name)
        return name.contains(where: \.isLowercase) ? name : name + "_"
    }

    private static func type(
        of argument: RouteDeclaration.Argument
    ) -> (type: (name: String, isPointer: Bool), function: String) {
        switch argument.type.scalar {
        case .bool: (("bool ", false), "bool")
        case .int: (("int64_t ", false), "int")
        case .double: (("double ", false), "double")
        case .string, nil: (("const char *", true), "string")
        }
    }

    private var helpers: String {
        """
        struct PREFIX_out_ {
            char *text;
            size_t size;
            size_t length;
            char separator;
        };

        static inline void PREFIX_put_(struct PREFIX_out_ *out, char byte) {
            if (out->length + 1 < out->size) {
                out->text[out->length] = byte;
                out->text[out->length + 1] = 0;
            }
            out->length++;
        }

        static inline void PREFIX_begin_(struct PREFIX_out_ *out, const char *route) {
            if (out->size > 0) out->text[0] = 0;
            while (*route) PREFIX_put_(out, *route++);
        }

        static inline void PREFIX_empty_(struct PREFIX_out_ *out, const char *name) {
            PREFIX_put_(out, out->separator);
            out->separator = '&';
            while (*name) PREFIX_put_(out, *name++);
        }

        static inline void PREFIX_string_(struct PREFIX_out_ *out, const char *name, const char *value) {
            const char *plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~";
            const char *digits = "0123456789ABCDEF";
            PREFIX_empty_(out, name);
            PREFIX_put_(out, '=');
            for (; *value; value++) {
                unsigned char byte = (unsigned char)*value;
                if (strchr(plain, byte)) {
                    PREFIX_put_(out, *value);
                } else {
                    PREFIX_put_(out, '%');
                    PREFIX_put_(out, digits[byte >> 4]);
                    PREFIX_put_(out, digits[byte & 15]);
                }
            }
        }

        static inline void PREFIX_bool_(struct PREFIX_out_ *out, const char *name, bool value) {
            PREFIX_string_(out, name, value ? "true" : "false");
        }

        static inline void PREFIX_int_(struct PREFIX_out_ *out, const char *name, int64_t value) {
            char digits[32];
            snprintf(digits, sizeof digits, "%lld", (long long)value);
            PREFIX_string_(out, name, digits);
        }

        static inline void PREFIX_double_(struct PREFIX_out_ *out, const char *name, double value) {
            char digits[40];
            int precision = 1;
            do {
                snprintf(digits, sizeof digits, "%.*g", precision, value);
            } while (precision++ < 17 && strtod(digits, NULL) != value);
            /* The locale may have another decimal point. */
            for (char *digit = digits; *digit; digit++) {
                if (!strchr("0123456789+-e", *digit)) *digit = '.';
            }
            PREFIX_string_(out, name, digits);
        }

        """.replacing("PREFIX", with: prefix)
    }

    /// The words that cannot name a parameter in C or C++, or that a compiler or a header defines.
    private static let keywords: Set<String> = [
        "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case", "catch",
        "char", "class", "compl", "concept", "const", "const_cast", "consteval", "constexpr", "constinit", "continue",
        "co_await", "co_return", "co_yield", "decltype", "default", "delete", "do", "double", "dynamic_cast", "else",
        "enum", "errno", "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "i386", "if",
        "inline", "int", "linux", "long", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr",
        "operator", "or", "or_eq", "private", "protected", "public", "register", "reinterpret_cast", "requires",
        "restrict", "return", "short", "signed", "sizeof", "static", "static_assert", "static_cast", "stderr", "stdin",
        "stdout", "struct", "switch", "template", "this", "thread_local", "throw", "true", "try", "typedef", "typeid",
        "typename", "typeof", "typeof_unqual", "union", "unix", "unsigned", "using", "virtual", "void", "volatile",
        "wchar_t", "while", "xor", "xor_eq",
    ]
}
