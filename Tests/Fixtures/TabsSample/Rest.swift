// What tabs-sample.md names and leaves out. The buttons are those of its "Programmatic Navigation".
import FeatureKit

struct Contact: Hashable, Identifiable {
    let id: Int
    let name: String

    static let all = [Contact(id: 1, name: "Ada"), Contact(id: 2, name: "Ben")]
}

enum Tabs: Hashable {
    case chats, settings

    var name: String { self == .chats ? "Chats" : "Settings" }
    var systemImageName: String { self == .chats ? "message" : "gear" }
}

protocol ChatRouter: ContactRouter {
    func gotoContactsList()
}

protocol SettingsRouter {
    func gotoProfile()
    func gotoPrivacy()
}

extension Router {
    func gotoConversation(recipient: Contact) { chatTabPath.append(.conversation(recipient)) }
    func gotoContactDetail(_ contact: Contact) { chatTabPath.append(.contactDetail(contact)) }
    func gotoContactsList() { chatTabPath.append(.contactList) }
    func gotoProfile() { settingsTabPath.append(.profile_settings) }
    func gotoPrivacy() { settingsTabPath.append(.privacy_settings) }
}

struct HomeScreen: View {
    let router: any ChatRouter
    @State private var search = ""

    var body: some View {
        List {
            TextField("Search", text: $search)
            ForEach(Contact.all) { contact in
                Button("Chat with \(contact.name)") {
                    router.gotoConversation(recipient: contact)
                }
            }
            // Navigate to contacts list
            Button("Add Contact") {
                router.gotoContactsList()
            }
        }
        .navigationTitle("Home")
    }
}

struct ContactFeatureRootView: View {
    let router: any ContactRouter

    var body: some View {
        List(Contact.all) { contact in
            Button(contact.name) { router.gotoContactDetail(contact) }
        }
        .navigationTitle("Contacts")
    }
}

struct ContactDetailView: View {
    let router: any ContactRouter
    let contact: Contact

    var body: some View {
        Form {
            Text("Details of \(contact.name)")
            // Navigate to conversation
            Button("Start Chat") {
                router.gotoConversation(recipient: contact)
            }
        }
        .navigationTitle(contact.name)
    }
}

struct ConversationView: View {
    let router: Router
    let contact: Contact
    @State private var draft = ""

    var body: some View {
        Form {
            TextField("Message", text: $draft)
            // Navigate to contact detail
            Button("View Contact") {
                router.gotoContactDetail(contact)
            }
            Button("Home") {
                // Reset navigation to home
                router.chatTabPath = []
            }
        }
        .navigationTitle("Chat with \(contact.name)")
    }
}

struct SettingsHomeView: View {
    let router: any SettingsRouter

    var body: some View {
        List {
            Button("Profile") { router.gotoProfile() }
            Button("Privacy") { router.gotoPrivacy() }
        }
        .navigationTitle("Settings")
    }
}

struct ProfileSettingsView: View {
    @State private var nickname = ""

    var body: some View {
        Form { TextField("Nickname", text: $nickname) }
            .navigationTitle("Profile")
    }
}

struct PrivacySettingsView: View {
    @State private var isHidden = false

    var body: some View {
        Form { Toggle("Hide me", isOn: $isHidden) }
            .navigationTitle("Privacy")
    }
}
