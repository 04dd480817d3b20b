// A to-do list as one writes it for SwiftUI, with FeatureKit and Foundation imported in its place.
import FeatureKit
import Foundation
import Observation

struct TodoItem: Identifiable, Hashable {
    enum Priority: String, CaseIterable, Identifiable {
        case low = "Low"
        case normal = "Normal"
        case high = "High"

        var id: Self { self }
    }

    let id = UUID()
    var title: String
    var isDone = false
    var priority: Priority = .normal
}

@Observable
final class TodoStore {
    var items = [
        TodoItem(title: "Buy milk"), TodoItem(title: "Call Ann", isDone: true, priority: .high),
        TodoItem(title: "Pay the rent", priority: .low),
    ]
    var isLoading = false

    func load() async {
        isLoading = true
        await Task.yield()
        items.append(TodoItem(title: "Water the plants"))
        isLoading = false
    }
}

struct TodoListView: View {
    @State private var store = TodoStore()
    @State private var searchText = ""
    @State private var newTitle = ""
    @State private var showsDone = true
    @State private var isConfirmingClear = false

    private var open: [TodoItem] {
        store.items.filter { !$0.isDone && (searchText.isEmpty || $0.title.lowercased().contains(searchText)) }
    }

    private var done: [TodoItem] { store.items.filter(\.isDone) }

    var body: some View {
        List {
            Section {
                TextField("New to-do", text: $newTitle)
                    .textFieldStyle(.roundedBorder)
                    .autocorrectionDisabled()
                Button("Add", systemImage: "plus", action: add)
                    .disabled(newTitle.isEmpty)
            }
            Section {
                ForEach(open) { item in
                    TodoRow(item: binding(for: item))
                        .swipeActions(edge: .leading) {
                            Button("Finish \(item.title)") { binding(for: item).wrappedValue.isDone = true }
                        }
                }
                .onDelete(perform: delete)
                if open.isEmpty {
                    ContentUnavailableView.search(text: searchText)
                }
            } header: {
                Text("Open")
            } footer: {
                Text("\(open.count) open")
            }
            if showsDone, !done.isEmpty {
                Section("Done") {
                    ForEach(done) { item in
                        Label(item.title, systemImage: "checkmark.circle")
                            .foregroundColor(.green)
                            .font(.subheadline)
                    }
                }
            }
            Toggle(isOn: $showsDone) {
                Text("Show done")
            }
        }
        .listStyle(.insetGrouped)
        .searchable(text: $searchText, prompt: "Find a to-do")
        .navigationTitle("To-Do")
        .navigationBarTitleDisplayMode(.inline)
        .toolbar {
            ToolbarItem(placement: .primaryAction) {
                Button("Clear", role: .destructive) { isConfirmingClear = true }
            }
        }
        .refreshable { await store.load() }
        .alert("Clear all?", isPresented: $isConfirmingClear) {
            Button("Clear all", role: .destructive) {
                withAnimation { store.items.removeAll() }
            }
            Button("Cancel", role: .cancel) {}
        } message: {
            Text("They cannot be brought back.")
        }
        .onChange(of: searchText) { old, new in
            if new.count > 20 { searchText = old }
        }
        .padding(.horizontal)
    }

    private func add() {
        store.items.append(TodoItem(title: newTitle))
        newTitle = ""
    }

    private func delete(at offsets: IndexSet) {
        let ids = offsets.map { open[$0].id }
        store.items.removeAll { ids.contains($0.id) }
    }

    private func binding(for item: TodoItem) -> Binding<TodoItem> {
        guard let index = store.items.firstIndex(where: { $0.id == item.id }) else { return .constant(item) }
        return $store.items[index]
    }
}

struct TodoRow: View {
    @Binding var item: TodoItem

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            Toggle(item.title, isOn: $item.isDone)
            Picker("Priority of \(item.title)", selection: $item.priority) {
                ForEach(TodoItem.Priority.allCases) { priority in
                    Text(priority.rawValue)
                }
            }
            .pickerStyle(.menu)
        }
        .frame(maxWidth: .infinity, alignment: .leading)
    }
}
