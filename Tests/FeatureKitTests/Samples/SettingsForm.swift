// swift-format-ignore-file: NeverForceUnwrap

// A settings form as one writes it for SwiftUI, with FeatureKit and Foundation imported in its place.
import FeatureKit
import Foundation

enum Theme: String, CaseIterable, Identifiable {
    case system, light, dark
    var id: Self { self }
    var title: LocalizedStringKey {
        switch self {
        case .system: "System"
        case .light: "Light"
        case .dark: "Dark"
        }
    }
}

enum SettingsRoute: Hashable {
    case account
    case notifications
    case about(version: String)
}

struct SettingsView: View {
    @AppStorage("username") private var username = ""
    @AppStorage("theme") private var theme: Theme = .system
    @AppStorage("notificationsEnabled") private var notificationsEnabled = true
    @AppStorage("fontSize") private var fontSize = 14.0
    @AppStorage("launchCount") var launchCount: Int = 0
    @Environment(\.colorScheme) private var colorScheme
    @Environment(\.openURL) private var openURL

    @State private var password = ""
    @State private var birthday = Date()
    @State private var accent = Color.blue
    @State private var copies = 1
    @State private var showResetConfirmation = false
    @State private var path = NavigationPath()
    @FocusState private var focusedField: Field?

    private enum Field: Hashable {
        case username, password
    }

    var body: some View {
        NavigationStack(path: $path) {
            Form {
                Section {
                    TextField("Username", text: $username, prompt: Text("Required"))
                        .textContentType(.username)
                        .textInputAutocapitalization(.never)
                        .autocorrectionDisabled()
                        .focused($focusedField, equals: .username)
                        .onSubmit { focusedField = .password }
                    SecureField("Password", text: $password)
                        .focused($focusedField, equals: .password)
                        .submitLabel(.go)
                    DatePicker("Birthday", selection: $birthday, in: ...Date(), displayedComponents: .date)
                } header: {
                    Text("Account")
                } footer: {
                    Text("Read our **privacy policy** at [example.com](https://example.com).")
                }

                Section("Appearance") {
                    Picker("Theme", selection: $theme) {
                        ForEach(Theme.allCases) { theme in
                            Text(theme.title).tag(theme)
                        }
                    }
                    .pickerStyle(.navigationLink)
                    ColorPicker("Accent color", selection: $accent, supportsOpacity: false)
                    VStack(alignment: .leading) {
                        Slider(value: $fontSize, in: 10...24, step: 1) {
                            Text("Font size")
                        } minimumValueLabel: {
                            Image(systemName: "textformat.size.smaller")
                        } maximumValueLabel: {
                            Image(systemName: "textformat.size.larger")
                        }
                        Text("Size: \(fontSize, specifier: "%.0f") pt")
                            .font(.system(size: fontSize))
                    }
                    Stepper("Copies: \(copies)", value: $copies, in: 1...10)
                    Stepper(value: $copies, in: 1...10, step: 2) {
                        Label("\(copies) copies", systemImage: "doc.on.doc")
                    }
                }

                Section {
                    Toggle(isOn: $notificationsEnabled) {
                        Label {
                            Text("Notifications")
                        } icon: {
                            Image(systemName: "bell.badge")
                                .foregroundStyle(.red)
                        }
                    }
                    .toggleStyle(SwitchToggleStyle(tint: .green))
                    if notificationsEnabled {
                        NavigationLink(value: SettingsRoute.notifications) {
                            LabeledContent("Options", value: "3")
                        }
                    }
                    NavigationLink("Account", value: SettingsRoute.account)
                    NavigationLink {
                        AboutView(version: "1.0")
                    } label: {
                        Label("About", systemImage: "info.circle")
                    }
                    NavigationLink(destination: AboutView(version: "2.0")) {
                        Text("Next version")
                    }
                    Button("Website") {
                        openURL(URL(string: "https://example.com")!)
                    }
                    Link("Support", destination: URL(string: "https://example.com/support")!)
                }

                Section {
                    Button("Reset all settings", role: .destructive) {
                        showResetConfirmation = true
                    }
                    .frame(maxWidth: .infinity, alignment: .center)
                } footer: {
                    Text("Launched ^[\(launchCount) time](inflect: true)")
                }
            }
            .navigationTitle("Settings")
            .navigationDestination(for: SettingsRoute.self) { route in
                switch route {
                case .account:
                    Text("Account of \(username)")
                        .navigationTitle("Account")
                case .notifications:
                    Text("Notifications")
                case .about(let version):
                    AboutView(version: version)
                }
            }
            .confirmationDialog("Reset?", isPresented: $showResetConfirmation, titleVisibility: .visible) {
                Button("Reset", role: .destructive, action: reset)
            } message: {
                Text("All settings go back to their defaults.")
            }
            .scrollDismissesKeyboard(.interactively)
            .onChange(of: theme) { _, newTheme in
                print("Theme is now \(newTheme.rawValue)")
            }
            .tint(accent)
            .preferredColorScheme(theme == .dark ? .dark : nil)
            .onAppear { launchCount += 1 }
        }
    }

    private func reset() {
        username = ""
        theme = .system
        fontSize = 14
        path.append(SettingsRoute.about(version: "reset"))
    }
}

struct AboutView: View {
    let version: String
    @Environment(\.presentationMode) var presentationMode

    var body: some View {
        List {
            LabeledContent("Version", value: version)
            LabeledContent("Size") {
                Text(123_456, format: .byteCount(style: .file))
            }
            Button("Close") { presentationMode.wrappedValue.dismiss() }
        }
        .navigationTitle("About")
    }
}

struct SettingsView_Previews: PreviewProvider {
    static var previews: some View {
        SettingsView()
            .preferredColorScheme(.dark)
    }
}
