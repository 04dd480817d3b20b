/// One item of the list.
struct TemplateNameItem: Identifiable, Hashable, Sendable {
    let identifier: Int
    let title: String
    let text: String

    var id: Int { identifier }
}
