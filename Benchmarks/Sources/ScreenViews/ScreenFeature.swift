public import FeatureKit

/// A feature whose main screen has twenty nodes: a list of six rows, each with a title and a text, and a button. Another
/// screen has as many rows as are asked for, of which each rendering may change one. A third one keeps the feature busy.
public struct ScreenFeature: Feature {
    public typealias Incoming = ScreenDestination

    public static let id = "screen"
    public static let version = "1.0.0"

    public init(context: FeatureContext) {}

    public func makeMainView(navigator: any NavigatorContract) -> AnyView { AnyView(ScreenView()) }

    public func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> AnyView? {
        switch navigation as? ScreenDestination {
        case .rows(let count, let isChanging): return AnyView(RowsView(rows: Rows(count), isChanging: isChanging))
        case .busy:
            Task { await work() }
            return AnyView(Text("at work"))
        case nil: return nil
        }
    }

    /// Leaves the main thread for a moment in each hundredth of a second.
    private func work() async {
        while true {
            let end = ContinuousClock.now.advanced(by: .milliseconds(10))
            while ContinuousClock.now < end {}
            await Task.yield()
        }
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
    case busy

    public static let samples: [Self] = [.rows(count: 0, isChanging: false), .busy]
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
        List(0..<rows.count) { row in
            if isChanging, row == 0 { let _ = rows.change() }
            HStack {
                Text(rows.text(row))
                Text("alive, from a place far away")
            }
        }
    }
}
