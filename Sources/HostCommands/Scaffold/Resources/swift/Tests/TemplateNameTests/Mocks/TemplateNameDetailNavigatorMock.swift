@testable import TemplateName

/// A navigator of an item's screen that counts what it was asked.
final class TemplateNameDetailNavigatorMock: TemplateNameDetailNavigatorContract {
    private(set) var goBackCallCount = 0

    func goBack() {
        goBackCallCount += 1
    }
}
