@testable import TemplateName

/// A navigator of the list that remembers what it was asked.
final class TemplateNameListNavigatorMock: TemplateNameListNavigatorContract {
    private(set) var navigateToDetailIdentifiers: [Int] = []

    func navigateToDetail(identifier: Int) {
        navigateToDetailIdentifiers.append(identifier)
    }
}
