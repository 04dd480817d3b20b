// A shopping list as one writes it for SwiftUI, with FeatureKit and Foundation imported in its place.
import FeatureKit
import Foundation
import Observation

struct Article: Identifiable, Codable, Hashable {
    var id = UUID()
    var name: String
    var count = 1
    var due = Date(timeIntervalSince1970: 1_790_000_000)
    var notes = ""
}

@Observable
final class ShoppingStore {
    var articles = [Article(name: "Bread"), Article(name: "Apples", count: 6)]
    var budget = 20.0
}

struct ShoppingListView: View {
    @State private var store = ShoppingStore()
    @State private var isAdding = false
    @State private var selected: Article?
    @State private var isAscending = true
    @State private var messages: [String] = []

    private var sorted: [Article] {
        store.articles.sorted { isAscending ? $0.name < $1.name : $0.name > $1.name }
    }

    var body: some View {
        NavigationStack {
            List {
                ForEach(sorted) { article in
                    HStack {
                        Image(systemName: "cart")
                        VStack(alignment: .leading) {
                            Text(article.name).font(.headline)
                            Text("due soon").font(.caption).foregroundStyle(.secondary)
                        }
                        Spacer()
                        Text("\(article.count)").monospacedDigit()
                        Button("Edit \(article.name)") { selected = article }
                    }
                }
                Grid(alignment: .leading) {
                    GridRow {
                        Text("Articles")
                        Text("\(store.articles.count)")
                    }
                    GridRow {
                        Text("All pieces")
                        Text("\(store.articles.map(\.count).reduce(0, +))")
                    }
                }
                Slider(value: $store.budget, in: 0...100, step: 5) { Text("Budget") }
                Menu("Sort") {
                    Button("A to Z") { isAscending = true }
                    Button("Z to A") { isAscending = false }
                }
                ForEach(messages, id: \.self) { Text($0) }
            }
            .navigationTitle("Shopping")
            .toolbar {
                ToolbarItem(placement: .primaryAction) {
                    Button("Add", systemImage: "plus") { isAdding = true }
                }
            }
        }
        .sheet(isPresented: $isAdding, onDismiss: { messages.append("closed") }) {
            NavigationStack {
                ArticleForm(article: Article(name: "")) { store.articles.append($0) }
                    .navigationTitle("New Article")
            }
        }
        .sheet(item: $selected) { article in
            ArticleForm(article: article) { changed in
                guard let index = store.articles.firstIndex(where: { $0.id == changed.id }) else { return }
                store.articles[index] = changed
            }
            .navigationTitle(article.name)
            .presentationDetents([.medium, .large])
        }
    }
}

struct ArticleForm: View {
    @Environment(\.dismiss) private var dismiss
    @State private var article: Article
    @State private var asksToDiscard = false
    private let save: (Article) -> Void

    init(article: Article, save: @escaping (Article) -> Void) {
        _article = State(initialValue: article)
        self.save = save
    }

    var body: some View {
        Form {
            TextField("Name", text: $article.name)
            Stepper("Count: \(article.count)", value: $article.count, in: 1...10)
            DisclosureGroup("More") {
                DatePicker("Due", selection: $article.due, displayedComponents: .date)
                TextEditor(text: $article.notes)
                    .frame(minHeight: 80)
            }
        }
        .toolbar {
            ToolbarItem(placement: .confirmationAction) {
                Button("Save") {
                    save(article)
                    dismiss()
                }
                .disabled(article.name.isEmpty)
            }
            ToolbarItem(placement: .cancellationAction) {
                Button("Cancel", role: .cancel) { asksToDiscard = true }
            }
        }
        .confirmationDialog("Discard it?", isPresented: $asksToDiscard) {
            Button("Discard", role: .destructive) { dismiss() }
        }
    }
}
