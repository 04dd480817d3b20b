import FeatureCore

extension Image {
    public enum Interpolation: Hashable, Sendable {
        case none, low, medium, high
    }
    public enum TemplateRenderingMode: Hashable, Sendable {
        case original, template
    }
    public enum ResizingMode: Hashable, Sendable {
        case stretch, tile
    }
    public typealias Scale = ImageScale
    public func resizable(capInsets: EdgeInsets = EdgeInsets(), resizingMode: ResizingMode = .stretch) -> Image { self }
    public func renderingMode(_ mode: TemplateRenderingMode?) -> Image { self }
    public func interpolation(_ interpolation: Interpolation) -> Image { self }
    public func antialiased(_ isAntialiased: Bool) -> Image { self }
}

/// A picture from a URL. No host loads it: a symbol stands for it, which `accessibilityLabel` names.
public struct AsyncImage<Content: View>: View {
    private let content: Content

    public init<Address>(
        url: Address?, scale: Double = 1, @ViewBuilder content: (Image) -> Content,
        @ViewBuilder placeholder: () -> some View
    ) {
        self.content = content(Image(decorative: ""))
    }

    public init<Address>(
        url: Address?, scale: Double = 1, transaction: Transaction = Transaction(),
        @ViewBuilder content: (AsyncImagePhase) -> Content
    ) {
        self.content = content(.success(Image(decorative: "")))
    }

    public var body: Content { content }
}

extension AsyncImage where Content == Image {
    public init<Address>(url: Address?, scale: Double = 1) { content = Image(decorative: "") }
}

/// How far the load of a picture is: always done, as nothing is loaded.
public enum AsyncImagePhase {
    case empty
    case success(Image)
    case failure(any Error)

    public var image: Image? { if case .success(let image) = self { image } else { nil } }
    public var error: (any Error)? { if case .failure(let error) = self { error } else { nil } }
}
