// A task list as one writes it for SwiftUI, with FeatureKit and Foundation imported in its place.
import FeatureKit
import Foundation

struct TaskItem: Identifiable, Codable, Hashable {
    let id: UUID
    var title: String
    var notes: String = ""
    var dueDate: Date?
    var priority: Priority = .medium
    var isCompleted = false

    init(id: UUID = UUID(), title: String, dueDate: Date? = nil, priority: Priority = .medium) {
        self.id = id
        self.title = title
        self.dueDate = dueDate
        self.priority = priority
    }

    enum Priority: String, Codable, CaseIterable, Identifiable {
        case low, medium, high
        var id: String { rawValue }
        var color: Color {
            switch self {
            case .low: return .gray
            case .medium: return .blue
            case .high: return .red
            }
        }
    }
}

@MainActor
final class TaskListViewModel: ObservableObject {
    @Published var tasks: [TaskItem] = []
    @Published var isLoading = false
    @Published var errorMessage: String?

    func load() async {
        isLoading = true
        defer { isLoading = false }
        do {
            try await Task.sleep(nanoseconds: 1_000_000)
            tasks = [
                TaskItem(title: "Buy milk", priority: .high),
                TaskItem(title: "Write report", dueDate: Date().addingTimeInterval(86_400)),
            ]
        } catch {
            errorMessage = error.localizedDescription
        }
    }

    func toggle(_ task: TaskItem) {
        guard let index = tasks.firstIndex(where: { $0.id == task.id }) else { return }
        tasks[index].isCompleted.toggle()
    }

    func delete(at offsets: IndexSet) {
        tasks.remove(atOffsets: offsets)
    }

    func move(from source: IndexSet, to destination: Int) {
        tasks.move(fromOffsets: source, toOffset: destination)
    }
}

struct TaskListView: View {
    @StateObject private var viewModel = TaskListViewModel()
    @State private var searchText = ""
    @State private var showingAddSheet = false
    @State private var editingTask: TaskItem?
    @State private var showingDeleteAlert = false
    @State private var filter: Filter = .all

    enum Filter: String, CaseIterable {
        case all = "All", open = "Open", done = "Done"
    }

    private var filteredTasks: [TaskItem] {
        viewModel.tasks.filter { task in
            switch filter {
            case .all: true
            case .open: !task.isCompleted
            case .done: task.isCompleted
            }
        }
        .filter { searchText.isEmpty || $0.title.localizedCaseInsensitiveContains(searchText) }
    }

    var body: some View {
        NavigationStack {
            Group {
                if viewModel.isLoading {
                    ProgressView("Loading tasks…")
                        .progressViewStyle(.circular)
                } else if let message = viewModel.errorMessage {
                    ContentUnavailableView(
                        "Something went wrong", systemImage: "exclamationmark.triangle", description: Text(message))
                } else {
                    taskList
                }
            }
            .navigationTitle("Tasks")
            .searchable(
                text: $searchText, placement: .navigationBarDrawer(displayMode: .always), prompt: "Search tasks"
            )
            .toolbar {
                ToolbarItem(placement: .navigationBarLeading) {
                    EditButton()
                }
                ToolbarItemGroup(placement: .navigationBarTrailing) {
                    Button {
                        showingDeleteAlert = true
                    } label: {
                        Image(systemName: "trash")
                    }
                    .disabled(viewModel.tasks.isEmpty)
                    Button(action: { showingAddSheet = true }) {
                        Label("Add", systemImage: "plus")
                    }
                }
            }
            .sheet(isPresented: $showingAddSheet) {
                TaskEditor(task: TaskItem(title: "")) { viewModel.tasks.append($0) }
                    .presentationDetents([.medium])
            }
            .sheet(item: $editingTask) { task in
                TaskEditor(task: task) { edited in
                    if let index = viewModel.tasks.firstIndex(where: { $0.id == edited.id }) {
                        viewModel.tasks[index] = edited
                    }
                }
            }
            .alert("Delete all tasks?", isPresented: $showingDeleteAlert) {
                Button("Delete", role: .destructive) {
                    withAnimation(.easeInOut(duration: 0.3)) {
                        viewModel.tasks.removeAll()
                    }
                }
                Button("Cancel", role: .cancel) {}
            } message: {
                Text("This action cannot be undone.")
            }
        }
        .task {
            await viewModel.load()
        }
    }

    private var taskList: some View {
        List {
            Picker("Filter", selection: $filter) {
                ForEach(Filter.allCases, id: \.self) { filter in
                    Text(filter.rawValue).tag(filter)
                }
            }
            .pickerStyle(SegmentedPickerStyle())
            .listRowSeparator(.hidden)
            .listRowInsets(EdgeInsets(top: 8, leading: 16, bottom: 8, trailing: 16))

            Section(header: Text("Tasks"), footer: Text("\(filteredTasks.count) tasks")) {
                ForEach(filteredTasks) { task in
                    TaskRow(task: task) { viewModel.toggle(task) }
                        .contentShape(Rectangle())
                        .onTapGesture { editingTask = task }
                        .swipeActions(edge: .trailing, allowsFullSwipe: true) {
                            Button(role: .destructive) {
                                viewModel.tasks.removeAll { $0.id == task.id }
                            } label: {
                                Label("Delete", systemImage: "trash")
                            }
                        }
                        .swipeActions(edge: .leading) {
                            Button {
                                viewModel.toggle(task)
                            } label: {
                                Label("Done", systemImage: "checkmark")
                            }
                            .tint(.green)
                        }
                }
                .onDelete(perform: viewModel.delete)
                .onMove(perform: viewModel.move)
            }
        }
        .listStyle(InsetGroupedListStyle())
        .refreshable {
            await viewModel.load()
        }
        .animation(.default, value: filteredTasks)
    }
}

struct TaskRow: View {
    let task: TaskItem
    let onToggle: () -> Void

    var body: some View {
        HStack(spacing: 12) {
            Button(action: onToggle) {
                Image(systemName: task.isCompleted ? "checkmark.circle.fill" : "circle")
                    .font(.title2)
                    .foregroundColor(task.isCompleted ? .green : .secondary)
            }
            .buttonStyle(.plain)

            VStack(alignment: .leading, spacing: 4) {
                Text(task.title)
                    .font(.headline)
                    .strikethrough(task.isCompleted)
                    .lineLimit(2)
                if let dueDate = task.dueDate {
                    Text(dueDate, style: .date)
                        .font(.caption)
                        .foregroundStyle(.secondary)
                }
            }
            Spacer()
            Circle()
                .fill(task.priority.color)
                .frame(width: 10, height: 10)
        }
        .padding(.vertical, 4)
        .opacity(task.isCompleted ? 0.6 : 1)
    }
}

struct TaskEditor: View {
    @Environment(\.dismiss) private var dismiss
    @State var task: TaskItem
    @State private var hasDueDate = false
    @FocusState private var titleFocused: Bool
    let onSave: (TaskItem) -> Void

    var body: some View {
        NavigationView {
            Form {
                Section("Details") {
                    TextField("Title", text: $task.title)
                        .focused($titleFocused)
                        .submitLabel(.done)
                        .onSubmit(save)
                    TextEditor(text: $task.notes)
                        .frame(minHeight: 100)
                }
                Section {
                    Picker("Priority", selection: $task.priority) {
                        ForEach(TaskItem.Priority.allCases) { priority in
                            Text(priority.rawValue.capitalized).tag(priority)
                        }
                    }
                    Toggle("Due date", isOn: $hasDueDate.animation())
                    if hasDueDate {
                        DatePicker(
                            "Due",
                            selection: Binding(get: { task.dueDate ?? Date() }, set: { task.dueDate = $0 }),
                            in: Date()...,
                            displayedComponents: [.date, .hourAndMinute]
                        )
                        .datePickerStyle(.compact)
                    }
                }
            }
            .navigationTitle(task.title.isEmpty ? "New Task" : task.title)
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    Button("Cancel") { dismiss() }
                }
                ToolbarItem(placement: .confirmationAction) {
                    Button("Save", action: save)
                        .disabled(task.title.trimmingCharacters(in: .whitespaces).isEmpty)
                }
            }
            .onAppear { titleFocused = true }
        }
    }

    private func save() {
        onSave(task)
        dismiss()
    }
}

#Preview {
    TaskListView()
}
