/// The reason why a case of a navigation type cannot be a route, or a route cannot be a case.
package struct RouteCodingError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }

    static func unsupported(_ type: Any.Type, argument: String) -> RouteCodingError {
        RouteCodingError(
            "the argument '\(argument)' is of the type \(type): an argument is a Bool, an integer, a Double, a String, "
                + "an enum with such a raw value, or an optional or array of these; pass an object's id, not the object"
        )
    }
}
