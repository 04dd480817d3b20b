import Observation

/// The items, and which of them are done, for as long as the feature runs.
@Observable
final class TemplateNameStore {
    let items = [
        TemplateNameItem(
            identifier: 1, title: "Look around",
            text: "A row leads to the screen of its item, and so does a link."),
        TemplateNameItem(
            identifier: 2, title: "Change something",
            text: "Edit the source, build and test it, and copy it over the library that is installed."),
        TemplateNameItem(
            identifier: 3, title: "Lead to another feature",
            text: "Declare an outgoing route; the host's wiring file says where it leads."),
    ]
    private var doneIdentifiers: Set<Int> = []

    func item(identifier: Int) -> TemplateNameItem? {
        items.first { $0.identifier == identifier }
    }

    func isDone(_ item: TemplateNameItem) -> Bool {
        doneIdentifiers.contains(item.identifier)
    }

    func setDone(_ isDone: Bool, _ item: TemplateNameItem) {
        if isDone {
            doneIdentifiers.insert(item.identifier)
        } else {
            doneIdentifiers.remove(item.identifier)
        }
    }
}
