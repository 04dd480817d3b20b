public import FeatureKit

/// A feature whose main screen has twenty nodes: a list of six rows, each with a title and a text, and a button. Another
/// screen has as many rows as are asked for, of which each rendering may change one.
public struct ScreenFeature: Feature {
    public typealias Incoming = ScreenDestination

    public static let id = "screen"
    public static let version = "1.0.0"

    public init(context: FeatureContext) {}

    public func makeMainView(navigator: any NavigatorContract) -> AnyView { AnyView(ScreenView()) }

    public func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> AnyView? {
        guard case .rows(let count, let isChanging) = navigation as? ScreenDestination else { return nil }
        return AnyView(RowsView(rows: Rows(count), isChanging: isChanging))
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
    case rows(count: Int, isChanging: Bool)

    public static let samples: [Self] = [.rows(count: 0, isChanging: false)]
}

/// The texts of rows.
final class Rows {
    let count: Int
    private var looks = 0
    private var changed: [Int: String] = [:]

    init(_ count: Int) { self.count = count }

    /// Changes the next row.
    func change() {
        looks += 1
        changed[looks % count] = "Character after \(looks) looks"
    }

    func text(_ row: Int) -> String { changed[row] ?? "Character number \(row)" }
}

struct RowsView: View {
    let rows: Rows
    let isChanging: Bool

    var body: some View {
        if isChanging { let _ = rows.change() }
        List(0..<rows.count) { row in
            HStack {
                Text(rows.text(row))
                Text("alive, from a place far away")
            }
        }
    }
}
