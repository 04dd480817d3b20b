// swift-format-ignore-file: NeverForceUnwrap

// A feed as one writes it for SwiftUI, with FeatureKit and Foundation imported in its place.
import FeatureKit
import Foundation

struct Post: Identifiable, Hashable {
    let id = UUID()
    let author: String
    let text: String
    let date: Date
    let imageURL: URL?
    var likes: Int
    var isLiked = false
    let kind: Kind

    enum Kind { case text, photo, link(URL) }

    static func == (lhs: Post, rhs: Post) -> Bool { lhs.id == rhs.id && lhs.likes == rhs.likes }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

enum LoadState<Value> {
    case idle, loading
    case loaded(Value)
    case failed(Error)
}

@Observable
final class FeedModel {
    var state: LoadState<[Post]> = .idle
    var unread = 3

    func load() async {
        state = .loading
        try? await Task.sleep(for: .milliseconds(1))
        state = .loaded([
            Post(
                author: "Ann", text: "Hello", date: .now, imageURL: URL(string: "https://example.com/a.png"),
                likes: 1200, kind: .photo),
            Post(
                author: "Bob", text: "World", date: Date(timeIntervalSinceNow: -7200), imageURL: nil, likes: 3,
                kind: .link(URL(string: "https://swift.org")!)),
        ])
    }
}

struct CardModifier: ViewModifier {
    var highlighted = false
    @State private var isHovering = false

    func body(content: Content) -> some View {
        content
            .padding()
            .background(highlighted ? Color.yellow.opacity(0.2) : Color(.systemBackground))
            .clipShape(RoundedRectangle(cornerRadius: 12, style: .continuous))
            .shadow(color: .black.opacity(0.1), radius: 4, x: 0, y: 2)
            .onHover { isHovering = $0 }
    }
}

extension View {
    func card(highlighted: Bool = false) -> some View {
        modifier(CardModifier(highlighted: highlighted))
    }

    @ViewBuilder
    func `if`<Transformed: View>(_ condition: Bool, transform: (Self) -> Transformed) -> some View {
        if condition { transform(self) } else { self }
    }
}

struct PillButtonStyle: ButtonStyle {
    var color: Color = .accentColor

    func makeBody(configuration: Configuration) -> some View {
        configuration.label
            .padding(.horizontal, 12)
            .padding(.vertical, 6)
            .background(color)
            .foregroundColor(.white)
            .clipShape(Capsule())
            .scaleEffect(configuration.isPressed ? 0.95 : 1)
            .animation(.spring(response: 0.3, dampingFraction: 0.6), value: configuration.isPressed)
    }
}

extension ButtonStyle where Self == PillButtonStyle {
    static var pill: PillButtonStyle { PillButtonStyle() }
}

struct FeedView: View {
    @State private var model = FeedModel()
    @State private var comment = ""
    @State private var selectedPost: Post?
    @State private var showActions = false
    @FocusState private var isCommentFocused: Bool

    var body: some View {
        NavigationStack {
            content
                .navigationTitle("Feed")
                .toolbar {
                    ToolbarItem(placement: .principal) {
                        HStack {
                            Text("Feed").bold()
                            Image(systemName: "bell").badge(model.unread)
                        }
                    }
                }
        }
        .task { await model.load() }
        .confirmationDialog("Post", isPresented: $showActions, presenting: selectedPost) { post in
            Button("Report \(post.author)", role: .destructive) {}
            ShareLink(item: post.text)
        } message: { post in
            Text("By \(post.author)")
        }
    }

    @ViewBuilder
    private var content: some View {
        switch model.state {
        case .idle:
            Color.clear
        case .loading:
            ProgressView {
                Text("Loading…")
            }
            .controlSize(.large)
        case .loaded(let posts) where posts.isEmpty:
            ContentUnavailableView {
                Label("No Posts", systemImage: "tray")
            } description: {
                Text("Come back later.")
            } actions: {
                Button("Reload") { Task { await model.load() } }
                    .buttonStyle(.borderedProminent)
            }
        case .loaded(let posts):
            ScrollView {
                LazyVStack(alignment: .leading, spacing: 16, pinnedViews: .sectionHeaders) {
                    ForEach(posts) { post in
                        row(for: post)
                            .id(post.id)
                    }
                }
                .padding(.horizontal)
            }
            .refreshable { await model.load() }
            .scrollIndicators(.hidden)
            .safeAreaInset(edge: .bottom) { commentBar }
        case .failed(let error):
            Text(error.localizedDescription).foregroundStyle(.red)
        }
    }

    @ViewBuilder
    private func row(for post: Post) -> some View {
        VStack(alignment: .leading, spacing: 8) {
            HStack(alignment: .top) {
                AsyncImage(url: post.imageURL) { image in
                    image
                        .resizable()
                        .aspectRatio(contentMode: .fill)
                } placeholder: {
                    ProgressView()
                }
                .frame(width: 44, height: 44)
                .clipShape(Circle())
                .accessibilityLabel("Picture of \(post.author)")

                VStack(alignment: .leading) {
                    Text(post.author).font(.subheadline.weight(.semibold))
                    Text(post.date, style: .relative)
                        .font(.caption2)
                        .foregroundStyle(.secondary)
                }
                Spacer()
                Menu {
                    Button("Copy", systemImage: "doc.on.doc") {}
                    Button("More…") {
                        selectedPost = post
                        showActions = true
                    }
                } label: {
                    Image(systemName: "ellipsis")
                }
                .accessibilityLabel("Actions")
            }
            Text(post.text)
                .fixedSize(horizontal: false, vertical: true)
            if let url = post.imageURL {
                AsyncImage(url: url) { phase in
                    switch phase {
                    case .empty: ProgressView()
                    case .success(let image): image.resizable().scaledToFit()
                    case .failure: Image(systemName: "photo")
                    @unknown default: EmptyView()
                    }
                }
                .frame(height: 200)
            }
            if case .link(let url) = post.kind {
                Link(destination: url) {
                    Label(url.absoluteString, systemImage: "link")
                }
            }
            HStack {
                Button {
                    like(post)
                } label: {
                    Label("\(post.likes)", systemImage: post.isLiked ? "heart.fill" : "heart")
                }
                .buttonStyle(.pill)
                Text(post.likes, format: .number.notation(.compactName))
                Text(post.date, format: .dateTime.day().month())
                ShareLink("Share", item: post.text)
                    .labelStyle(.iconOnly)
                    .buttonStyle(PillButtonStyle(color: .gray))
            }
        }
        .card(highlighted: post.likes > 1000)
        .if(post.isLiked) { $0.border(Color.red) }
        .transition(.opacity.combined(with: .scale))
    }

    private var commentBar: some View {
        HStack {
            TextField("Comment", text: $comment, axis: .vertical)
                .lineLimit(1...4)
                .textFieldStyle(.roundedBorder)
                .focused($isCommentFocused)
                .onSubmit { send() }
            Button("Send", systemImage: "paperplane", action: send)
                .disabled(comment.isEmpty)
        }
        .padding()
        .background(.ultraThinMaterial)
    }

    private func like(_ post: Post) {
        guard case .loaded(var posts) = model.state,
            let index = posts.firstIndex(of: post)
        else { return }
        posts[index].isLiked.toggle()
        withAnimation(.spring()) { model.state = .loaded(posts) }
    }

    private func send() {
        comment = ""
        isCommentFocused = false
    }
}

#Preview("Feed") {
    FeedView()
}
