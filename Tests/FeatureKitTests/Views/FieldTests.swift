import FeatureKit
import FeatureTesting
import Testing

/// The beginning and the end of the input of a field.
@Suite struct FieldTests {
    private let record = Record()

    @Test("Enter runs the actions of onSubmit, the innermost first, and typing does not")
    func submit() throws {
        let record = record
        let screen = try screen {
            Form { TextField("Name", text: Bindable(record).text).onSubmit { record("inner \(record.text)") } }
                .onSubmit { record("outer") }
            TextField("Other", text: .constant(""))
        }
        try screen.type("Ann", into: "Name")
        #expect(record.events == [])
        try screen.press("Name")
        #expect(record.events == ["inner Ann", "outer"])
        #expect(throws: HarnessError.self) { try screen.press("Other") }
    }

    @Test("the field to search in has the actions for searches, and the others those for texts")
    func search() throws {
        let record = record
        let screen = try screen {
            TextField("Name", text: .constant(""))
                .searchable(text: .constant(""), prompt: "Notes")
                .onSubmit(of: .search) { record("search") }
                .onSubmit { record("text") }
        }
        try screen.press("Notes")
        try screen.press("Name")
        #expect(record.events == ["search", "text"])
    }

    @Test("the field to write into is marked: by default, once the feature wants it, and while the user writes")
    func focused() throws {
        struct SignIn: View {
            enum Field { case name, word }
            @State private var name = ""
            @State private var word = ""
            @FocusState private var field: Field?

            var body: some View {
                Form {
                    TextField("Name", text: $name).focused($field, equals: .name).onSubmit { field = .word }
                    SecureField("Word", text: $word).focused($field, equals: .word).onSubmit { field = nil }
                }
                .defaultFocus($field, .name)
            }
        }
        let screen = try screen { SignIn() }
        /// The labels of the fields that are marked.
        func marked() throws -> [Substring] {
            try screen.outline.split(separator: "\n").filter { $0.hasSuffix(" focused") }
                .compactMap { $0.firstMatch(of: /text:(\w+)/)?.1 }
        }
        #expect(try marked() == ["Name"])
        try screen.press("Name")
        #expect(try marked() == ["Word"])
        try screen.press("Word")
        #expect(try marked() == [])
    }

    @Test("in a text of several lines Enter is a new line")
    func lines() throws {
        let screen = try screen { TextField("Text", text: .constant(""), axis: .vertical).onSubmit {} }
        #expect(throws: HarnessError.self) { try screen.press("Text") }
    }

    @Test("a field tells when the user begins and ends to write into it, so that an input is saved once")
    func focus() throws {
        struct Writing: View {
            let record: Record
            @State private var text = ""
            @FocusState private var isWriting: Bool

            var body: some View {
                TextField("Note", text: $text)
                    .focused($isWriting)
                    .onChange(of: isWriting) { record(isWriting ? "begins" : "saves \(text)") }
            }
        }
        let record = record
        let screen = try screen { Writing(record: record) }
        try screen.type("Milk", into: "Note")
        _ = screen.text
        #expect(record.events == ["begins", "saves Milk"])
    }

    @Test("a value names the field with the focus, and none when the input ends")
    func fields() throws {
        struct Names: View {
            enum Field { case given, family }
            let record: Record
            @State private var name = ""
            @FocusState private var field: Field?

            var body: some View {
                TextField("Given", text: $name).focused($field, equals: .given)
                TextField("Family", text: $name).focused($field, equals: .family)
                    .onChange(of: field) { record(field.map { "\($0)" } ?? "none") }
            }
        }
        let record = record
        let screen = try screen { Names(record: record) }
        try screen.type("a", into: "Given")
        try screen.type("b", into: "Family")
        _ = screen.text
        #expect(record.events == ["given", "none", "family", "none"])
    }
}
