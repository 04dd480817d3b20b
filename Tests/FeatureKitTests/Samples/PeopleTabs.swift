// Tabs with a stack each, whose router is in the environment around it: the "Tab + Navigation Coordination" of the documents
// that this project begins with, as far as it goes.
import FeatureKit

struct PersonItem: Hashable, Codable {
    let name: String
}

final class PeopleRouter: ObservableObject {
    @Published var path: [PersonItem] = []

    func show(_ name: String) { path.append(PersonItem(name: name)) }
    func popToRoot() { path.removeAll() }
}

enum PeopleTab: Hashable {
    case all, favourites
}

struct PeopleTabs: View {
    @StateObject private var all = PeopleRouter()
    @StateObject private var favourites = PeopleRouter()
    @State private var tab = PeopleTab.all

    var body: some View {
        TabView(selection: $tab) {
            NavigationStack(path: $all.path) {
                PeopleList(names: ["Ada", "Ben"], title: "People")
            }
            .tabItem { Label("All", systemImage: "person") }
            .tag(PeopleTab.all)
            .environmentObject(all)
            NavigationStack(path: $favourites.path) {
                PeopleList(names: ["Cleo"], title: "Favourites")
            }
            .tabItem { Label("Favourites", systemImage: "star") }
            .tag(PeopleTab.favourites)
            .environmentObject(favourites)
        }
        .environment(\.selectedTab, $tab)
    }
}

struct PeopleList: View {
    let names: [String]
    let title: String
    @State private var loads = 0
    @State private var isAdding = false

    var body: some View {
        List {
            Text("Loaded \(loads) times")
            ForEach(names, id: \.self) { NavigationLink($0, value: PersonItem(name: $0)) }
        }
        .navigationTitle(title)
        .navigationDestination(for: PersonItem.self) { PersonView(person: $0, loads: loads) }
        .toolbar { Button("New") { isAdding = true } }
        .sheet(isPresented: $isAdding) { NewPersonView() }
        .task { loads += 1 }
    }
}

struct NewPersonView: View {
    @State private var name = ""

    var body: some View {
        TextField("Name", text: $name)
            .navigationTitle("New")
            .interactiveDismissDisabled(!name.isEmpty)
    }
}

struct PersonView: View {
    let person: PersonItem
    let loads: Int
    @EnvironmentObject private var router: PeopleRouter
    @Environment(\.selectedTab) private var tab
    @Environment(\.dismiss) private var dismiss
    @State private var note = ""
    @State private var isEditing = false

    var body: some View {
        Form {
            Text("\(person.name) of \(loads)")
            TextField("Note", text: $note)
            Button("Friend") { router.show("\(person.name)'s friend") }
            Button("Pop") { router.popToRoot() }
            Button("Leave") { dismiss() }
            Button("Other tab") { tab.wrappedValue = tab.wrappedValue == .all ? .favourites : .all }
            Toggle("Edit", isOn: $isEditing)
        }
        .navigationTitle(person.name)
        .navigationLocked(isEditing, reason: "the note is not saved")
    }
}

extension EnvironmentValues {
    @Entry var selectedTab: Binding<PeopleTab> = .constant(.all)
}

/// A screen that pushes as soon as it is seen first.
struct InboxView: View {
    @State private var path: [String] = []
    @State private var hasOpened = false

    var body: some View {
        NavigationStack(path: $path) {
            Text("Mailboxes")
                .navigationTitle("Mailboxes")
                .navigationDestination(for: String.self) { Text("Letters of \($0)").navigationTitle($0) }
                .onAppear {
                    if !hasOpened { path.append("Inbox") }
                    hasOpened = true
                }
        }
    }
}
