public import FeatureKit

/// A feature whose main screen has twenty nodes: a list of six rows, each with a title and a text, and a button.
public struct ScreenFeature: Feature {
    public static let id = "screen"
    public static let version = "1.0.0"

    public init(context: FeatureContext) {}

    public func makeMainView(navigator: any NavigatorContract) -> AnyView { AnyView(ScreenView()) }
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
