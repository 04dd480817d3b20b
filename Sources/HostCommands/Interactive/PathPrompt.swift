import FeatureContract
import Glibc
import HostCore
import HostSystem
import Terminal

/// The line for the path of a file that a feature requests, with completions.
struct PathPrompt {
    let number: Int
    var editor: FieldEditor
    /// The reason why the last path was not opened; nil if there is none.
    var message: String?
    /// The files whose names begin with the text, by the last Tab.
    private(set) var matches: [String] = []

    init(_ request: FileBroker.Prompt) {
        number = request.number
        editor = FieldEditor(request.request.suggestedName)
    }

    /// - Returns: Whether the prompt has handled the event.
    mutating func handle(_ event: InputEvent) -> Bool {
        if case .key(.tab, _) = event {
            complete()
        } else {
            guard editor.handle(event) else { return false }
            matches = []
        }
        message = nil
        return true
    }

    /// Completes the common beginning of all matching names, and shows them.
    private mutating func complete() {
        guard editor.text != "~" else { return editor = FieldEditor("~/") }
        let typed = editor.text
        let start = typed.lastIndex(of: "/").map(typed.index(after:)) ?? typed.startIndex
        let (folder, beginning) = (String(typed[..<start]), typed[start...])
        guard let path = PickedPath.expanded(folder.isEmpty ? "." : folder, home: HostEnvironment.current.home),
            let names = try? FileSystem.names(in: path)
        else { return matches = [] }
        let found = names.filter { $0.hasPrefix(beginning) && ($0.hasPrefix(".") == beginning.hasPrefix(".")) }
        matches = found
        guard let common = Suggestions.commonBeginning(of: found) else { return }
        let isDirectory = found.count == 1 && FileSystem.kind(Path.join(path, common)) == .directory
        editor = FieldEditor(folder + common + (isDirectory ? "/" : ""))
    }
}

extension FileRequest {
    /// The name that the feature suggests for a file to save; empty if it suggests none.
    var suggestedName: String {
        if case .writing(let name) = purpose { name } else { "" }
    }
}

extension LiveApp {
    /// Names the feature that requests a file.
    func heading(of prompt: FileBroker.Prompt) -> String {
        let name = coordinator.catalog.feature(prompt.feature)?.manifest.name ?? prompt.feature
        let asker = name == prompt.feature ? "'\(name)'" : "'\(name)' (\(prompt.feature))"
        return asker + (prompt.request.purpose == .reading ? " asks for a file to read" : " asks where to save a file")
    }

    /// The action by which no file is picked.
    static let cancel: UInt64 = 1

    /// An alert in which the user types the path of a file, for a front end that has no prompt of its own.
    ///
    /// - Parameters:
    ///   - typed: What the user has typed before.
    ///   - refusal: The reason why that gives no file; empty if nothing was typed.
    func box(of prompt: FileBroker.Prompt, typed: String, refusal: String) -> ViewNode {
        var box = ViewNode(.alert, text: heading(of: prompt))
        box.detail = "“\(prompt.request.title.cut(toBytes: 1000))”"
        var field = ViewNode(.textField, text: "Path")
        field.action = Self.cancel + 1
        field.flags = .submits
        field.detail = "~ is your home directory"
        field.value = .string(typed.isEmpty ? prompt.request.suggestedName : typed)
        var (close, open) = (ViewNode(.button, text: "Cancel"), ViewNode(.button, text: "OK"))
        close.action = Self.cancel
        close.flags = .cancel
        open.action = Self.cancel + 2
        box.children = [field, close, open]
        if !refusal.isEmpty {
            var text = ViewNode(.text, text: refusal)
            text.role = .danger
            box.children.insert(text, at: 1)
        }
        return box
    }

    /// Opens the file at the path that the user typed for a feature.
    ///
    /// - Returns: The reason why the request stays open; nil if the feature has the file.
    func pickFile(_ typed: String) -> String? {
        coordinator.files.open(typed, home: HostEnvironment.current.home)
    }
}
