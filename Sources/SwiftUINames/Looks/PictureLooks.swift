import FeatureCore

extension Image {
    /// How the pixels of a picture are taken.
    public enum Interpolation: Hashable, Sendable {
        /// A way.
        case none, low, medium, high
    }
    /// The colours of a picture.
    public enum TemplateRenderingMode: Hashable, Sendable {
        /// A way.
        case original, template
    }
    /// How a picture fills its place.
    public enum ResizingMode: Hashable, Sendable {
        /// A way.
        case stretch, tile
    }
    /// The size of a symbol.
    public typealias Scale = ImageScale
    /// Accepted for SwiftUI's sake; the host decides how large symbols are.
    public func resizable(capInsets: EdgeInsets = EdgeInsets(), resizingMode: ResizingMode = .stretch) -> Image { self }
    /// Accepted for SwiftUI's sake; the host decides how symbols look.
    public func renderingMode(_ mode: TemplateRenderingMode?) -> Image { self }
    /// Accepted for SwiftUI's sake; the host decides how symbols look.
    public func interpolation(_ interpolation: Interpolation) -> Image { self }
    /// Accepted for SwiftUI's sake; the host decides how symbols look.
    public func antialiased(_ isAntialiased: Bool) -> Image { self }
}

/// A picture from a URL. No host loads it: a symbol stands for it, which `accessibilityLabel` names.
public struct AsyncImage<Content: View>: View {
    private let content: Content

    /// The views for a picture, which are made of a symbol. The placeholder is not shown, as nothing is loaded.
    public init<Address>(
        url: Address?, scale: Double = 1, @ViewBuilder content: (Image) -> Content,
        @ViewBuilder placeholder: () -> some View
    ) {
        self.content = content(Image(decorative: ""))
    }

    /// The views for a picture that is loaded, which are made of a symbol.
    public init<Address>(
        url: Address?, scale: Double = 1, transaction: Transaction = Transaction(),
        @ViewBuilder content: (AsyncImagePhase) -> Content
    ) {
        self.content = content(.success(Image(decorative: "")))
    }

    public var body: Content { content }
}

extension AsyncImage where Content == Image {
    /// A symbol for a picture.
    public init<Address>(url: Address?, scale: Double = 1) { content = Image(decorative: "") }
}

/// How far the load of a picture is: always done, as nothing is loaded.
public enum AsyncImagePhase {
    /// A step.
    case empty
    /// The picture, which is a symbol.
    case success(Image)
    /// A load that failed.
    case failure(any Error)

    /// The picture, which is a symbol.
    public var image: Image? { if case .success(let image) = self { image } else { nil } }
    /// The failure of the load.
    public var error: (any Error)? { if case .failure(let error) = self { error } else { nil } }
}
