/// A person. Navigation carries the id, never the person.
struct Contact: Identifiable, Hashable {
    let id: Int
    let name: String
    let status: String
    let telephone: String
}

extension Contact {
    /// Everybody there is.
    static let all = [
        Contact(id: 1, name: "Alice", status: "Available", telephone: "555-0101"),
        Contact(id: 2, name: "Bob", status: "At lunch", telephone: "555-0102"),
        Contact(id: 3, name: "Carol", status: "In a meeting", telephone: "555-0103"),
        Contact(id: 4, name: "Mallory", status: "Always listening", telephone: "555-0104"),
    ]
}
