import FeatureContract
import TestSupport

extension SeededGenerator {
    mutating func type() -> ValueType {
        let type: ValueType = pick(.bool, .int, .double, .string, .string)
        return once(in: 4) ? .list(type) : type
    }

    mutating func value(of type: ValueType) -> Value {
        if type.isList {
            return .list((0..<Int.random(in: 0...3, using: &self)).map { _ in value(of: type.element) })
        }
        switch type.scalar {
        case .bool: return .bool(.random(using: &self))
        case .int:
            return .integer(Int64(truncatingIfNeeded: next()) >> Int64.random(in: 0...63, using: &self))
        case .double:
            let double = once(in: 2) ? Double(bitPattern: next()) : Double(Int.random(in: -50...50, using: &self)) / 4
            return .double(double.isFinite ? double : 0)
        case .string, nil: return .string(text())
        }
    }

    mutating func argument(named name: String) -> RouteDeclaration.Argument {
        let type = type()
        let defaultValue = once(in: 3) ? value(of: type) : nil
        return RouteDeclaration.Argument(name: name, type: type, isOptional: once(in: 3), defaultValue: defaultValue)
    }

    mutating func route(named name: String = "detail") -> RouteDeclaration {
        let count = Int.random(in: 0...5, using: &self)
        return RouteDeclaration(name: name, arguments: (0..<count).map { argument(named: "a\($0)") })
    }

    /// Arguments for a route, unchecked; optional ones are left out now and then.
    mutating func arguments(for route: RouteDeclaration) -> [Destination.Argument] {
        route.arguments.compactMap { argument in
            guard argument.isRequired || !once(in: 3) else { return nil }
            return Destination.Argument(argument.name, value(of: argument.type))
        }
    }

    mutating func destination(of route: RouteDeclaration) throws -> Destination {
        try route.checked(Destination(feature: "feature", route: route.name, arguments: arguments(for: route)))
    }
}
