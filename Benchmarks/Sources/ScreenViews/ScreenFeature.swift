public import FeatureKit

/// A feature whose main screen has twenty nodes: a list of six rows, each with a title and a text, and a button. Another
/// screen has as many rows as are asked for, of which each rendering changes one.
public struct ScreenFeature: Feature {
    public typealias Incoming = ScreenDestination

    public static let id = "screen"
    public static let version = "1.0.0"

    public init(context: FeatureContext) {}

    public func makeMainView(navigator: any NavigatorContract) -> AnyView { AnyView(ScreenView()) }

    public func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> AnyView? {
        guard case .rows(let count) = navigation as? ScreenDestination else { return nil }
        return AnyView(RowsView(rows: Rows(count)))
    }
}

public struct ScreenView: View {
    public init() {}

    public var body: some View {
        List {
            ForEach(0..<6, id: \.self) { number in
                Section {
                    Text("Character number \(number)")
                    Text("alive, from a place far away")
                }
            }
            Button("back") {}
        }
        .navigationTitle("characters")
    }
}

public enum ScreenDestination: Navigation {
    case rows(count: Int)

    public static let samples: [Self] = [.rows(count: 0)]
}

/// The texts of rows, of which each look at them changes the next one.
final class Rows {
    private var texts: [String]
    private var looks = 0

    init(_ count: Int) { texts = (0..<count).map { "Character number \($0)" } }

    func changed() -> [String] {
        looks += 1
        texts[looks % texts.count] = "Character after \(looks) looks"
        return texts
    }
}

struct RowsView: View {
    let rows: Rows

    var body: some View {
        List(Array(rows.changed().enumerated()), id: \.offset) { _, text in
            HStack {
                Text(text)
                Text("alive, from a place far away")
            }
        }
    }
}
