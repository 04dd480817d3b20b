@testable import HostCore

extension NavigationProblem: ExpressibleByStringInterpolation {
    public init(stringLiteral text: String) { self.init(text) }
}
