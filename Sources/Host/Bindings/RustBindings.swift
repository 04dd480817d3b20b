import FeatureContract

/// Bindings in Rust: an enum with a variant for each destination. It uses the standard library alone.
struct RustBindings {
    private let bindings: FeatureBindings

    init(_ bindings: FeatureBindings) {
        self.bindings = bindings
    }

    var text: String {
        let id = bindings.manifest.id
        let type = "\(Identifiers.pascalCase(id))Destination"
        var names = Identifiers(reserved: ["Self"], form: Identifiers.pascalCase)
        let targets = bindings.targets.map { target in
            let name = names.identifier(for: target.route?.name ?? "MainScreen")
            var fields = Identifiers(
                reserved: Self.keywords.union(["query"]), form: Identifiers.snakeCase)
            return Variant(
                name: name, target: target, fields: target.arguments.map { (fields.identifier(for: $0.name), $0) })
        }
        var constants = Identifiers(reserved: [], form: Identifiers.upperCase)
        let wiring = bindings.wiringTexts.map { text in
            let name = text.kind == "route" ? text.name : text.name + "-" + text.kind
            return "    pub const \(constants.identifier(for: name)): &str = \"\(text.text)\";\n"
        }
        return bindings.heading.map { "// \($0)\n" }.joined() + """

            /// A destination of the feature '\(id)'. What is `None` is left out.
            #[allow(dead_code, non_camel_case_types, non_snake_case)]
            #[derive(Clone, Debug, PartialEq)]
            pub enum \(type) {
            \(targets.map { "    /// \($0.target.summary)\n    \($0.declaration),\n" }.joined())}

            #[allow(dead_code, non_snake_case, unused_mut)]
            impl \(type) {
                /// The destination as a host reads it: in a wiring file, in a test, on a command line.
                pub fn text(&self) -> String {
                    let mut query: Vec<String> = Vec::new();
                    let route = match self {
            \(targets.map { "            \($0.arm)\n" }.joined())        };
                    if query.is_empty() {
                        return route.to_string();
                    }
                    format!("{}?{}", route, query.join("&"))
                }

                fn item<T: ToString>(query: &mut Vec<String>, name: &str, value: Option<&T>) {
                    if let Some(value) = value {
                        query.push(format!("{}={}", name, Self::encoded(&value.to_string())));
                    }
                }

                fn items<T: ToString>(query: &mut Vec<String>, name: &str, values: Option<&[T]>) {
                    match values {
                        Some([]) => query.push(name.to_string()),
                        Some(values) => values.iter().for_each(|value| Self::item(query, name, Some(value))),
                        None => {}
                    }
                }

                /// Percent-encodes what a destination cannot hold as it is.
                fn encoded(text: &str) -> String {
                    let mut encoded = String::new();
                    for byte in text.bytes() {
                        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
                            encoded.push(byte as char);
                        } else {
                            encoded.push_str(&format!("%{:02X}", byte));
                        }
                    }
                    encoded
                }
            }

            /// The texts of a wiring file: routes with their arguments in braces, names of checkpoints and of values.
            #[allow(dead_code)]
            pub mod \(Identifiers.snakeCase(id))_wiring {
            \(wiring.joined())}

            """
    }

    /// A variant of the enum.
    private struct Variant {
        let name: String
        let target: FeatureBindings.Target
        let fields: [(identifier: String, argument: RouteDeclaration.Argument)]

        var declaration: String {
            guard !fields.isEmpty else { return name }
            return
                "\(name) { \(fields.map { "\($0.identifier): \(RustBindings.type(of: $0.argument))" }.joined(separator: ", ")) }"
        }

        var arm: String {
            let route = "\"\(target.qualifiedName)\""
            guard !fields.isEmpty else { return "Self::\(name) => \(route)," }
            let items = fields.map { identifier, argument in
                let value =
                    switch (argument.type.isList, argument.mustStandInLink) {
                    case (true, true): "Some(\(identifier).as_slice())"
                    case (true, false): "\(identifier).as_deref()"
                    case (false, true): "Some(\(identifier))"
                    case (false, false): "\(identifier).as_ref()"
                    }
                let function = argument.type.isList ? "items" : "item"
                return "                Self::\(function)(&mut query, \"\(argument.name)\", \(value));\n"
            }
            let names = fields.map(\.identifier).joined(separator: ", ")
            return "Self::\(name) { \(names) } => {\n\(items.joined())                \(route)\n            }"
        }
    }

    private static func type(of argument: RouteDeclaration.Argument) -> String {
        let single =
            switch argument.type.scalar {
            case .bool: "bool"
            case .int: "i64"
            case .double: "f64"
            case .string, nil: "String"
            }
        let type = argument.type.isList ? "Vec<\(single)>" : single
        return argument.mustStandInLink ? type : "Option<\(type)>"
    }

    /// The words that cannot name a field in Rust, those that are reserved for later included.
    private static let keywords: Set<String> = [
        "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn",
        "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro",
        "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super",
        "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
    ]
}
