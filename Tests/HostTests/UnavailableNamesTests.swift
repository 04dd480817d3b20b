import TestSupport
import Testing

@testable import ProgramTestSupport

/// Names of SwiftUI that FeatureKit does not have: the compiler says what to write instead.
@Suite("Names of SwiftUI", .blocking, .enabled(if: installedProgram("swiftc") != nil, "no swiftc is installed"))
struct UnavailableNamesTests {
    private static let views = [
        ("Button(\"a\") { UIPasteboard.general.string = \"a\" }", "the user copies it"),
        ("Text(UIDevice.current.name)", "leave it out"), ("Text(\"\\(UIScreen.main.bounds.width)\")", "no size"),
        ("Button(\"a\") { PassthroughSubject<Int, Never>().send(1) }", "an @Observable class"),
        ("Text(\"a\").onDrag { 1 }", "use a Button"), ("Text(5)", "write the value as a text"),
        ("Text(\"a\").environment(\\.locale, 1)", "context.locale"),
        ("Canvas { context, size in }", "a Table"),
        ("Canvas { context, size in context.fill(Path(), with: .color(.red)) }", "a Table"),
        ("TimelineView(.periodic(from: .now, by: 1)) { context in Text(context.date, style: .time) }", "in .task"),
        ("TimelineView(.animation) { context in Text(\"a\") }", "in .task"),
        ("MultiDatePicker(\"a\", selection: .constant([]))", "DatePicker"),
        ("Text(\"a\").dropDestination(for: String.self) { _, _ in true }", "nothing is dragged"),
        ("Text(\"a\").dropDestination(for: String.self) { items, place in !items.isEmpty }", "nothing is dragged"),
        ("Text(\"a\").onReceive(1) { _ in }", ".onChange(of:)"),
        ("ManagedNavigationStack { Text(\"a\") }", "NavigationStack"),
        ("ManagedNavigationStack(scene: \"a\") { Text(\"a\") }", "NavigationStack"),
        ("Map()", "a Link"), ("Map(position: .constant(.automatic)) { Marker(\"a\", coordinate: 1) }", "a Link"),
        ("WebView(url: 1)", "a Link"), ("PasteButton(payloadType: String.self) { _ in }", "TextField"),
        ("AnyLayout(HStackLayout()) { Text(\"a\") }", "HStack"),
        ("Text(\"a\").modelContainer(for: Model.self)", "dataDirectory"),
        ("Text(\"a\").onContinueUserActivity(\"a\") { _ in }", "deepLinkHandler"),
        ("Text(timerInterval: 1...2)", "in .task"), ("TableRow(1)", "for each element"),
        ("Text(\"a\").renameAction {}", "in an alert"),
        ("Toggle(\"a\", sources: flags, isOn: \\.self)", "a Toggle for each"),
        ("LabeledContent(\"a\", value: 1, format: .measurement(width: .abbreviated))", "as a text"),
        ("Text(1, format: .time(pattern: .minuteSecond))", "duration.formatted"),
        ("Text(1, format: .dateTime.era())", "date.formatted"),
        ("Text(1, format: .number.notation(.scientific))", "value.formatted"),
        ("Text(1, format: .number.precision(.significantDigits(2)))", "value.formatted"),
        ("UIApplication.shared as? Text", "no UIKit here"),
        ("Text(\"a\").gesture(DragGesture().onChanged { _ in })", "use a Button"),
        ("Text(\"a\").onLongPressGesture {}", ".contextMenu"),
        ("Text(\"a\").onOpenURL { (_: Int) in }", "deepLinkHandler"),
        ("Text(\"a\").onReceive(1) { (_: Int) in }", ".onChange(of:)"),
        ("Text(1, format: 2)", "value.formatted(format)"),
        ("Text(\"\\(UUID())\")", "import Foundation"), ("Text(\"\\(Date())\")", "import Foundation"),
        ("Text(Date.now.addingTimeInterval(5), style: .time)", "import Foundation"),
        ("Text(URL(string: \"a\")?.absoluteString ?? \"\")", "import Foundation"),
        ("Button(\"a\") { Watched().objectWillChange.send() }", "mark the property @Published"),
        ("Link(\"a\", destination: URL(string: \"a\")!)", "import Foundation"),
        ("Text(\"a b\".capitalized)", "import Foundation"), ("Text(1.5.formatted())", "import Foundation"),
    ]
    private static let properties = [
        ("@Query var items: [Model]", "context.dataDirectory"),
        ("@Environment(\\.locale) var locale", "context.locale"), ("var size: CGFloat = 1", "import Foundation"),
        ("@FocusedValue(\\.model) var model", "@Observable class"),
        ("var navigator: Navigator?", "any NavigatorContract"),
    ]
    /// Types that conform to a protocol that is unavailable.
    private static let types = [
        ("enum Places: NavigationDestination { case a\nstatic let samples: [Self] = [.a] }", "Feature.resolve"),
        ("struct Flow: Layout {}", "HStack, VStack or Grid"),
    ]
    /// Names that are written for an effect that they do not have here.
    private static let effects = [
        ("EditButton()", ".onDelete"), ("Text(\"a\").accessibilityAction(named: \"a\") {}", "write a Button"),
        ("Text(\"a\").accessibilityAdjustableAction { _ in }", "write a Stepper"),
        ("Text(\"a\").scrollPosition(id: .constant(nil as Int?))", "what is in sight"),
        ("Text(\"a\").matchedTransitionSource(id: 1, in: names)", "nothing moves here"),
        ("Text(\"a\").visualEffect { view, _ in view }", "nothing moves here"),
        ("Text(\"a\").rotation3DEffect(.degrees(1), axis: (0, 1, 0))", "nothing is turned"),
        ("Text(\"a\").phaseAnimator([1, 2]) { view, _ in view }", "at rest"),
        ("Text(\"a\").sensoryFeedback(.success, trigger: 1)", "trembles"),
        ("Text(\"a\").onHover { _ in }", "a pointer"), ("Text(\"a\").hoverEffect()", "a pointer"),
        ("Text(\"a\").geometryGroup()", "leave it out"), ("Text(\"a\").glassEffect()", "no glass"),
        ("Text(\"a\").labelsHidden()", "its label"), ("Text(\"a\").help(\"b\")", "in the label"),
        ("Text(\"a\").deleteDisabled(true)", ".onDelete"),
        ("Text(\"a\").redacted(reason: .placeholder)", "ProgressView"),
        ("Text(\"a\").allowsHitTesting(false)", ".disabled(_:)"),
        ("Text(\"a\").navigationBarBackButtonHidden()", ".navigationLocked"),
        ("Text(\"a\").accessibilityHint(\"b\")", ".accessibilityLabel(_:)"),
    ]

    @Test("a name whose effect does not happen here compiles, with a warning that says what to write", .deep)
    func effects() throws {
        let source = """
            import FeatureKit
            \(Self.effects.enumerated().map {
                "struct V\($0): View { @Namespace var names\nvar body: some View { \($1.0) } }"
            }.joined(separator: "\n"))

            """
        let directory = try TestSupport.TemporaryDirectory()
        try File.write(source, to: directory("names.swift"))
        #expect(try FeatureSource.diagnostics("error", of: directory("names.swift")) == [])
        let warnings = try FeatureSource.diagnostics("warning", of: directory("names.swift"))
        for (code, advice) in Self.effects {
            #expect(warnings.contains { $0.contains("is deprecated: ") && $0.contains(advice) }, "\(code): \(warnings)")
        }
    }

    @Test("a name that has no meaning here is unavailable, with what to write instead", .deep)
    func unavailable() throws {
        let source = """
            import FeatureKit
            final class Model {}
            final class Watched: ObservableObject {}
            extension FocusedValues { var model: Model? { nil } }
            \(Self.types.map(\.0).joined(separator: "\n"))
            \(Self.views.enumerated().map {
                "struct V\($0): View { let flags: [Binding<Bool>] = []\nvar body: some View { \($1.0) } }"
            }.joined(separator: "\n"))
            \(Self.properties.enumerated().map {
                "struct P\($0): View { \($1.0)\nvar body: some View { Text(\"a\") } }"
            }.joined(separator: "\n"))

            """
        let directory = try TestSupport.TemporaryDirectory()
        try File.write(source, to: directory("names.swift"))
        let errors = try FeatureSource.diagnostics("error", of: directory("names.swift"))
        for (code, advice) in Self.views + Self.properties + Self.types {
            #expect(errors.contains { $0.contains("is unavailable: ") && $0.contains(advice) }, "\(code): \(errors)")
        }
        // Nothing but those sentences: an error that follows from another hides it.
        #expect(errors.filter { !$0.contains("is unavailable: ") } == [])
    }

    @Test("a name of SwiftUI that changes only looks, or does a plain thing here, compiles", .deep)
    func accepted() throws {
        #expect(
            try FeatureSource.diagnostics("error", of: Repository.path("Tests/Fixtures/SwiftUINames/Accepted.swift"))
                == [])
    }
}
